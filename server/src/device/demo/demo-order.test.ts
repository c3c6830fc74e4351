import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { warranties } from '@brigade/contract/device/device.model.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { makePartitions } from '../../demo-past/demo-past.store.ts'
import { writeNext } from '../../demo-past/write-past.ts'
import { fitsTogether } from '../../system/area/areas.ts'
import { signIn } from '../../testing/sign-in.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let token: string

before(async () => {
  // Two days are enough for the order of rows; demo-past tests what needs more.
  app = await startTestApp({ roles: ['api'], settings: { DEMO: 'on', DEMO_DAYS: '2', PRESET_PASSWORD: 'Preset2026' } })
  const { rows } = await sql<{ beginsMs: number; endsMs: number }>`
    select (extract(epoch from min(begins_at)) * 1000)::float8 as begins_ms, (extract(epoch from max(ends_at)) * 1000)::float8 as ends_ms from demo_past`.execute(
    app.db,
  )
  for (const span of rows) await makePartitions(app.db, span)
  while ((await writeNext({ ...app, stopping: new AbortController().signal })) !== undefined);
  token = await signIn(app, 'admin', 'Preset2026')
})
after(() => app.stop())

/** When a row of a table began to be, for tables without `created_at`. */
const births: Readonly<Record<string, string>> = {
  app_installation: 'first_seen_at',
  app_search: 'searched_at',
  device_binding: 'bound_at',
  device_change: 'changed_at',
  device_event: 'occurred_at',
  device_firmware: 'reported_at',
  device_module: 'reported_at',
  device_gateway: 'added_at',
  device_owner: 'since',
  fault_act: 'at',
  fault_open: 'raised_at',
  fault_record: 'raised_at',
  fault_wait: 'since',
  message: 'pushed_at',
  online_log: 'occurred_at',
  part_list: 'updated_at',
  product_language: 'updated_at',
  product_template: 'updated_at',
  recipe_cooked: 'cooked_at',
  recipe_device: 'changed_at',
  recipe_download: 'confirmed_at',
  recipe_version: 'published_at',
  thing_model: 'published_at',
  upgrade_device: 'first_offered_at',
  upgrade_event: 'at',
}
/** Tables that have no place in the order: the program's side effects and its bookkeeping. */
const beside =
  /^(operation_|chain_|migration|menu|role_menu|statistic_|wall_|job|pgboss|captcha|partition|upgrade_approver_past)/
/** Columns of times that may lie before the row, or after now. */
const isPlan =
  /^(warranty_until|due_at|next_at|shelved_until|push_at|valid_until|until|expires_at|absolute_expires_at|start_at|end_at|token_until|lease_until|password_checked_at|sell_until|month|day|opened_at|ends_at)$/
/** Rows of these tables exist only for an appliance that has been connected. */
const lived = [
  'command',
  'device_event',
  'device_firmware',
  'fault_act',
  'fault_open',
  'fault_record',
  'online_log',
  'recipe_cooked',
  'recipe_download',
  'upgrade_device',
]

type Column = Readonly<{ table: string; column: string; isTime: boolean }>
type Reference = Readonly<{ child: string; column: string; parent: string }>

/** The tables with rows, whatever they are called, and their columns. */
async function readColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column", c.data_type in ('timestamp with time zone') as "isTime"
    from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
    where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition`.execute(app.db)
  return rows.filter(({ table }) => !beside.test(table))
}

const conventions = {
  device_id: 'device',
  account_id: 'account',
  app_user_id: 'app_user',
  organisation_id: 'organisation',
  product_id: 'product',
}

async function readReferences(columns: readonly Column[]): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as child, a.attname as "column", c.confrelid::regclass::text as parent
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and array_length(c.conkey, 1) = 1 and c.conparentid = 0`.execute(app.db)
  // Partitioned tables and the largest ones have no foreign keys.
  const named = columns.flatMap(({ table, column }) =>
    Object.entries(conventions).flatMap(([name, parent]) =>
      column === name && !rows.some((one) => one.child === table && one.column === column)
        ? [{ child: table, column, parent }]
        : [],
    ),
  )
  return [...rows, ...named]
}

