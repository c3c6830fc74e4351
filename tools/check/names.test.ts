import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNames } from './names.ts'
import { found } from './planted.ts'
import { checkSuppressions } from './code/suppressions.ts'

for (const path of [
  'server/src/recipe/publishRecipe.ts',
  'server/src/recipe/RecipeStore.ts',
  'server/src/recipe/recipe.service.ts',
  'server/src/recipe/recipe.store.model.ts',
  'server/src/Recipe/recipe.store.ts',
  'server/src/recipe/recipe.bench.ts',
  'console/src/recipe/index.ts',
  'console/src/recipe/utils.ts',
  'console/src/recipe/date-utils.ts',
  'console/src/helpers/dates.ts',
  'contract/src/common/dates.ts',
  'contract/src/recipe/types.ts',
  'server/migrations/foundation.sql',
]) {
  test(`finds the name ${path}`, () => {
    assert.deepEqual(found(checkNames, { [path]: '' }), [`${path}:1 file-name`])
  })
}

test('passes the names of the house', () => {
  const paths = [
    'contract/src/recipe/recipe.model.ts',
    'contract/src/field-message.ts',
    'server/src/recipe/publish-recipe.ts',
    'server/src/recipe/recipe.store.test.ts',
    'server/migrations/0001_foundation.sql',
    'console/vite.config.ts',
    'console/src/recipe/recipe-list.page.tsx',
    'console/src/ui/data-table/data-table.module.css',
    'e2e/recipe.spec.ts',
    'bench/console-weight.bench.ts',
    'tools/start.mjs',
  ]
  assert.deepEqual(found(checkNames, Object.fromEntries(paths.map((path) => [path, '']))), [])
})

test('finds a file six folders deep', () => {
  const path = 'server/src/platform/db/embedded/parts/start.ts'
  assert.deepEqual(found(checkNames, { [path]: '' }), [`${path}:1 depth`])
})

test('finds a folder of 41 files', () => {
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`server/src/recipe/part-${n}.ts`, '']))
  assert.deepEqual(found(checkNames, files(41)), ['server/src/recipe:1 folder-size'])
  assert.deepEqual(found(checkNames, files(40)), [])
})

test('finds a source file of 501 lines and a test of 701', () => {
  const long = {
    'contract/src/a.ts': 'x\n'.repeat(501),
    'contract/src/b.ts': 'x\n'.repeat(500),
    'contract/src/c.test.ts': 'x\n'.repeat(701),
    'contract/src/d.test.ts': 'x\n'.repeat(700),
  }
  assert.deepEqual(found(checkNames, long), [
    'contract/src/a.ts:501 file-length',
    'contract/src/c.test.ts:701 file-length',
  ])
})

test('finds a suppression without a rule or without a reason', () => {
  const off = 'oxlint-disable-next-line'
  const tree = {
    'contract/src/a.ts': `// ${off} typescript/no-explicit-any\nexport const a = 1`,
    'contract/src/b.ts': `\n/* oxlint-disable -- everything here is odd */\nexport const b = 1`,
    'contract/src/c.ts': '// @ts-expect-error\nexport const c: string = 1',
  }
  assert.deepEqual(found(checkSuppressions, tree), [
    'contract/src/a.ts:1 suppression',
    'contract/src/b.ts:2 suppression',
    'contract/src/c.ts:1 suppression',
  ])
})

test('passes a suppression that has a reason', () => {
  const tree = {
    'contract/src/a.ts':
      '// oxlint-disable-next-line typescript/no-explicit-any -- the library types it so\nexport const a = 1',
    'contract/src/b.ts': '// @ts-expect-error a handler is missing\nexport const b: string = 1',
  }
  assert.deepEqual(found(checkSuppressions, tree), [])
})
