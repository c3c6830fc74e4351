import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found } from './planted.ts'
import { checkSql } from './sql.ts'

const tables = {
  'server/src/device/device.tables.ts':
    "declare module '../platform/db/database.ts' { interface Database { deviceIndex: object } }",
}

test('finds the query builder outside a store', () => {
  const tree = { 'server/src/recipe/publish-recipe.ts': "\nconst rows = db\n  .selectFrom('recipe')" }
  assert.deepEqual(found(checkSql, tree), ['server/src/recipe/publish-recipe.ts:2 sql-home'])
})

for (const [way, text] of [
  ['insertInto', "db.insertInto('deviceIndex')"],
  ['updateTable', "db.updateTable('deviceIndex as d')"],
  ['deleteFrom', "db.deleteFrom('deviceIndex')"],
  ['insert into', 'sql`insert into device_index (id) values (1)`'],
  ['update … set', 'sql`update device_index d set online = true`'],
  ['delete from', "pool.query('DELETE FROM device_index')"],
  ['truncate', 'sql`truncate device_index`'],
  ['copy', "copyInto('COPY device_index (id) FROM STDIN BINARY')"],
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
      "db.selectFrom('deviceIndex').forUpdate()\nsql`select 1 from device_index for update`",
    'server/src/device/device.store.ts': "db.insertInto('deviceIndex')\nsql`update device_index set online = true`",
    'server/src/testing/make-device.ts': "db.insertInto('deviceIndex')",
  }
  assert.deepEqual(found(checkSql, tree), [])
})