/** Every pair of rows and every pair of columns that are in the wrong order, in words. */
async function findDisorder(): Promise<string[]> {
  const columns = await readColumns()
  const times = Map.groupBy(
    columns.filter(({ isTime }) => isTime),
    ({ table }) => table,
  )
  const birthOf = (table: string) => {
    const own = times.get(table)?.map(({ column }) => column) ?? []
    return [births[table], 'created_at'].find((column) => column !== undefined && own.includes(column))
  }
  const found: string[] = []
  const look = async (what: string, query: ReturnType<typeof sql<{ row: string }>>) => {
    const { rows } = await query.execute(app.db)
    found.push(...rows.map(({ row }) => `${what}: ${row}`))
  }
  for (const { child, column, parent } of await readReferences(columns)) {
    const [born, from] = [birthOf(child), birthOf(parent)]
    if (born === undefined || from === undefined || child === parent) continue
    await look(
      `${child}.${born} before its ${parent}`,
      sql`select left(c::text, 200) as row from ${sql.table(child)} c join ${sql.table(parent)} p on p.id::text = c.${sql.ref(column)}::text
        where c.${sql.ref(born)} < p.${sql.ref(from)} limit 3`,
    )
  }
  for (const table of lived)
    await look(
      `${table} before its device was connected`,
      sql`select left(c::text, 200) as row from ${sql.table(table)} c ${
        table === 'fault_act'
          ? sql`join fault_record f on f.id = c.fault_id join device d on d.id = f.device_id`
          : sql`join device d on d.id = c.device_id`
      } where c.${sql.ref(birthOf(table) ?? '')} < coalesce(d.activated_at, 'infinity') limit 3`,
    )
  for (const [table, own] of times) {
    const born = birthOf(table)
    for (const { column } of own) {
      if (isPlan.test(column)) continue
      await look(
        `${table}.${column} after now`,
        sql`select left(c::text, 200) as row from ${sql.table(table)} c where isfinite(${sql.ref(column)}) and ${sql.ref(column)} > now() limit 3`,
      )
      if (born !== undefined && column !== born)
        await look(
          `${table}.${column} before ${born}`,
          sql`select left(c::text, 200) as row from ${sql.table(table)} c where ${sql.ref(column)} < ${sql.ref(born)} limit 3`,
        )
    }
  }
  for (const [table, first, then] of [
    ['device', 'installed_at', 'activated_at'],
    ['fault_record', 'eliminated_at', 'closed_at'],
    ['message_delivery', 'sent_at', 'read_at'],
    ['upgrade_task', 'approved_at', 'started_at'],
    ['upgrade_task', 'started_at', 'ended_at'],
    ['session', 'last_seen_at', 'revoked_at'],
  ] as const)
    await look(
      `${table}.${then} before ${first}`,
      sql`select left(c::text, 200) as row from ${sql.table(table)} c where ${sql.ref(then)} < ${sql.ref(first)} limit 3`,
    )
  await look(
    'bound before it was installed',
    sql`select left(b::text, 200) as row from device_binding b join device d on d.id = b.device_id where b.bound_at < d.installed_at limit 3`,
  )
  await look(
    'kept before it was on the oven of somebody',
    sql`select left(f::text, 200) as row from recipe_favourite f where not exists (
      select from device_binding b join recipe_download d on d.device_id = b.device_id and d.recipe_id = f.recipe_id
      where b.app_user_id = f.app_user_id and b.bound_at <= f.created_at and d.confirmed_at <= f.created_at) limit 3`,
  )
  for (const { by, at, rows } of await readActs(columns))
    await look(
      'somebody acted without having signed in',
      sql`select left(c::text, 200) as row from ${rows} c where ${sql.ref(at)} is not null and not exists (
        select from session s where s.account_id = c.${sql.ref(by)} and s.created_at <= c.${sql.ref(at)} and s.last_seen_at >= c.${sql.ref(at)})
        and c.${sql.ref(by)} is not null limit 3`,
    )
  return found
}

/**
 * The column with the time of an act, for columns that name an account beside the creation of the row. Null: there is
 * no time.
 */
const actedAt: Readonly<Record<string, string | null>> = {
  approved_by: 'approved_at',
  archiver_id: 'archived_at',
  published_by: 'published_at',
  updated_by: 'updated_at',
  removed_by: 'removed_at',
  minted_by: null,
  approver_id: null,
  alone_by: 'alone_at',
  // The history has its time.
  started_by: null,
}
const isOfAccount = /^(account_id|creator_id|uploader_id|archiver_id|\w+_by)$/

