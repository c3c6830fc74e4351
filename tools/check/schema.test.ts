// @both-databases: the schema is made by its server.
import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type pg from 'pg'
import { migrate, migrationsFolder } from '../../server/src/platform/db/migrate.ts'
import { readMarks, whyMarkedWrong } from '../../server/src/platform/db/migration-marks.ts'
import { testDatabase } from '../../server/src/testing/database.ts'
import { schemaText } from '../schema-text.ts'
import { compareMigrations, hashesText, withNewHashes } from './migrations.ts'
import { found } from './planted.ts'
import { checkSchema, schemaPath, schemaTypes } from './schema.ts'

/** Everything that a migration can create, as text that can be compared. */
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
    const written = await readFile(join(root, schemaPath), 'utf8')
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

test('a migration that is not what its marks say is a problem', () => {
  const why = (text: string) => {
    const marks = readMarks(text)
    return marks === undefined ? 'unknown' : whyMarkedWrong(marks, text)
  }
  const fine = [
    'alter table shelf drop column book',
    '-- brigade: expand\nalter table shelf add column book text;\nalter table shelf add column page int not null default 0;',
    '-- brigade: expand\ncreate table shelf (id int not null); insert into shelf values (1);',
    '-- brigade: expand, outside a transaction\ncreate index concurrently if not exists shelf_book on shelf (book);\nanalyze shelf;',
    '-- brigade: expand, beside traffic, after 0002\nupdate shelf set page = 1 where id in (select id from shelf where page is null limit 100)',
  ]
  assert.deepEqual(
    fine.map(why),
    fine.map(() => undefined),
  )
  for (const [text, words] of [
    ['-- brigade: expand\nalter table shelf drop column book', /takes something away: drop/],
    ['-- brigade: expand\nalter table shelf rename to board', /takes something away: rename/],
    ['-- brigade: expand\nalter table shelf add column page int not null', /takes something away: add column page/],
    ['-- brigade: expand\ncreate or replace function f() returns int return 1', /takes something away: or replace/],
    ['-- brigade: outside a transaction\ncreate index concurrently shelf_book on shelf (book)', /may not be repeated/],
    ['-- brigade: beside traffic\nupdate shelf set page = 1 where page is null', /no limit of rows/],
    ['-- brigade: beside traffic\nanalyze shelf;\nanalyze board;', /not exactly one statement/],
    ['-- brigade: expanding\nselect 1', /unknown/],
  ] as const)
    assert.match(why(text) ?? '', words)
})

const schema = `-- Generated

create table migration (
  number integer not null
);

create table partitioned_table (
  name text not null,
  PRIMARY KEY (name)
);

create table device_state (
  id bigint not null generated always as identity,
  work_state integer,
  kind text not null,
  channel_type text default 'direct'::text,
  seen_at timestamp with time zone not null,
  marks boolean[] not null default '{}'::boolean[],
  entries jsonb not null,
  extra jsonb not null default '{}'::jsonb,
  listed jsonb,
  search text not null generated always as ((name || ' '::text)) stored,
  PRIMARY KEY (id),
  CHECK ((channel_type = ANY (ARRAY['direct'::text, 'agent'::text]))),
  CHECK (((kind = 'oven'::text) OR (work_state IS NULL))),
  CHECK ((kind = ANY (ARRAY['oven'::text, 'cooler'::text])))
) partition by RANGE (seen_at);
CREATE INDEX device_state_kind ON public.device_state USING btree (kind);
`

const types = `export interface Schema {
  partitionedTable: {
    name: string
  }
  deviceState: {
    id: Generated<string>
    workState: number | null
    kind: 'oven' | 'cooler'
    channelType: Generated<'direct' | 'agent' | null>
    seenAt: string
    marks: Generated<boolean[]>
    entries: Json
    extra: JsonWithDefault
    listed: JsonOrNull
    search: GeneratedAlways<string>
  }
}
`

test('the types of the tables say of each column what it is, whether it may be null or left out, and which words it has', () => {
  const written = schemaTypes(schema)
  assert.equal(written.slice(written.indexOf('export interface')), types)
})

for (const [what, line] of [
  ['a type', '  size money not null'],
  ['a line', '  "Size" integer'],
] as const) {
  test(`the types of the tables are refused for ${what} that is not known`, () => {
    assert.throws(() => schemaTypes(`create table oven (\n${line}\n);`), /size|Size/)
  })
}

const owned = (members: string) => ({
  'server/src/device/device.tables.ts': `declare module '../platform/db/database.ts' {
  interface Database { partitionedTable: Table<'partitionedTable'>
    ${members}
  }
}`,
})
const looked = (tree: Parameters<typeof found>[1], generated = schemaTypes(schema)) =>
  found((files) => checkSchema(files, schema, generated), tree)

test('each table belongs to one domain, and is what the schema says', () => {
  const complete = owned("deviceState: Table<'deviceState', { entries: string[] }>")
  assert.deepEqual(looked(complete), [])
  assert.deepEqual(looked(owned("deviceState: TriggerTable<\n  'deviceState'>")), [])
  assert.deepEqual(looked(complete, types), ['server/src/platform/db/schema.gen.ts:1 schema'])
  assert.deepEqual(looked(owned('')), ['server/schema.sql:1 schema'])
  for (const other of ["Table<'partitionedTable'>", '{ id: string }'])
    assert.deepEqual(looked(owned(`deviceState: ${other}`)), ['server/src/device/device.tables.ts:3 schema'])
  const twice = { ...complete, 'server/src/recipe/recipe.tables.ts': complete['server/src/device/device.tables.ts'] }
  assert.equal(looked(twice).length, 2)
})
