import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { newLife } from '@brigade/simulator/device/device-life.ts'
import { runModem } from '@brigade/simulator/device/modbus/running-modem.ts'
import { readDeviceList } from '@brigade/simulator/device/device-list.ts'
import { livesAfterPast } from '@brigade/simulator/past/past-lives.ts'
import { seedOf } from '@brigade/simulator/past/past.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { publishedPassword } from '../platform/settings.ts'
import { sealHistory } from '../telemetry/history/seal-history.ts'
import { make } from '../testing/make.ts'
import { signIn } from '../testing/sign-in.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { makePartitions } from './demo-past.store.ts'
import { writeNext } from './write-past.ts'

const days = 4
const fleet = { DEMO: 'on', OVENS: '4', COOLERS: '4', DEMO_DAYS: String(days) }

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'], settings: fleet })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  await until('the past is written and counted', async () => (await countRuns()) > 0, 600_000)
})
after(() => app.stop())

async function countRuns(): Promise<number> {
  const { rows } = await sql<{
    many: number
  }>`select count(*)::int as many from statistic_run where outcome = 'succeeded'`.execute(app.db)
  return rows[0]?.many ?? 0
}

type Planned = Readonly<{
  id: string
  sn: string
  kind: string
  isSingle: boolean
  isGateway: boolean
  unit: number | null
  ending: string | null
  beginsAt: string
  endsAt: string
  writtenAt: string | null
}>
async function listPlanned(db: Db): Promise<Planned[]> {
  const { rows } = await sql<Planned>`
    select d.id::text as id, d.sn, s.kind, s.node_type = 'direct' as is_single, s.node_type = 'gateway' as is_gateway, g.unit, p.ending, p.begins_at, p.ends_at, p.written_at
    from demo_past p join device d on d.id = p.device_id join device_state s on s.device_id = d.id
    left join device_gateway g on g.device_id = d.id order by d.sn`.execute(db)
  return rows
}

/** Every value of a property, sealed or not. */
const points = (identifier: string) => sql`
  select v.device_id, v.reported_at, v.number from device_history_value v join property_identifier i on i.id = v.property_id
  where i.identifier = ${identifier}
  union all
  select h.device_id, p.reported_at, p.number from device_history_day h join property_identifier i on i.id = h.property_id
  cross join lateral sealed_points(h) as p where i.identifier = ${identifier}`

test('each device of the demo has the days that were asked for, and readings, connections and events through all of them', async () => {
  const planned = await listPlanned(app.db)
  const { rows: all } = await sql`select id from device where activated_at is not null`.execute(app.db)
  assert.equal(planned.length, all.length)
  assert.equal(planned.filter(({ isSingle }) => isSingle).length, 8)
  assert.equal(planned.filter(({ isSingle, isGateway }) => !isSingle && !isGateway).length, 5)
  for (const { id, sn, isGateway, unit, ending, beginsAt, endsAt, writtenAt } of planned) {
    assert.equal(Date.parse(endsAt) - Date.parse(beginsAt), days * dayMs, sn)
    assert.notEqual(writtenAt, null, sn)
    // A gateway measures nothing itself.
    if (isGateway || ending === 'offline') continue
    const { rows } = await sql<{ day: string; energy: number; last: string }>`
      select (reported_at at time zone 'UTC')::date::text as day, count(*)::int as energy, max(reported_at) as last
      from (${points('EnergyTotal')}) as point where device_id = ${id}::bigint group by 1 order by 1`.execute(app.db)
    assert.equal(rows.length, days + 1, sn)
    for (const { day, energy } of rows.slice(1, -1)) assert(energy >= 288, `${sn} ${day}: ${energy}`)
    assert(Date.parse(endsAt) - Date.parse(rows.at(-1)?.last ?? '') < 300_000, `${sn}: ${rows.at(-1)?.last}`)
    const { rows: kept } = await sql<{ events: number; ended: string; online: boolean; reported: string }>`
      select (select count(*)::int from device_event where device_id = ${id}::bigint) as events,
        (select reason from online_log where device_id = ${id}::bigint order by occurred_at desc limit 1) as ended,
        s.online, h.reported_at as reported from device_state s join device_shadow h on h.device_id = s.device_id where s.device_id = ${id}::bigint`.execute(
      app.db,
    )
    // A controller on a line has no events.
    assert(
      kept[0] !== undefined && kept[0].events >= (unit === null ? days * 2 : 0),
      `${sn}: ${kept[0]?.events} events`,
    )
    assert.deepEqual([kept[0].ended, kept[0].online], ['server_restart', false])
    assert(Date.parse(endsAt) - Date.parse(kept[0].reported) < 300_000, `${sn}: ${kept[0].reported}`)
  }
})

