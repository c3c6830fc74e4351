import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'

/** Every proof that docs/compatibility.md names exists, and every version that a program pins is on the page. */

const root = join(import.meta.dirname, '../..')
const page = await readFile(join(root, 'docs/compatibility.md'), 'utf8')

/** Proofs that cannot be run: files that do not exist, and programs that `npm run hard` does not know. */
function missingProofs(text: string, treatments: readonly string[]): readonly string[] {
  const paths = [...text.matchAll(/`((?:server|tools|e2e)\/[\w./-]+)`/g)].flatMap(([, path = '']) => path)
  const hard = [...text.matchAll(/npm run hard -- ([\w-]+)/g)].flatMap(([, name = '']) => name)
  return [
    ...paths.filter((path) => !existsSync(join(root, path))),
    ...hard.filter((name) => !treatments.includes(name)),
  ]
}

/** Versions in an object `versions` of a program that the page does not have. */
const untoldVersions = (program: string, text: string): readonly string[] => {
  const pinned = /const versions = \{\n(.*?)\n\} as const/s.exec(program)?.[1] ?? ''
  return [...pinned.matchAll(/'v?(\d[\w.]*)',$/gm)].flatMap(([, version = '']) =>
    text.includes(version) ? [] : [version],
  )
}

const programs = ['tools/hard/clients.ts', 'tools/hard/tables.ts', 'tools/hard/sdks.ts']

/** Dependencies in the XML of a pom, apart from the tested library. */
const beside = ['2.19.2']

test('every proof that the page of compatibility names can be run, and one that cannot is found', async () => {
  const run = await readFile(join(root, 'tools/hard/run.ts'), 'utf8')
  const treatments = [...run.matchAll(/^ {2}'?([\w-]+)'?: /gm)].flatMap(([, name = '']) => name)
  assert.deepEqual(missingProofs(page, treatments), [])
  const planted = '`server/src/no-such.test.ts`, `npm run hard -- nonsense`, `npm run hard -- kill`'
  assert.deepEqual(missingProofs(planted, treatments), ['server/src/no-such.test.ts', 'nonsense'])
})

test('every version that a program of others is pinned to is on the page, and one that is not is found', async () => {
  for (const path of programs) {
    const program = await readFile(join(root, path), 'utf8')
    const untold = untoldVersions(program, page).filter((version) => !beside.includes(version))
    assert.deepEqual(untold, [], basename(path))
    assert.ok(untoldVersions(program, '').length >= 4, `${path} pins too few`)
  }
})
