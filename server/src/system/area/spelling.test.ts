// @both-databases: the migration rewrites tables, and names are ordered by an index.
// @icu: names stand in one order on every database.
import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { sql } from 'kysely'
import { migrate, migrationsFolder } from '../../platform/db/migrate.ts'
import type { Db } from '../../platform/db/database.ts'
import { testDatabase } from '../../testing/database.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { spellNames } from './spell-names.ts'
import { spelledTables } from './spelling.store.ts'

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const customers = async (search: RequestOf<typeof customerApi.list>) =>
  (await app.ask(customerApi.list, { pageSize: 80, ...search }, { token })).envelope.data.list.map(({ name }) => name)

test('every table with a column for spellings is spelled by the worker', async () => {
  const { rows } = await sql<{ table: string; isIndexed: boolean }>`
    select c.table_name as "table", exists (select from pg_indexes i where i.tablename = c.table_name
      and i.indexdef like '%is_unspelled(%') as is_indexed
    from information_schema.columns c where c.table_schema = 'public' and c.column_name = 'spelling'`.execute(app.db)
  assert.deepEqual(rows.map(({ table }) => table).toSorted(), spelledTables.map(({ table }) => table).toSorted())
  assert.deepEqual(
    rows.filter(({ isIndexed }) => !isIndexed),
    [],
  )
})

test('names stand by their reading, whatever their case, accents and script', async () => {
  const { id: department1 } = await make.organisation(app, { kind: 'distributor' })
  const sorted = ['007', '阿里', 'alpha', 'Ångström', '城南', '重庆火锅', 'Łódź', '厦门', 'Zeta', 'Київ']
  for (const name of sorted.toReversed()) await make.organisation(app, { name, parentId: department1 })
  assert.deepEqual(await customers({ department1, sort: 'name' }), sorted)
  assert.deepEqual(await customers({ department1, sort: '-name' }), sorted.toReversed())
  const options = await app.ask(customerApi.organisations, { parentId: department1 }, { token })
  assert.deepEqual(
    options.envelope.data.map(({ name }) => name),
    sorted,
  )
})

test('of names that read alike no page repeats or skips one', async () => {
  const { id: department1 } = await make.organisation(app, { kind: 'distributor' })
  const names = ['zhang', 'zhång', '张', '章', 'ＺＨＡＮＧ', 'zhāng'].flatMap((name) =>
    [1, 2, 3, 4].map((n) => name.repeat(n)),
  )
  for (const name of names) await make.organisation(app, { name, parentId: department1 })
  const pages = []
  for (const pageNum of [1, 2, 3])
    pages.push(...(await customers({ department1, sort: 'name', pageNum, pageSize: 10 })))
  assert.deepEqual(pages.toSorted(), names.toSorted())
  // Characters with the same sound are adjacent.
  const single = pages.filter((name) => [...name].length === 1)
  assert.deepEqual(single, ['张', '章'])
})