test('now a compressor is broken and its cabinet too warm, a fan is broken, and two devices are away since the day before', async () => {
  const { rows } = await sql<{ ending: string; identifier: string; code: string; severity: string; hours: number }>`
    select p.ending, f.identifier, f.code, f.severity, (extract(epoch from p.ends_at - f.raised_at) / 3600)::float8 as hours
    from fault_open f join demo_past p using (device_id) where f.condition = 'active' and p.ending is not null
      -- A programme that just then waits for its probe is a notice of its minute; it is not broken.
      and f.severity <> 'notice'
    order by p.ending, f.identifier desc`.execute(app.db)
  assert.deepEqual(
    rows.map(({ ending, identifier, code, severity }) => [ending, identifier, code, severity]),
    [
      ['compressor', 'Fault', 'E05', 'critical'],
      ['compressor', 'Excursion', 'high', 'critical'],
      ['fan', 'Fault', 'E04', 'major'],
      ['offline', 'Offline', '', 'major'],
    ],
  )
  assert.deepEqual([rows[0]?.hours, rows[2]?.hours, Math.floor(rows[3]?.hours ?? 0)], [14, 3, 26])
  const { rows: away } = await sql<{ kind: string; last: number; reading: number }>`
    select s.kind, (select extract(epoch from p.ends_at - max(l.occurred_at))::float8 / 3600 from online_log l where l.device_id = p.device_id) as last,
      (select extract(epoch from p.ends_at - h.reported_at)::float8 / 3600 from device_shadow h where h.device_id = p.device_id) as reading
    from demo_past p join device_state s using (device_id) where p.ending = 'offline' order by s.kind`.execute(app.db)
  assert.deepEqual(
    away.map(({ kind }) => kind),
    ['cooler', 'oven'],
  )
  assert(
    away.every(({ last, reading }) => last >= 26 && last < 40 && reading >= 26 && reading < 40),
    JSON.stringify(away),
  )
})

test('the simulated fleet goes on from the past: its counters stand where the last reading left them, and who is away stays away', async () => {
  const listed = readDeviceList(await readFile(path.join(app.settings.dataDir, 'simulator-devices.json'), 'utf8'))
  const lives = livesAfterPast(listed, {})
  const all = await listPlanned(app.db)
  const planned = all.filter(({ isSingle }) => isSingle)
  assert.deepEqual(
    Object.keys(lives).toSorted(),
    all
      .filter(({ isSingle, isGateway }) => isSingle || isGateway)
      .map(({ sn }) => sn)
      .toSorted(),
  )
  for (const { id, sn, ending } of planned) {
    const device = listed.find(({ credentials }) => credentials.deviceName === sn)
    assert(device !== undefined)
    const life = newLife({ ...device, host: '', port: 1, seed: seedOf(sn), speed: 1, saved: lives[sn], people: false })
    const { rows } = await sql<{ number: number }>`
      select number from (${points('EnergyTotal')}) as point where device_id = ${id}::bigint order by reported_at desc limit 1`.execute(
      app.db,
    )
    const now = Number(life.appliance.values(0)['EnergyTotal'])
    const rise = now - Number(rows[0]?.number)
    assert(rise >= 0 && rise < (ending === 'offline' ? 400 : 3), `${sn}: ${rows[0]?.number} kWh, then ${now}`)
    assert.equal(life.offlineMs > 0, ending === 'offline', sn)
  }
  // Devices behind a gateway continue from their saved state there.
  for (const gateway of listed.filter(({ units = [], subs = [] }) => units.length + subs.length > 0)) {
    const saved = lives[gateway.credentials.deviceName]
    const seed = seedOf(gateway.credentials.deviceName)
    const modem = runModem({ ...gateway, host: '', port: 1, seed, speed: 1, saved, people: false })
    for (const { deviceName, values } of modem.behind) {
      const { rows } = await sql<{ number: number }>`
        select p.number from (${points('EnergyTotal')}) as p join device d on d.id = p.device_id where d.sn = ${deviceName} order by reported_at desc limit 1`.execute(
        app.db,
      )
      const rise = Number(values(0)['EnergyTotal']) - Number(rows[0]?.number)
      assert(rise >= 0 && rise < 3, `${deviceName}: ${rows[0]?.number} kWh, ${rise} more`)
    }
    assert.equal(modem.behind.length, gateway.units?.length ?? gateway.subs?.length)
  }
  // A device that has lived since then continues from its own state.
  assert.deepEqual(livesAfterPast(listed, lives), {})
})

