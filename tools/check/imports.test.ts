import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCycles, checkReadable, checkUnusedFiles } from './imports.ts'
import { found } from './planted.ts'

test('finds two files that import each other', () => {
  const tree = {
    'server/src/recipe/recipe.store.ts': "import { a } from './publish-recipe.ts'",
    'server/src/recipe/publish-recipe.ts': "\nimport { b } from './recipe.store.ts'",
  }
  assert.deepEqual(found(checkCycles, tree), ['server/src/recipe/publish-recipe.ts:2 no-cycle'])
})

test('finds a circle of types across three files and a workspace name', () => {
  const tree = {
    'contract/src/a.ts': "import type { B } from './b.ts'",
    'contract/src/b.ts': "export type { C } from '@brigade/contract/c.ts'",
    'contract/src/c.ts': "type A = import('./a.ts').A",
  }
  assert.deepEqual(found(checkCycles, tree), ['contract/src/c.ts:1 no-cycle'])
})

test('two ways to one file are no circle', () => {
  const tree = {
    'contract/src/a.ts': "import { b } from './b.ts'\nimport { c } from './c.ts'",
    'contract/src/b.ts': "import { c } from './c.ts'",
    'contract/src/c.ts': 'export const c = 1',
  }
  assert.deepEqual(found(checkCycles, tree), [])
})

test('finds an import that leads nowhere and a file that does not parse', () => {
  const tree = { 'contract/src/a.ts': "import { b } from './b.ts'", 'contract/src/c.ts': '\nconst = 3' }
  assert.deepEqual(found(checkReadable, tree), ['contract/src/a.ts:1 import-found', 'contract/src/c.ts:2 parses'])
})

test('passes a tree in which every import resolves', () => {
  const tree = { 'contract/src/a.ts': "import { z } from 'zod'\nimport { b } from './b.ts'", 'contract/src/b.ts': '' }
  assert.deepEqual(found(checkReadable, tree), [])
})

test('finds a file that nothing imports, and follows files that are started by their path', () => {
  const tree = {
    'server/src/main.ts': "import { app } from './app.ts'\nspawn(new URL('./role.ts', import.meta.url))",
    'server/src/app.ts': "import { codes } from '@brigade/contract/envelope.ts'",
    'server/src/role.ts': '',
    'server/src/left-over.ts': "import { app } from './app.ts'",
    'contract/src/envelope.ts': '',
    'contract/src/paging.test.ts': "import { page } from './paging.ts'",
    'contract/src/paging.ts': '',
    'server/migrations/0001_foundation.sql': '',
  }
  assert.deepEqual(found(checkUnusedFiles, tree), ['server/src/left-over.ts:1 unused-file'])
})
