import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { found, onDisk, type Tree } from './planted.ts'
import { checkEnough, readTree } from './source-tree.ts'
import { formatting, lint, types, unused, type Tool } from './programs.ts'

const config = (name: string) => readFile(join(import.meta.dirname, '../..', name), 'utf8')
/** The rules are this repository's own; only the checked tree is planted. */
const rules: Tree = {
  '.oxlintrc.json': await config('.oxlintrc.json'),
  '.oxfmtrc.json': await config('.oxfmtrc.json'),
  'tsconfig.base.json': await config('tsconfig.base.json'),
  'tsconfig.json': await config('tsconfig.json'),
  'package.json': '{\n  "name": "planted",\n  "private": true,\n  "type": "module"\n}\n',
}

const problemsOf = (tool: Tool, tree: Tree) =>
  onDisk({ ...rules, ...tree }, async (root) => {
    const { problems, filesRead } = await tool(root)
    return { filesRead, problems: problems.map(({ path, line, rule }) => `${path}:${line} ${rule}`) }
  })

const clean = { 'contract/src/a.ts': "export const a = ['x'] as const\n" }

test('types: finds a wrong type and counts the files it read', async () => {
  const wrong = { 'contract/src/b.ts': "\nexport const b: number = 'x'\n" }
  const answer = await problemsOf(types('tsconfig.json'), { ...clean, ...wrong })
  assert.deepEqual(answer, { filesRead: 2, problems: ['contract/src/b.ts:2 TS2322'] })
  assert.deepEqual(await problemsOf(types('tsconfig.json'), clean), { filesRead: 1, problems: [] })
})

test('types: a program over its time limit is reported as stopped, not as one that read no files', async () => {
  const { problems, filesRead } = await onDisk({ ...rules, ...clean }, types('tsconfig.json', 1))
  assert.equal(filesRead, undefined)
  assert.deepEqual(
    problems.map(({ message }) => message),
    ['was stopped after 0.001 s, its time limit: the machine is too busy, or it hangs'],
  )
})

test('types: a program that cannot start is a problem', async () => {
  const { problems } = await problemsOf(types('nowhere.json'), clean)
  assert.equal(problems.length, 1)
})

for (const [what, text, rule] of [
  ['any', 'export const b = (x: any) => x === 1', 'typescript(no-explicit-any)'],
  ['as', "export const b = JSON.parse('1') as number", 'typescript(consistent-type-assertions)'],
  ['!', 'export const b = (x?: string) => x!', 'typescript(no-non-null-assertion)'],
  ['a promise left floating', 'export const b = () => {\n  Promise.resolve(1)\n}', 'typescript(no-floating-promises)'],
  ['a default export', 'export default 1', 'import(no-default-export)'],
  ['an unsuppressed ts-ignore', '// @ts-ignore\nexport const b = 1', 'typescript(ban-ts-comment)'],
  ['==', 'export const b = (x: string) => x == "1"', 'eslint(eqeqeq)'],
] as const) {
  test(`lint: finds ${what}`, async () => {
    const { problems } = await problemsOf(lint(), { ...clean, 'contract/src/b.ts': `${text}\n` })
    assert.ok(
      problems.some((problem) => /^contract\/src\/b\.ts:[12] /.test(problem) && problem.endsWith(rule)),
      problems.join('\n'),
    )
  })
}

test('lint: finds a suppression that suppresses nothing', async () => {
  const text = '// oxlint-disable-next-line eslint/eqeqeq -- was needed once\nexport const b = 1\n'
  const { problems } = await problemsOf(lint(), { 'contract/src/b.ts': text })
  assert.equal(problems.length, 1)
})

test('lint: passes clean code, `as const` and tests that are not awaited', async () => {
  const tree = {
    ...clean,
    'contract/src/a.test.ts':
      "import { test } from 'node:test'\n\ntest('is', async () => {\n  await Promise.resolve()\n})\n",
  }
  assert.deepEqual(await problemsOf(lint(), tree), { filesRead: 2, problems: [] })
})

test('format: finds semicolons, double quotes and a long line', async () => {
  const tree = {
    'contract/src/b.ts': 'export const b = 1;\n',
    'contract/src/c.ts': 'export const c = "x"\n',
    'contract/src/d.ts': `export const d = [${"'x', ".repeat(30)}]\n`,
  }
  assert.deepEqual((await problemsOf(formatting, { ...clean, ...tree })).problems, [
    'contract/src/b.ts:1 format',
    'contract/src/c.ts:1 format',
    'contract/src/d.ts:1 format',
  ])
})

test('format: passes formatted code', async () => {
  const { problems, filesRead } = await problemsOf(formatting, clean)
  assert.deepEqual(problems, [])
  assert.ok(Number(filesRead) >= 1)
})

const knipTree = {
  'package.json': '{ "name": "planted", "private": true, "type": "module", "dependencies": { "zod": "4.6.7" } }',
  'knip.json': '{ "entry": ["contract/src/main.ts"], "project": ["contract/src/**"] }',
  'contract/src/main.ts': "import { z } from 'zod'\nimport { a } from './a.ts'\nconsole.log(z.string(), a)\n",
  'contract/src/a.ts': 'export const a = 1\n',
}

test('unused: finds a file, an export and a dependency that nothing uses, and one that is not declared', async () => {
  const tree = {
    ...knipTree,
    'package.json': knipTree['package.json'].replace('"zod"', '"zod": "4.6.7", "kysely"'),
    'contract/src/a.ts': "import 'fastify'\nexport const a = 1\nexport const b = 2\n",
    'contract/src/c.ts': 'export const c = 1\n',
  }
  assert.deepEqual((await problemsOf(unused, tree)).problems.toSorted(), [
    'contract/src/a.ts:1 unlisted',
    'contract/src/a.ts:3 unused-export',
    'contract/src/c.ts:1 unused-file',
    'package.json:1 unused-dependency',
  ])
})

test('unused: passes a tree where everything is used', async () => {
  assert.deepEqual((await problemsOf(unused, knipTree)).problems, [])
})

test('reads the code of a tree, and neither installed packages nor built or generated files', async () => {
  const tree = {
    'contract/src/a.ts': '',
    'console/dist/b.js': '',
    'console/src/route-tree.gen.ts': '',
    'server/node_modules/c.ts': '',
    'docs/d.ts': '',
    'README.md': '',
  }
  const files = await onDisk(tree, readTree)
  assert.deepEqual(
    files.map(({ path }) => path),
    ['contract/src/a.ts'],
  )
})

test('refuses to judge a tree of too few files', () => {
  assert.deepEqual(found(checkEnough, { 'contract/src/a.ts': '' }), [
    'contract:1 too-few-files',
    'server:1 too-few-files',
    'console:1 too-few-files',
    'simulator:1 too-few-files',
    'tools:1 too-few-files',
  ])
})
