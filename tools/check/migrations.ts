import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrations } from '../../server/src/platform/db/migrate.ts'
import type { MigrationFile } from '../../server/src/platform/db/migrate.ts'
import { whyMarkedWrong } from '../../server/src/platform/db/migration-marks.ts'
import type { Problem } from './source-tree.ts'

export const hashesPath = 'server/migrations/hashes.txt'

type Hashed = Pick<MigrationFile, 'name' | 'sha256'>

const readHashes = (text: string): readonly Hashed[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [sha256 = '', name = ''] = line.split('  ')
      return { name, sha256 }
    })

export const hashesText = (files: readonly Hashed[]): string =>
  files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')

/** Adds migrations after the last one in the list. Existing entries are never replaced. */
export function withNewHashes(files: readonly Hashed[], text: string): string {
  const known = readHashes(text)
  const last = known.at(-1)?.name ?? ''
  return hashesText([...known, ...files.filter(({ name }) => name > last)])
}

/** Migrations are append-only: a file that is in the list keeps its hash, and each file is in the list. */
export function compareMigrations(files: readonly Hashed[], text: string): readonly Problem[] {
  const known = readHashes(text)
  const problem = (name: string, message: string): Problem => ({
    path: `server/migrations/${name}`,
    line: 1,
    rule: 'migration',
    message,
  })
  return [
    ...known.flatMap(({ name, sha256 }) => {
      const file = files.find((each) => each.name === name)
      if (file === undefined) return [problem(name, 'was removed: migrations are append-only')]
      return file.sha256 === sha256 ? [] : [problem(name, 'was changed: migrations are append-only, write a new file')]
    }),
    ...files
      .filter(({ name }) => !known.some((each) => each.name === name))
      .map(({ name }) => problem(name, `is not in ${hashesPath}: run npm run schema`)),
  ]
}

/** A migration is what its marks say: one that only expands the schema takes nothing away, and so on. */
export const checkMarks = (files: readonly MigrationFile[]): readonly Problem[] =>
  files.flatMap((file) => {
    const why = whyMarkedWrong(file, file.sql)
    return why === undefined
      ? []
      : [{ path: `server/migrations/${file.name}`, line: 1, rule: 'migration', message: why }]
  })

export async function checkMigrations(root: string): Promise<readonly Problem[]> {
  const files = await readMigrations(join(root, 'server/migrations'))
  return [...compareMigrations(files, await readFile(join(root, hashesPath), 'utf8')), ...checkMarks(files)]
}
