import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found } from './planted.ts'
import { checkSql } from './sql.ts'

const tables = {
  'server/src/device/device.tables.ts':
    "declare module '../platform/db/database.ts' { interface Database { deviceState: object } }",
}

test('finds the query builder outside a store', () => {
  const tree = { 'server/src/recipe/publish-recipe.ts': "\nconst rows = db\n  .selectFrom('recipe')" }
  assert.deepEqual(found(checkSql, tree), ['server/src/recipe/publish-recipe.ts:2 sql-home'])
})

for (const [way, text] of [
  ['insertInto', "db.insertInto('deviceState')"],
  ['updateTable', "db.updateTable('deviceState as d')"],
  ['deleteFrom', "db.deleteFrom('deviceState')"],
  ['insert into', 'sql`insert into device_state (id) values (1)`'],
  ['update … set', 'sql`update device_state d set online = true`'],
  ['delete from', "pool.query('DELETE FROM device_state')"],
  ['truncate', 'sql`truncate device_state`'],
  ['copy', "copyInto('COPY device_state (id) FROM STDIN BINARY')"],
] as const) {
  test(`finds a foreign table written by ${way}`, () => {
    const tree = { ...tables, 'server/src/recipe/recipe.store.ts': `\n${text}` }
    assert.deepEqual(found(checkSql, tree), ['server/src/recipe/recipe.store.ts:2 table-owner'])
  })
}

test('a store may read foreign tables, lock their rows and write its own', () => {
  const tree = {
    ...tables,
    'server/src/recipe/recipe.store.ts':
      "db.selectFrom('deviceState').forUpdate()\nsql`select 1 from device_state for update`",
    'server/src/device/device.store.ts': "db.insertInto('deviceState')\nsql`update device_state set online = true`",
    'server/src/testing/make-device.ts': "db.insertInto('deviceState')",
  }
  assert.deepEqual(found(checkSql, tree), [])
})

const logged = {
  'server/migrations/0001_recipe.sql':
    "select log_changes_of('recipe', 'organisation_id');\ncreate trigger zz_log_change after update of enabled on oven for each row execute function log_change('');",
}

for (const [table, text] of [
  ['recipe', 'sql<Row>`${prepared} with gone as (\n  delete from recipe returning id) select id from gone`'],
  ['oven', 'sql`${prepared}\n  update oven o set enabled = false`'],
] as const) {
  test(`finds a prepared statement that writes ${table}, a logged table`, () => {
    const tree = { ...logged, 'server/src/recipe/recipe.store.ts': text }
    assert.deepEqual(found(checkSql, tree), ['server/src/recipe/recipe.store.ts:2 prepared-logged'])
  })
}

test('a prepared statement may read a logged table and write others, and a statement with its mark may write it', () => {
  const tree = {
    ...logged,
    'server/src/recipe/recipe.store.ts':
      'sql`${prepared} insert into recipe_view (id) select id from recipe for update`\nsql`update recipe set name = 1`',
  }
  assert.deepEqual(found(checkSql, tree), [])
})

for (const [path, text] of [
  ['server/src/customer/organisation-tree.store.ts', 'sql`select 1 from organisation_tree_past`'],
  ['server/src/device/list/device.store.ts', "db.selectFrom('organisationTreePast as p')"],
  ['server/src/fault/list/fault-list.store.ts', 'sql`join organisation_tree_then t on true`'],
] as const) {
  test(`finds the past tree read in ${path}`, () => {
    assert.ok(found(checkSql, { [path]: `\n${text}` }).includes(`${path}:2 past-tree`))
  })
}

test('statistics read the past tree, and everybody reads the tree of today', () => {
  const tree = {
    'server/src/statistics/run/owner-at.store.ts': 'sql`select 1 from organisation_tree_past`',
    'server/src/customer/organisation-tree.store.ts':
      "sql`select 1 from organisation_tree`\ndb.selectFrom('organisationTree')",
  }
  assert.deepEqual(found(checkSql, tree), [])
})

for (const [what, path, text] of [
  [
    'a digit by its class',
    'server/src/recipe/recipe.store.ts',
    String.raw`sql${'`'}select 1 from recipe where code ~ '^\\d+$'${'`'}`,
  ],
  ['a class by its name', 'server/src/recipe/recipe.store.ts', "sql`select 1 from recipe where code ~ '[[:alpha:]]'`"],
  ['a word in a string', 'server/src/platform/db/look.ts', String.raw`pool.query("select 1 where 'a' ~ '\\w'")`],
  [
    'a backslash that JavaScript drops',
    'server/src/recipe/recipe.store.ts',
    String.raw`sql${'`'}select 1 where code ~ '[0-9]\.[0-9]'${'`'}`,
  ],
  ['a class in a new migration', 'server/migrations/0900_recipe.sql', String.raw`select 1 where 'a' ~ '\s'`],
] as const) {
  test(`finds ${what} in a pattern of SQL`, () => {
    assert.deepEqual(found(checkSql, { [path]: `\n${text}` }), [`${path}:2 sql-pattern`])
  })
}

test('a pattern that writes out its characters passes, as do patterns of JavaScript', () => {
  const tree = {
    'server/src/recipe/recipe.store.ts': String.raw`
      const isCode = /^\d+$/
      sql${'`'}select '\\x00' from recipe where code ~ '^[0-9]+[.][0-9]$' and name like '\\_'${'`'}`,
    'server/migrations/0900_recipe.sql': "-- \\d is a digit\nselect 1 where 'a' ~ '[0-9]'",
  }
  assert.deepEqual(found(checkSql, tree), [])
})