test('every fault that people of the demo closed has a cause of the list, and not all the same', async () => {
  const { rows } = await sql<{ without: number; causes: number }>`
    select (count(*) filter (where r.cause_id is null))::int as without, count(distinct r.cause_id)::int as causes
    from fault_record r where exists (
      select from fault_act a where a.month = r.month and a.fault_id = r.id and a.act = 'close' and a.account_id is not null)`.execute(
    app.db,
  )
  assert.equal(rows[0]?.without, 0)
  assert.ok((rows[0]?.causes ?? 0) > 1)
})

test('no row lies before what it depends on, or after the past', async () => {
  const now = new Date(app.clock.now()).toISOString()
  const { rows } = await sql<{ what: string; many: number }>`
    with of as (select p.*, d.activated_at from demo_past p join device d on d.id = p.device_id)
    select 'event' as what, count(*)::int as many from device_event e join of using (device_id) where e.occurred_at not between of.begins_at and of.ends_at
    union all select 'connection', count(*)::int from online_log l join of using (device_id) where l.occurred_at not between of.begins_at and of.ends_at
    union all select 'reading', count(*)::int from (${points('PowerDraw')}) as v join of using (device_id) where v.reported_at not between of.begins_at and of.ends_at
    union all select 'activated', count(*)::int from of where of.begins_at < of.activated_at
    union all select 'raised', count(*)::int from fault_record r join of using (device_id) where r.raised_at not between of.begins_at and of.ends_at
    union all select 'eliminated', count(*)::int from fault_record r where r.eliminated_at < r.raised_at
    union all select 'closed', count(*)::int from fault_record r where r.closed_at < r.eliminated_at or r.closed_at < r.last_at
    union all select 'active and closed', count(*)::int from fault_record r where r.condition = 'active'
    union all select 'act', count(*)::int from fault_act a join fault_record r on r.month = a.month and r.id = a.fault_id
      where a.at < r.raised_at or a.at > r.closed_at
    union all select 'act before it was heard of', count(*)::int from fault_act a join (
        select id, month, device_id, alert_type, raised_at from fault_record
        union all select id, month, device_id, alert_type, raised_at from fault_open) f on f.id = a.fault_id and f.month = a.month
      where a.account_id is not null and f.alert_type is distinct from 'offline'
        and (select l.online from online_log l where l.device_id = f.device_id and l.occurred_at <= f.raised_at order by l.occurred_at desc limit 1) = false
        and not exists (select from online_log l where l.device_id = f.device_id and l.online and l.occurred_at > f.raised_at and l.occurred_at <= a.at)
    union all select 'open', count(*)::int from fault_open f join of using (device_id) where f.raised_at > of.ends_at
      -- An alarm that was active in the end is over a while after it, by the rules of now.
      or f.eliminated_at > greatest(of.ends_at, ${now}::timestamptz)
    union all select 'excursion', count(*)::int from fault_excursion x join of using (device_id)
      where x.began_at < of.begins_at or x.ended_at < x.began_at or x.worst_at < x.began_at
    union all select 'event of a fault', count(*)::int from fault_record r where r.type = 'fault' and not exists (
      select from device_event e where e.device_id = r.device_id and e.code = r.code and e.occurred_at = r.raised_at)`.execute(
    app.db,
  )
  assert.equal(rows.length, 13)
  assert.deepEqual(
    rows.filter(({ many }) => many > 0),
    [],
  )
  const { rows: acts } = await sql<{ act: string; byPeople: boolean; many: number }>`
    select act, account_id is not null as by_people, count(*)::int as many from fault_act group by 1, 2`.execute(app.db)
  const manyOf = (act: string, byPeople: boolean) =>
    acts.find((one) => one.act === act && one.byPeople === byPeople)?.many ?? 0
  assert(manyOf('raise', false) > 5 && manyOf('eliminate', false) > 5)
  assert(manyOf('acknowledge', true) > 5)
  assert(manyOf('close', true) > 0)
})