/** Every column of an account that did something, with the time of it. */
async function readActs(columns: readonly Column[]) {
  const has = (table: string, column: string) => columns.some((one) => one.table === table && one.column === column)
  const { rows: keys } = await sql<{ child: string; column: string }>`
    select c.conrelid::regclass::text as child, a.attname as "column" from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'account'::regclass`.execute(app.db)
  const named = [...keys, { child: 'fault_act', column: 'account_id' }]
  const acts = named.flatMap(({ child, column }) => {
    if (child === 'session' || beside.test(child) || !isOfAccount.test(column)) return []
    const at = column in actedAt ? actedAt[column] : (births[child] ?? 'created_at')
    return at === null || at === undefined || !has(child, at)
      ? []
      : [{ by: column, at, rows: sql`${sql.table(child)}` }]
  })
  const read = {
    by: 'receiver_id',
    at: 'read_at',
    rows: sql`(select * from message_delivery where receiver_kind = 'account')`,
  }
  return [...acts, read]
}

test('no row of the demo lies before what it depends on, or after now', async () => {
  assert.deepEqual(await findDisorder(), [])
})

test('a row that lies before what it depends on is found, wherever it is planted', async () => {
  const yesterday = new Date(app.clock.now() - dayMs).toISOString()
  for (const [table, column, at, words] of [
    ['device', 'created_at', yesterday, 'device.installed_at before created_at'],
    ['device', 'activated_at', '2099-01-01T00:00:00Z', 'device.activated_at after now'],
    ['device', 'activated_at', yesterday, 'recipe_cooked before its device was connected'],
    ['device_binding', 'bound_at', '2023-02-01T00:00:00Z', 'device_binding.bound_at before its app_user'],
    ['app_user', 'created_at', yesterday, 'device_binding.bound_at before its app_user'],
    ['organisation', 'created_at', yesterday, 'account.created_at before its organisation'],
    ['product', 'created_at', yesterday, 'device.created_at before its product'],
    ['upgrade_task', 'approved_at', yesterday, 'upgrade_task.started_at before approved_at'],
    ['account', 'last_login_at', '2022-01-01T00:00:00Z', 'account.last_login_at before created_at'],
    ['session', 'created_at', yesterday, 'somebody acted without having signed in'],
  ] as const) {
    const [of, planted] = [sql.table(table), sql.ref(column)]
    await sql`create table planted as select id, ${planted} as was from ${of} where ${planted} is not null`.execute(
      app.db,
    )
    await sql`update ${of} set ${planted} = ${at}::timestamptz where ${planted} is not null`.execute(app.db)
    const found = await findDisorder()
    await sql`update ${of} t set ${planted} = p.was from planted p where p.id = t.id`.execute(app.db)
    await sql`drop table planted`.execute(app.db)
    assert.ok(
      found.some((line) => line.startsWith(words)),
      `${words}\n${found.join('\n')}`,
    )
  }
  assert.deepEqual(await findDisorder(), [])
})

test('each account of the demo signed in after it was made', async () => {
  const accounts = await app.db.selectFrom('account').select(['account', 'lastLoginAt', 'createdAt']).execute()
  assert.equal(accounts.length, 10)
  for (const { account, lastLoginAt, createdAt } of accounts)
    assert.ok(lastLoginAt !== null && lastLoginAt > createdAt, `${account} ${createdAt} ${lastLoginAt}`)
})

test('nobody has anything unread in the bell but what is wrong now: the past is read already', async () => {
  const { rows: now } = await sql<{ account: string; many: number }>`
    select a.account, count(*)::int as many from message_delivery d join message m on m.month = d.month and m.id = d.message_id
    join account a on a.id = d.receiver_id join fault_open f on f.id::text = m.opens ->> 'id' and f.condition = 'active'
    where d.receiver_kind = 'account' and d.channel = 'inbox' and d.state = 'sent' group by a.account`.execute(app.db)
  for (const account of ['operations', 'support', 'distributor', 'customer']) {
    const own = await signIn(app, account, 'Preset2026')
    const { total, unread } = (await app.ask(messageApi.bell, {}, { token: own })).envelope.data
    assert.ok(total >= 3)
    assert.equal(unread, now.find((one) => one.account === account)?.many ?? 0, account)
  }
})