test('names in their order are read from an index', async () => {
  for (const [table, where] of [
    ['organisation', "kind = 'customer'"],
    ['account', 'removed_at is null'],
    ['device', 'true'],
  ] as const) {
    const plan = await app.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local enable_sort = off`.execute(trx)
      return sql<Record<string, string>>`explain select id from ${sql.table(table)} where ${sql.raw(where)}
        order by name_key(name, spelling) collate "C", id limit 10`.execute(trx)
    })
    const text = plan.rows.map((row) => Object.values(row).join()).join('\n')
    assert.match(text, /Index (Only )?Scan using (organisation_customer|account|device)_named/, text)
  }
})

test('a name that SQL changes is found at once, and by its new initials alone once the worker has spelled it', async () => {
  const { id } = await make.organisation(app, { name: '老张饺子' })
  assert.deepEqual(await customers({ keyword: 'lzjz' }), ['老张饺子'])
  await sql`update organisation set name = '小李包子' where id = ${id}`.execute(app.db)
  assert.deepEqual(await customers({ keyword: '小李' }), ['小李包子'])
  assert.deepEqual(await customers({ keyword: 'lzjz' }), [])
  assert.deepEqual(await customers({ keyword: 'xlbz' }), [])
  const versionOf = async () =>
    (await sql`select updated_at, name from organisation where id = ${id}`.execute(app.db)).rows
  const version = await versionOf()
  const logged = async () => (await sql`select from operation_change where row_id = ${id}`.execute(app.db)).rows.length
  const lines = await logged()
  assert.equal(await spellNames(app.db), 1)
  assert.equal(await spellNames(app.db), 0)
  assert.deepEqual(await customers({ keyword: 'xlbz' }), ['小李包子'])
  assert.deepEqual(await versionOf(), version)
  assert.equal(await logged(), lines)
})

test('many names that nobody spelled are spelled in portions, beside somebody who holds some of them', async () => {
  const { id: department1 } = await make.organisation(app, { kind: 'distributor' })
  await sql`insert into organisation (parent_id, kind, name, created_at, updated_at)
    select ${department1}::bigint, 'customer', '连锁店' || n, now(), now() from generate_series(1, 1234) n`.execute(
    app.db,
  )
  await app.db.transaction().execute(async (trx) => {
    await sql`select from organisation where name = '连锁店600' for update`.execute(trx)
    assert.equal(await spellNames(app.db), 1233)
  })
  assert.equal(await spellNames(app.db), 1)
  assert.deepEqual(await customers({ department1, keyword: 'lsd600' }), ['连锁店600'])
})

/** A database as the version before left it. */
async function before0060() {
  const database = await testDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
  const folder = await mkdtemp(join(tmpdir(), 'brigade-migrations-'))
  for (const name of await readdir(migrationsFolder))
    if (name.endsWith('.sql') && name < '0060') await copyFile(join(migrationsFolder, name), join(folder, name))
  await migrate(database.pool, { folder })
  await rm(folder, { recursive: true })
  return database
}

const oldRows = `
  insert into organisation (kind, name, created_at, updated_at) values ('platform', 'Maker', now(), now());
  insert into organisation (parent_id, kind, name, contact, created_at, updated_at)
    select id, 'customer', '海底捞（浦东店）', '１３８', now(), now() from organisation;
  insert into role (key, name, en_name, created_at, updated_at) values ('support', '客服', 'Support', now(), now());
  insert into account (organisation_id, role_id, account, name, password_hash, created_at, updated_at)
    select min(o.id), min(r.id), 'ｓａｍ', '单田', 'x', now(), now() from organisation o, role r;
  insert into menu (key, name, en_name, level, sort_num, is_main_menu, is_operation, created_at, updated_at)
    values ('x', '设备', 'Devices', 1, 1, true, false, now(), now());
  insert into product_series (name, en_name, code, category, created_at, updated_at) values ('万能', 'Ｃｏｍｂｉ', 'CX', 'oven', now(), now());
  insert into product (series_id, kind, product_key, name, en_name, created_at, updated_at)
    select id, 'oven', 'a1', '蒸箱', 'Steamer', now(), now() from product_series;
  insert into device (product_id, kind_id, sn, name, device_secret, place, created_at)
    select p.id, 1, 'BX００７', '左侧烤箱', '', 'Ｌｙｏｎ', now() from product p;
  insert into app_user (nickname, created_at) values ('小明', now());
  insert into recipe_category (organisation_id, names, position, created_at, updated_at)
    select min(id), '{"en":"Ｄｕｃｋ","zh":"鸭子"}', 1, now(), now() from organisation;
  insert into ingredient (organisation_id, names, kind, unit, created_at, updated_at)
    select min(id), '{"en":"Salt"}', 'mass', 'g', now(), now() from organisation;
  insert into recipe (organisation_id, product_ids, base_language, languages, preheat, stages, ingredients, ingredient_ids, modes, gaps, search,
      sha256, created_at, updated_at)
    select min(id), '{}', 'zh', '{zh}', '{}', '[]', '[]', '{}', '{}', '{}', 'RCP-1 红烧肉 Ｐｏｒｋ', '', now(), now() from organisation;
  insert into recipe_version (recipe_id, organisation_id, version, content, sha256, product_ids, ingredient_ids, modes, gaps, search, published_at)
    select id, organisation_id, 1, '{}', '', '{}', '{}', '{}', '{}', search, now() from recipe;
  insert into firmware_model (name, code, type, digest, search, created_at, updated_at)
    values ('主板', 'MAIN', 'single', 'Md5', '主板 MAIN ', now(), now());
  select create_partition('fault_record', current_date), create_partition('message', current_date);
  insert into fault_record (id, month, type, device_id, device_kind, product_id, organisation_id, raised_organisation_id, identifier, code,
      severity, category, output, search, condition, handling, raised_at, last_at, updated_at, closed_at)
    select 1, date_trunc('month', current_date), 'fault', d.id, 'oven', d.product_id, o.id, o.id, 'X', 'E0１', 'minor', 'other', '{}',
      d.sn || ' E0１ 风机', 'eliminated', 'closed', now(), now(), now(), now() from device d, (select min(id) as id from organisation) o;
  insert into message (month, pushed_at, kind, type, organisation_id, title, audience)
    select date_trunc('month', current_date), now(), 'task', 'notice', min(id), 'Ｓａｌｅ', 'all' from organisation;`

const isFound = async (db: Db, table: string, keyword: string) =>
  (await sql`select from ${sql.table(table)} where search like search_pattern(${keyword})`.execute(db)).rows.length > 0

test('a database of the version before keeps its rows: they are found in any width at once, and by initials after the first run of the worker', async () => {
  await using database = await before0060()
  await database.pool.query(oldRows)
  await migrate(database.pool)
  const missing = []
  for (const [table, keyword] of [
    ['organisation', '海底捞(浦东店)'],
    ['organisation', '138'],
    ['account', 'SAM'],
    ['product_series', 'combi'],
    ['product', '蒸箱'],
    ['device', 'bx007'],
    ['app_user', '小明'],
    ['recipe_category', 'duck'],
    ['ingredient', 'SALT'],
    ['recipe', 'pork'],
    ['recipe_version', '红烧肉'],
    ['firmware_model', 'main'],
    ['fault_record', 'bx007 e01'],
    ['message', 'sale'],
  ] as const)
    if (!(await isFound(database.db, table, keyword))) missing.push(`${table} ${keyword}`)
  assert.deepEqual(missing, [])
  const { rows } = await database.pool.query(`
    select d.id from device d where device_grams(d.id, d.kind_id, d.search) @> device_grams(d.id, d.kind_id, '007')
      and bigrams(place_search) @> bigrams('lyon')`)
  assert.equal(rows.length, 1)
  const initials = [
    ['organisation', 'hdlpdd'],
    ['account', 'st'],
    ['product_series', 'wn'],
    ['product', 'zx'],
    ['device', 'zckx'],
    ['app_user', 'xm'],
    ['recipe_category', 'yz'],
    ['recipe', 'hsr'],
    ['recipe_version', 'hsr'],
    ['firmware_model', 'zb'],
  ] as const
  for (const [table, keyword] of initials) assert.equal(await isFound(database.db, table, keyword), false, table)
  // Role and menu too, which have no column that is searched.
  assert.equal(await spellNames(database.db), initials.length + 2)
  for (const [table, keyword] of initials) assert.equal(await isFound(database.db, table, keyword), true, table)
})