test('once the past is written its indexes take hardly more room than built anew', async () => {
  const listSizes = async () => {
    const { rows } = await sql<{ name: string; bytes: number }>`
      select indexrelid::regclass::text as name, pg_relation_size(indexrelid)::float8 as bytes from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relkind = 'r' and coalesce(pg_partition_root(c.oid), c.oid)::regclass::text in ('device_event', 'device_history_day', 'fault_open', 'fault_record')
        and pg_relation_size(indexrelid) > 65536 order by 1`.execute(app.db)
    return rows
  }
  const sizes = await listSizes()
  assert(sizes.length > 0)
  for (const { name } of sizes) await sql`reindex index ${sql.raw(name)}`.execute(app.db)
  const anew = await listSizes()
  const sum = (of: typeof sizes) => of.reduce((bytes, one) => bytes + one.bytes, 0)
  assert(sum(sizes) <= 1.1 * sum(anew), `${JSON.stringify(sizes)}, anew ${JSON.stringify(anew)}`)
})

test('no device has worked for longer than it has been in service', async () => {
  for (const identifier of ['RunHours', 'CompressorHours']) {
    const { rows } = await sql<{ sn: string; worked: number; hours: number }>`
      select d.sn, max(v.number)::float8 as worked, (extract(epoch from max(p.ends_at) - d.activated_at) / 3600)::float8 as hours
      from (${points(identifier)}) as v join demo_past p using (device_id) join device d on d.id = v.device_id group by d.id`.execute(
      app.db,
    )
    assert(rows.length >= 3, identifier)
    for (const { sn, worked, hours } of rows) assert(worked > 0 && worked <= hours, `${sn}: ${worked} of ${hours} h`)
  }
})

test('the excursions of the records are those of the printed report', async () => {
  let many = 0
  for (const { id, sn, kind, beginsAt, endsAt } of await listPlanned(app.db)) {
    if (kind !== 'cooler') continue
    const query = { id, startTime: beginsAt, endTime: endsAt }
    const { data } = (await app.ask(coldChainApi.temperature, query, { token })).envelope
    const { rows } = await sql<{ from: number; worst: number }>`
      select floor(extract(epoch from began_at) * 1000)::float8 as "from", worst_c as worst from fault_excursion
      where device_id = ${id}::bigint order by began_at`.execute(app.db)
    const printed = data.excursions.toSorted((a, b) => a.from - b.from)
    assert.deepEqual(
      rows.map((row) => [row.from, row.worst]),
      printed.map(({ from, worstC }) => [Math.floor(from), worstC]),
      sn,
    )
    many += rows.length
  }
  assert(many > 0)
})

