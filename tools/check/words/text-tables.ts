import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../../..')

type TextTable = Readonly<{ file: string; table: unknown }>

/** Every table of words that people read (`*.text.ts`), of all workspaces. */
export async function readTextTables(): Promise<TextTable[]> {
  // Tables of the console name the language of the document when they are loaded.
  const document = { documentElement: { dataset: {}, lang: '' }, addEventListener: () => undefined, cookie: '' }
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined })
  const location = { pathname: '/', search: '', href: 'http://localhost/' }
  Object.assign(globalThis, { document, matchMedia, location, addEventListener: () => undefined })
  const files = ['contract/src', 'console/src', 'server/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.text.ts'))
      .map((name) => join(folder, name)),
  )
  assert.ok(files.length > 120, `${files.length} tables are too few`)
  const tables: TextTable[] = []
  for (const file of files) tables.push({ file, table: await import(pathToFileURL(join(root, file)).href) })
  return tables
}
