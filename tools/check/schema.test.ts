// @both-databases: the schema is made by its server.
import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type pg from 'pg'
import { migrate, migrationsFolder } from '../../server/src/platform/db/migrate.ts'
import { testDatabase } from '../../server/src/testing/database.ts'
import { schemaText } from '../schema-text.ts'
import { compareMigrations, hashesText, withNewHashes } from './migrations.ts'
import { found } from './planted.ts'
import { checkSchema } from './schema.ts'
import type { Column } from './schema.ts'
import { formatProblem, readTree } from './source-tree.ts'

/** Partitions repeat their parent; the ledger of migrations is the migrator's own. */
const columnsOf = async (pool: pg.Pool) =>
  (
    await pool.query<Column>(`
      select c.table_name as "table", c.column_name as "column", c.udt_name as "type",
             c.is_nullable = 'YES' as "nullable",
             c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS' as "hasDefault"
      from information_schema.columns c
      join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
      where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition and c.table_name <> 'migration'
      order by c.table_name, c.ordinal_position`)
  ).rows

/** All that a migration can make, in words that compare. */
const schemaOf = async (pool: pg.Pool) =>
  (
    await pool.query<{ line: string }>(`
      select 'column ' || c.table_name || '.' || c.column_name || ' ' || c.udt_name || ' ' || c.is_nullable || ' '
             || coalesce(c.column_default, '') || ' ' || coalesce(c.generation_expression, '') as line
        from information_schema.columns c where c.table_schema = 'public'
      union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
      union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
      union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select 'function ' || pg_get_functiondef(oid) from pg_proc
        where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      order by line`)
  ).rows.map(({ line }) => line)

const root = join(import.meta.dirname, '../..')

test("the tables' TypeScript agrees with the schema", async () => {
  await using database = await testDatabase()
  const columns = await columnsOf(database.pool)
  assert.ok(columns.length > 100, `read only ${columns.length} columns`)
  assert.deepEqual(checkSchema(await readTree(root), columns).map(formatProblem), [])
})

test('a schema migrated file by file equals a fresh one', async () => {
  await using fresh = await testDatabase()
  await using stepped = await testDatabase()
  await stepped.pool.query('drop schema public cascade; create schema public')
  const folder = await mkdtemp(join(tmpdir(), 'brigade-migrations-'))
  try {
    for (const name of (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).toSorted()) {
      await copyFile(join(migrationsFolder, name), join(folder, name))
      assert.deepEqual(await migrate(stepped.pool, { folder }), [name])
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  const expected = await schemaOf(fresh.pool)
  assert.ok(expected.length > 150, `read only ${expected.length} lines of schema`)
  assert.deepEqual(await schemaOf(stepped.pool), expected)
})

test(
  'server/schema.sql is the sum of the migrations',
  { skip: process.env['TEST_DATABASE_URL'] !== undefined && 'another PostgreSQL words it differently' },
  async () => {
    await using database = await testDatabase()
    const written = await readFile(join(root, 'server/schema.sql'), 'utf8')
    assert.equal(written, await schemaText(database.pool), 'run npm run schema')
  },
)

test('a migration that was listed is never changed or removed, and each is listed', () => {
  const files = ['0001_one.sql', '0002_two.sql', '0003_three.sql'].map((name) => ({ name, sha256: `${name} as it is` }))
  const listed = hashesText(files)
  const rules = (some: typeof files, text = listed) =>
    compareMigrations(some, text).map(({ path, message }) => `${path} ${message}`)
  assert.deepEqual(rules(files), [])
  assert.match(
    rules(files.map((file, index) => (index === 1 ? { ...file, sha256: 'changed' } : file))).join(),
    /^\S*0002_two.sql was changed/,
  )
  assert.match(rules(files.slice(1)).join(), /^\S*0001_one.sql was removed/)
  const more = [...files, { name: '0004_four.sql', sha256: 'new' }]
  assert.match(rules(more).join(), /^\S*0004_four.sql is not in/)
  assert.deepEqual(rules(more, withNewHashes(more, listed)), [])
  assert.equal(
    withNewHashes(
      files.map((file) => ({ ...file, sha256: 'changed' })),
      listed,
    ),
    listed,
  )
})

const column = (change: Partial<Column>): Column => ({
  table: 'device_state',
  column: 'work_state',
  type: 'int4',
  nullable: false,
  hasDefault: false,
  ...change,
})
const tables = (type: string) => ({
  'server/src/device/device.tables.ts': `import type { Value } from './value.ts'
type Json<T> = ColumnType<T, string | undefined, string>
export type DeviceStateTable = {
  workState: ${type}
}
declare module '../platform/db/database.ts' {
  interface Database { deviceState: DeviceStateTable }
}`,
})

for (const [what, type, change] of [
  ['a column that may be null', 'number', { nullable: true }],
  ['a column that is never null', 'number | null', {}],
  ['a number read as text', 'string', {}],
  ['a bigint read as number', 'number', { type: 'int8' }],
  ['bytes read as text', 'string', { type: 'bytea' }],
  ['JSON read as text', 'string', { type: 'jsonb' }],
  ['a default that is not there', 'Generated<number>', {}],
  ['a default that is not there, through a name of the file', 'Json<{ a: string }>', { type: 'jsonb' }],
] as const) {
  test(`the schema check finds ${what}`, () => {
    const check = (files: Parameters<typeof checkSchema>[0]) => checkSchema(files, [column(change)])
    assert.deepEqual(found(check, tables(type)), ['server/src/device/device.tables.ts:4 schema'])
  })
}

for (const [type, change] of [
  ['number', {}],
  ['number | null', { nullable: true }],
  ['Generated<string>', { type: 'int8', hasDefault: true }],
  ["'oven' | 'cooler'", { type: 'text' }],
  ['Json<{ a: string }>', { type: 'jsonb', hasDefault: true }],
  ['ColumnType<number, never, never>', {}],
  ['ColumnType<Value | null, string | null>', { type: 'jsonb', nullable: true }],
] as const) {
  test(`the schema check passes ${type}`, () => {
    assert.deepEqual(
      found((files) => checkSchema(files, [column(change)]), tables(type)),
      [],
    )
  })
}

test('the schema check finds a column and a table that only one side has', () => {
  const schema = [column({ column: 'kind' }), column({ table: 'recipe', column: 'id' })]
  assert.deepEqual(
    found((files) => checkSchema(files, schema), tables('number')),
    ['server/migrations:1 schema', 'server/migrations:1 schema', 'server/src/device/device.tables.ts:4 schema'],
  )
})

test('the schema check reads the columns that a table has in common with another, which it names', () => {
  const table = {
    'server/src/device/device.tables.ts': `type Basis = { workState: number }
type DeviceStateTable = Basis & { closedAt: string }
declare module '../platform/db/database.ts' {
  interface Database { deviceState: DeviceStateTable }
}`,
  }
  const closedAt = column({ column: 'closed_at', type: 'timestamptz' })
  const check = (schema: readonly Column[]) => found((files) => checkSchema(files, schema), table)
  assert.deepEqual(check([column({}), closedAt]), [])
  assert.deepEqual(check([column({ nullable: true }), closedAt]), ['server/src/device/device.tables.ts:1 schema'])
})
