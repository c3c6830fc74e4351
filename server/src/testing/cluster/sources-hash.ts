import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (/\.(ts|sql|json)$/.test(entry.name) && !entry.name.endsWith('.test.ts')) yield path
  }
}

/**
 * A hash over everything that a prepared database can depend on: it changes when a source of the server or the contract
 * does. The runner of a whole run computes it once and passes it on as TEST_SOURCES.
 */
export function sourcesHash(): string {
  const given = process.env['TEST_SOURCES']
  if (given !== undefined) return given
  const hash = createHash('sha256')
  for (const folder of ['server/src', 'server/migrations', 'contract/src'])
    for (const path of filesBelow(join(root, folder))) {
      const { size, mtimeMs } = statSync(path)
      hash.update(`${path} ${size} ${mtimeMs}\n`)
    }
  return hash.digest('hex').slice(0, 16)
}