/** A past day of the statistics that is whole. */
const dayOfStatistics = async (): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select ((min(ends_at) at time zone 'Asia/Shanghai')::date - 2)::text as day from demo_past`.execute(app.db)
  return rows[0]?.day ?? ''
}

test('the energy of the statistics is what the counters of the devices rose by', async () => {
  const day = await dayOfStatistics()
  const { rows: raw } = await sql<{ rise: number }>`
    with point as (${points('EnergyTotal')}),
      bounds as (select day_start(${day}::date, 'Asia/Shanghai') as since, day_start(${day}::date + 1, 'Asia/Shanghai') as until)
    select sum(after.number - before.number)::float8 as rise from demo_past p cross join bounds
    cross join lateral (select number from point where device_id = p.device_id and reported_at < since order by reported_at desc limit 1) as before
    cross join lateral (select number from point where device_id = p.device_id and reported_at < until order by reported_at desc limit 1) as after`.execute(
    app.db,
  )
  const { rows: counted } = await sql<{ kwh: number }>`
    select sum(within)::float8 as kwh from statistic_day s join organisation o on o.id = s.organisation_id and o.kind = 'platform'
    where s.day = ${day}::date and s.measure = 'energy' and s.part = ''`.execute(app.db)
  const [rise, kwh] = [Number(raw[0]?.rise), Number(counted[0]?.kwh)]
  assert(rise > 20 && Math.abs(rise - kwh) < 0.01, `${rise} kWh by the counters, ${kwh} in the statistics`)
})

/** How long a device was online within a span, by its log. */
async function onlineMsOf(id: string, from: number, to: number): Promise<number> {
  const { rows } = await sql<{ at: string; online: boolean }>`
    select occurred_at as at, online from online_log where device_id = ${id}::bigint order by occurred_at, seq`.execute(
    app.db,
  )
  return rows.reduce((sum, { at, online }, index) => {
    const end = Math.min(to, Date.parse(rows[index + 1]?.at ?? '9999-01-01'))
    return online ? sum + Math.max(0, end - Math.max(from, Date.parse(at))) : sum
  }, 0)
}

test('the availability of the statistics is what the online log says', async () => {
  const day = await dayOfStatistics()
  const { rows: bounds } = await sql<{ from: string; to: string }>`
    select day_start(${day}::date, 'Asia/Shanghai') as "from", day_start(${day}::date + 1, 'Asia/Shanghai') as "to"`.execute(
    app.db,
  )
  const [from, to] = [Date.parse(bounds[0]?.from ?? ''), Date.parse(bounds[0]?.to ?? '')]
  const coolers = (await listPlanned(app.db)).filter(({ kind }) => kind === 'cooler')
  let onlineMs = 0
  for (const { id } of coolers) onlineMs += await onlineMsOf(id, from, to)
  const { rows } = await sql<{ top: number; base: number }>`
    select (select sum(t) from unnest(tops) as t)::float8 as top, (select sum(b) from unnest(bases) as b)::float8 as base
    from statistic_share s join organisation o on o.id = s.organisation_id and o.kind = 'platform'
    where s.day = ${day}::date and s.measure = 'coolerTime'`.execute(app.db)
  assert(rows[0] !== undefined)
  assert.equal(rows[0].base, (coolers.length * dayMs) / 1000)
  assert(Math.abs(rows[0].top - onlineMs / 1000) < 0.01, `${rows[0].top} s, by the log ${onlineMs / 1000} s`)
})

test('where the past is shorter than a week, the days before it count neither as online nor as offline: on the page of a device, in its curves and in the statistics', async () => {
  const planned = await listPlanned(app.db)
  const now = app.clock.now()
  const week = { startTime: new Date(now - 7 * dayMs).toISOString(), endTime: new Date(now).toISOString() }
  for (const kind of ['oven', 'cooler'] as const) {
    const device = planned.find((one) => one.kind === kind && one.isSingle)
    assert(device !== undefined)
    const { id, beginsAt } = device
    const shown = (await app.ask(deviceCalls[kind].detail, { id }, { token })).envelope.data
    assert.equal(Date.parse(shown.connectionsSince ?? ''), Date.parse(beginsAt))
    const query = { id, identifiers: 'EnergyTotal', ...week }
    const { offline } = (await app.ask(telemetryCalls[kind].curve, query, { token })).envelope.data
    for (const { from } of offline) assert(from >= Date.parse(beginsAt), `${kind}: offline from ${from}`)
  }
  const dayIn = (ms: number) => new Date(ms + 8 * hourMs).toISOString().slice(0, 10)
  const range = { from: dayIn(now - 6 * dayMs), to: dayIn(now) }
  const { figures, asOf } = (await app.ask(statisticsApi.devices, range, { token })).envelope.data
  const to = Date.parse(asOf ?? '')
  let [onlineMs, knownMs] = [0, 0]
  for (const { id, beginsAt } of planned.filter(({ kind }) => kind === 'cooler')) {
    onlineMs += await onlineMsOf(id, Date.parse(beginsAt), to)
    knownMs += to - Date.parse(beginsAt)
  }
  const share = figures.find(({ key }) => key === 'devices.availability')?.value ?? 0
  assert(share > 70, `${share} %`)
  assert(Math.abs(share - (100 * onlineMs) / knownMs) < 0.1, `${share} %, by the log ${(100 * onlineMs) / knownMs} %`)
})

test('who acknowledged and closed the faults was signed in at that moment, and nobody does so around the clock', async () => {
  const { rows: people } = await sql<{ acts: number; hours: number }>`
    select count(*)::int as acts, count(distinct extract(hour from at at time zone 'UTC'))::int as hours
    from fault_act where account_id is not null group by account_id`.execute(app.db)
  assert(people.length > 1 && people.every(({ hours }) => hours <= 12), JSON.stringify(people))

  const { rows } = await sql<{ acts: number; outside: number }>`
    select count(*)::int as acts, count(*) filter (where not exists (
      select from session s where s.account_id = a.account_id and a.at between s.created_at and s.last_seen_at))::int as outside
    from fault_act a where a.account_id is not null`.execute(app.db)
  assert(rows[0] !== undefined && rows[0].acts > 0)
  assert.equal(rows[0].outside, 0)
})

const worlds = [
  'events',
  'connections',
  'records',
  'open',
  'excursions',
  'cooked',
  'commands',
  'versions',
  'readings',
] as const

test('the bell has unread what is wrong now, for those who acknowledge such faults, and nothing else; whoever acknowledged it has read it', async () => {
  const { rows: now } = await sql<{ id: string }>`
    select id::text from fault_open f where condition = 'active' and severity in ('critical', 'major')
      and exists (select from demo_past p where p.device_id = f.device_id)`.execute(app.db)
  assert(now.length >= 4)
  const { rows: told } = await sql<{
    account: string
    opens: string | null
    isRead: boolean
    isAcknowledged: boolean
    isThen: boolean
    act: number
  }>`
    select a.account, m.opens ->> 'id' as opens, d.state = 'read' as is_read,
      exists (select from fault_act t where t.fault_id::text = m.opens ->> 'id' and t.act = 'acknowledge' and t.account_id = a.id
        and t.at <= d.read_at) as is_acknowledged,
      exists (select from fault_act t where t.fault_id::text = m.opens ->> 'id' and t.act = 'raise' and m.pushed_at - t.at between interval '0' and interval '2 hours') as is_then,
      (select count(*)::int from fault_act t where t.act = 'notify' and t.message_id = m.id) as act
    from message_delivery d join message m on m.month = d.month and m.id = d.message_id join account a on a.id = d.receiver_id
    where d.receiver_kind = 'account' and d.channel = 'inbox' and m.kind <> 'task'`.execute(app.db)
  assert.deepEqual(new Set(told.map(({ opens }) => opens)), new Set(now.map(({ id }) => id)))
  for (const { account, isRead, isAcknowledged, isThen, act } of told)
    assert.deepEqual([isRead, isThen, act], [isAcknowledged, true, 1], account)
  assert(told.some(({ isRead }) => isRead) && told.some(({ isRead }) => !isRead))
  for (const account of ['admin', 'operations', 'distributor', 'customer', 'auditor']) {
    const own = await signIn(app, account, publishedPassword)
    const { unread } = (await app.ask(messageApi.bell, {}, { token: own })).envelope.data
    assert.equal(unread, told.filter((one) => one.account === account && !one.isRead).length, account)
  }
  assert(told.some(({ account, isRead }) => account === 'admin' && !isRead))
})

/** All that a past is made of, without ids. */
async function worldOf(db: Db) {
  const read = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows
  return {
    events:
      await read(sql`select d.sn, e.occurred_at, e.identifier, e.output::text as output, e.cleared_at from device_event e
      join device d on d.id = e.device_id order by d.sn, e.occurred_at, e.seq`),
    connections: await read(sql`select d.sn, l.occurred_at, l.online, l.reason from online_log l
      join device d on d.id = l.device_id order by d.sn, l.occurred_at, l.seq`),
    records:
      await read(sql`select d.sn, r.identifier, r.code, r.raised_at, r.eliminated_at, r.closed_at, r.occurrences, r.cause, r.severity
      from fault_record r join device d on d.id = r.device_id order by d.sn, r.raised_at, r.identifier`),
    open: await read(sql`select d.sn, r.identifier, r.code, r.raised_at, r.eliminated_at, r.condition, r.handling, r.occurrences
      from fault_open r join device d on d.id = r.device_id order by d.sn, r.raised_at, r.identifier`),
    excursions: await read(sql`select d.sn, x.side, x.began_at, x.ended_at, x.worst_c from fault_excursion x
      join device d on d.id = x.device_id order by d.sn, x.began_at`),
    cooked: await read(sql`select d.sn, r.code, c.version, c.cooked_at, c.minutes, c.energy_kwh from recipe_cooked c
      join device d on d.id = c.device_id join recipe r on r.id = c.recipe_id order by d.sn, c.cooked_at`),
    commands:
      await read(sql`select d.sn, c.kind, c.identifier, c.params, c.previous_values, c.status, c.reply, c.created_at, c.finished_at from command c
      join device d on d.id = c.device_id order by d.sn, c.created_at`),
    versions: await read(sql`select d.sn, f.version, f.previous_version, f.reported_at from device_firmware f
      join device d on d.id = f.device_id order by d.sn, f.reported_at`),
    readings: await read(sql`
      select d.sn, i.identifier, count(*)::int as many, md5(string_agg(v.reported_at || ' ' || coalesce(v.number::text, v.text), ';' order by v.reported_at)) as digest
      from (
        select device_id, property_id, reported_at, number, text from device_history_value
        union all
        select h.device_id, h.property_id, p.reported_at, p.number, p.value from device_history_day h cross join lateral sealed_points(h) as p
      ) as v join device d on d.id = v.device_id join property_identifier i on i.id = v.property_id
      group by 1, 2 order by 1, 2`),
  }
}

test('stopped or failed in the middle of a device it goes on later, and two databases with one seed have the same rows', async () => {
  const other = await startTestApp({ roles: ['api'], settings: fleet })
  try {
    // Scripted commands and upgrades are dated back from the start, as the whole past is.
    const { rows: plans } = await sql<{
      sn: string
      beginsAt: string
      endsAt: string
      firmware: string | null
      script: unknown
    }>`
      select d.sn, p.begins_at, p.ends_at, p.firmware, p.script from demo_past p join device d on d.id = p.device_id`.execute(
      app.db,
    )
    for (const { sn, beginsAt, endsAt, firmware, script } of plans)
      await sql`update demo_past set begins_at = ${beginsAt}::timestamptz, ends_at = ${endsAt}::timestamptz,
        firmware = ${firmware}, script = ${JSON.stringify(script)}::jsonb
        where device_id = (select id from device where sn = ${sn})`.execute(other.db)
    const [first] = await listPlanned(other.db)
    assert(first !== undefined)
    await makePartitions(other.db, { beginsMs: Date.parse(first.beginsAt), endsMs: Date.parse(first.endsAt) })
    const stopping = new AbortController()
    const written: string[] = []
    const going = { ...other, stopping: stopping.signal }
    const one = await writeNext(going)
    if (one !== undefined) written.push(one.sn)
    const stop = setTimeout(() => stopping.abort(), 100)
    assert.equal(await writeNext(going), undefined)
    clearTimeout(stop)
    // Nothing of the interrupted one was written.
    const { rows } = await sql<{ sn: string }>`
      select distinct d.sn from device_history_row v join device d on d.id = v.device_id`.execute(other.db)
    assert.deepEqual(
      rows.map(({ sn }) => sn),
      written,
    )
    const again = { ...other, stopping: new AbortController().signal }
    for (let next = await writeNext(again); next !== undefined; next = await writeNext(again)) written.push(next.sn)
    assert.equal(new Set(written).size, (await listPlanned(app.db)).length)
    assert.equal(await writeNext(again), undefined)
    await sealHistory(other.db, other.clock.now())
    const [here, there] = [await worldOf(app.db), await worldOf(other.db)]
    assert(here.readings.length > 100 && here.events.length > 100 && here.records.length > 5)
    assert(here.cooked.length > 10 && here.versions.length > 5)
    for (const name of worlds) assert.deepEqual(there[name], here[name], name)
  } finally {
    await other.stop()
  }
})