test('twenty customers are in eight provinces and six other countries, in their zones, with as many devices as they say', async () => {
  const { list } = (await app.ask(customerApi.list, { pageSize: 80 }, { token })).envelope.data
  assert.equal(list.length, 20)
  const provinces = new Set(list.map(({ province }) => province))
  assert.equal(provinces.delete(''), true)
  assert.equal(provinces.size, 8)
  const zones = new Set<string>()
  for (const { id, name, province, city, region, devices } of list) {
    assert.ok(province === '' || fitsTogether(province, city, region), name)
    const shown = (await app.ask(customerApi.detail, { id }, { token })).envelope.data
    zones.add(shown.zone)
    const [ovens, coolers] = [
      (await app.ask(deviceCalls.oven.list, { department1: id }, { token })).envelope.data.total,
      (await app.ask(deviceCalls.cooler.list, { department1: id }, { token })).envelope.data.total,
    ]
    assert.ok(devices > 0, name)
    assert.deepEqual(
      [shown.ovens, shown.coolers, shown.devices, devices],
      [ovens, coolers, ovens + coolers, ovens + coolers],
    )
  }
  const abroad = [
    'Europe/Berlin',
    'Europe/Paris',
    'Europe/Oslo',
    'Europe/Amsterdam',
    'Asia/Singapore',
    'America/Vancouver',
  ]
  assert.deepEqual([...zones].sort(), [...abroad, 'Asia/Shanghai'].sort())
  const states = await Promise.all(
    warranties.map(async (warranty) => {
      const { total } = (await app.ask(deviceCalls.oven.list, { warranty }, { token })).envelope.data
      return total > 0
    }),
  )
  assert.deepEqual(new Set(states), new Set([true]))
})

test('an approved task shows what was approved, one stands at a failure, and one waits; a recipe waits for its translation', async () => {
  const { list } = (await app.ask(upgradeTaskApi.tasks, { pageSize: 50 }, { token })).envelope.data
  const details = await Promise.all(
    list.map(async ({ id }) => (await app.ask(upgradeTaskApi.task, { id }, { token })).envelope.data),
  )
  assert.deepEqual(
    details
      .map(({ status, approval, approvedAt }) => [status, approval.digest !== null, approvedAt !== null])
      .toSorted((a, b) => String(a).localeCompare(String(b))),
    [
      ['DISABLE', true, true],
      ['EXAMINE_REJECT', true, false],
      ['EXAMINE_WAIT', true, false],
      ['FINISH', true, true],
      ['FINISH', true, true],
    ],
  )
  const stopped = details.find(({ status }) => status === 'DISABLE')
  const devices = (await app.ask(upgradeTaskApi.taskDevices, { id: stopped?.id ?? '' }, { token })).envelope.data.list
  assert.deepEqual(devices.map(({ state }) => state).sort(), ['failed', 'succeeded', 'succeeded', 'waiting', 'waiting'])
  const recipes = (await app.ask(recipeApi.page, { pageSize: 80 }, { token })).envelope.data.list
  const waiting = recipes.filter(({ coverage }) => Object.values(coverage).some((one) => (one?.outdated ?? 0) > 0))
  assert.deepEqual(
    waiting.map(({ names }) => names.en),
    ['Crisp roast duck'],
  )
})

test('each model and each spare part of the demo has a picture of its own', async () => {
  const { rows } = await sql<{ of: string; n: number; pictures: number; kept: number }>`
    select 'product' as of, count(*)::int as n, count(distinct f.sha256)::int as pictures, count(f.id)::int as kept
    from product p left join file f on f.id = p.image_file_id and f.kind = 'product'
    union all
    select 'part', count(*)::int, count(distinct f.sha256)::int, count(f.id)::int
    from part p left join file f on f.id = p.image_file_id and f.kind = 'part'`.execute(app.db)
  assert.deepEqual(rows, [
    { of: 'product', n: 11, pictures: 11, kept: 11 },
    { of: 'part', n: 11, pictures: 11, kept: 11 },
  ])
})
