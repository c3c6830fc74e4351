// @both-databases: zones, and what adds up the tree, are SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { figureLists } from '@brigade/contract/statistics/drill.rules.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { sql, type KyselyPlugin } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import { sealHistory } from '../../telemetry/history/seal-history.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { makePerson } from '../../testing/person/make-person.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { plantHistories, type World } from '../../testing/statistics/plant-histories.ts'
import { reconcileDays } from './recount.ts'
import { removeOld } from './retention.store.ts'
import { findDue } from './run.store.ts'
import { takeDue } from './take-run.ts'
import { plantValues } from '../../testing/history/plant-values.ts'

let app: TestApp
let world: World
let admin: MadeAccount
/** 13:30 in Shanghai. */
let now: number
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const real = app.clock.now()
  now = Math.ceil((real - 5.5 * hourMs) / dayMs) * dayMs + 5.5 * hourMs
  app.clock.advance(now - real)
  admin = await make.account(app, { role: 'administrator' })
  world = await plantHistories(app, now - hourMs, 11)
  while (await takeDue(app));
})
after(() => app.stop())

const tables = ['hour', 'day', 'share', 'stock', 'leaf_stock', 'people', 'active', 'span', 'digest'].map(
  (name) => `statistic_${name}`,
)
async function everything(): Promise<string> {
  const parts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(
        app.db,
      )
      return rows.map(({ row }) => row).join('\n')
    }),
  )
  return parts.join('\n\n')
}

/** A connection that ends at its so-manieth statement, as that of a process that is killed there. */
function endingAt(statement: number): Db {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1
      if (count === statement) throw new Error('Killed here')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return app.db.withPlugin(plugin)
}

const ahead = async (hours: number) => {
  app.clock.advance(hours * hourMs)
  admin = await make.account(app, { role: 'administrator' })
}
const runs = async () =>
  (await app.ask(statisticsApi.runs, { pageSize: '80' }, { token: admin.token })).envelope.data.list
const dayOf = (at: number) => iso(at + 8 * hourMs).slice(0, 10)
async function figure(call: 'devices' | 'faults' | 'recipes', key: FigureKey, query: object = {}) {
  const { envelope } = await app.ask(statisticsApi[call], query, { token: admin.token })
  const found = envelope.data.figures.find((one) => one.key === key)
  assert.ok(found, `${key}: ${JSON.stringify(envelope)}`)
  return found
}

test('a run that ends at any of its statements leaves nothing, and the next look takes it whole', async () => {
  await ahead(6)
  const before = await everything()
  let statements = 0
  for (;;) {
    statements += 1
    try {
      await takeDue({ ...app, db: endingAt(statements) })
      break
    } catch (error) {
      assert.match(String(error), /Killed here/)
    }
    if (statements % 4 === 0) assert.equal(await everything(), before, `statement ${statements}`)
  }
  assert.ok(statements > 50, `it has ${statements} statements`)
  const after = await everything()
  assert.notEqual(after, before)
  await sql`delete from statistic_run where due_at = (select max(due_at) from statistic_run)`.execute(app.db)
  await Promise.all([takeDue(app), takeDue(app), takeDue(app)])
  assert.equal(await everything(), after)
})

test('what comes late is counted in its own hour, and in no other', async () => {
  const at = now - 3 * dayMs
  const query = { from: dayOf(at), to: dayOf(at) }
  const before = (await figure('recipes', 'recipes.cooked', query)).value ?? 0
  const today = (await figure('recipes', 'recipes.cooked')).value
  const organisationId = world.customerIds[0] ?? ''
  await sql`insert into recipe_cooked (recipe_id, device_id, organisation_id, version, cooked_at)
    values ((select min(id) from recipe), ${world.ovens[0] ?? ''}, ${organisationId}, 1, ${iso(at)})`.execute(app.db)
  const { rows: hours } = await sql<{ n: number }>`
    select count(*)::int as n from statistic_hour where measure = 'cooked'`.execute(app.db)
  await ahead(6)
  await takeDue(app)
  assert.equal((await figure('recipes', 'recipes.cooked', query)).value, before + 1)
  assert.equal((await figure('recipes', 'recipes.cooked', { from: dayOf(now), to: dayOf(now) })).value, today)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from statistic_hour where measure = 'cooked'`.execute(app.db)
  assert.ok((rows[0]?.n ?? 0) >= (hours[0]?.n ?? 0))
})

test('after a stop the flows of missed runs are made up; their stocks stay a gap', async () => {
  const raisedAt = app.clock.now() + 10 * hourMs
  await ahead(30)
  await app.db
    .insertInto('command')
    .values({
      deviceId: world.ovens[0] ?? '',
      kind: 'property.get',
      params: '{}',
      status: 'succeeded',
      createdAt: iso(raisedAt),
      deadlineAt: iso(raisedAt),
    })
    .execute()
  await takeDue(app)
  const [last, ...others] = await runs()
  assert.equal(last?.outcome, 'succeeded')
  const missed = others.filter(({ outcome }) => outcome === 'missed')
  assert.ok(missed.length >= 4, `${missed.length} runs were missed`)
  const day = dayOf(raisedAt)
  const made = await figure('devices', 'commands.created', { from: day, to: day })
  assert.ok((made.value ?? 0) >= 1)
  const { envelope } = await app.ask(
    statisticsApi.devices,
    { from: dayOf(now), to: dayOf(app.clock.now()) },
    { token: admin.token },
  )
  const online = envelope.data.series.find(({ key }) => key === 'devices.online')
  const missedDays = new Set(missed.map(({ dueAt }) => dayOf(Date.parse(dueAt))))
  const taken = new Set(
    [last, ...others].filter(({ outcome }) => outcome === 'succeeded').map(({ dueAt }) => dayOf(Date.parse(dueAt))),
  )
  for (const point of online?.points ?? [])
    if (online?.unit === 'day' && missedDays.has(point.at) && !taken.has(point.at))
      assert.equal(point.value, null, point.at)
})

test('a transfer moves a device from the next run on; what was counted before stays with whom it was counted', async () => {
  const [from = '', , to = ''] = world.customerIds
  const day = dayOf(now - 2 * dayMs)
  const range = { from: day, to: day }
  const counted = async (organisation: string) => ({
    installed: (await figure('devices', 'devices.installed', { organisation })).value ?? 0,
    past: (await figure('devices', 'commands.created', { organisation, ...range })).value,
  })
  const [a, b] = [await counted(from), await counted(to)]
  const moved = world.ovens[0] ?? ''
  await app.db.updateTable('deviceState').set({ organisationId: to }).where('deviceId', '=', moved).execute()
  await ahead(6)
  await takeDue(app)
  const [c, d] = [await counted(from), await counted(to)]
  assert.deepEqual([c.installed, d.installed], [a.installed - 1, b.installed + 1])
  assert.deepEqual([c.past, d.past], [a.past, b.past])
})

test('each night a past day is counted again from its rows, and what had been different is told', async () => {
  while ((await runs()).every(({ recounted }) => recounted === null)) {
    await ahead(6)
    await takeDue(app)
  }
  await sql`update statistic_day set own = own + 5, within = within + 5 where measure = 'commands' and own > 0`.execute(
    app.db,
  )
  await sql`insert into statistic_day (day, organisation_id, measure, product_id, place, part, own, within)
    select generate_series(${dayOf(app.clock.now() - 40 * dayMs)}::date, ${dayOf(app.clock.now() - 2 * dayMs)}::date, '1 day')::date,
      ${world.platformId}::bigint, 'commands', 0, 0, 'wrong', 5, 5`.execute(app.db)
  await ahead(24)
  await takeDue(app)
  const [last] = await runs()
  assert.ok(last?.recounted)
  assert.ok((last.difference ?? 0) >= 5, `${last.difference}`)
  assert.ok(last.differing.includes('commands.created'))
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from statistic_day where part = 'wrong' and day = ${last.recounted}::date`.execute(app.db)
  assert.equal(rows[0]?.n, 0)
})

test('the difference that the night found is a metric, and days are counted again by hand with the same result', async () => {
  const [last] = await runs()
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.equal(Number(/^brigade_statistics_difference (\S+)$/m.exec(metrics)?.[1]), last?.difference)
  const day = dayOf(now - 5 * dayMs)
  await sql`update statistic_day set own = own + 1 where measure = 'commands' and day = ${day}::date`.execute(app.db)
  const differences: (readonly string[])[] = []
  const reconcile = () =>
    reconcileDays(app.db, [day], app.settings.statisticsZone, ({ recounted, differing }) => {
      assert.equal(recounted, day)
      differences.push(differing)
    })
  assert.deepEqual([await reconcile(), await reconcile()], [1, 0])
  assert.ok(differences[0]?.includes('commands'))
})

test('a report that comes late to a sealed day is counted the next night, and a day without one is not written again', async () => {
  const night = async () => {
    do {
      await ahead(6)
      await takeDue(app)
    } while ((await runs())[0]?.recounted === null)
  }
  await night()
  const at = Math.floor((app.clock.now() + 8 * hourMs) / dayMs) * dayMs - 4 * dayMs
  const day = dayOf(at)
  const written = async () => {
    const { rows } = await sql<{ row: string }>`
      select concat_ws(' ', xmin, organisation_id) as row from statistic_share
      where measure = 'inUse' and day = ${day}::date order by 1`.execute(app.db)
    return rows.map(({ row }) => row)
  }
  const inUse = async () => (await figure('devices', 'devices.inUse', { from: day, to: day })).value ?? 0
  const [rows, before] = [await written(), await inUse()]
  assert.ok(rows.length > 0)
  await night()
  assert.deepEqual(await written(), rows)
  for (const [minutes, number] of [
    [0, 2],
    [30, 0],
  ] as const)
    await withPartitions(app.db, () =>
      plantValues(app.db, [
        {
          deviceId: world.ovens[1] ?? '',
          identifier: 'WorkState',
          at: at + minutes * minuteMs,
          isDeviceTime: false,
          value: number,
        },
      ]),
    )
  await night()
  assert.ok((await inUse()) > before, `${before}`)
})

test('of several values of a meter in one instant the last one counts alone, also where it is a text or its day is sealed', async () => {
  const oven = await make.device(app)
  const day = dayOf(app.clock.now() - 5 * dayMs)
  const noon = Date.parse(`${day}T12:00:00+08:00`)
  await sql`insert into property_identifier (identifier) values ('EnergyTotal') on conflict do nothing`.execute(app.db)
  // The microseconds of a time are the place of a value among those of its instant.
  const meter = (ms: number, micros: number, value: number | string) =>
    withPartitions(app.db, () =>
      plantValues(app.db, [{ deviceId: oven.id, identifier: 'EnergyTotal', at: noon + ms + micros / 1000, value }]),
    )
  const energy = async () => {
    await reconcileDays(app.db, [day], app.settings.statisticsZone, () => undefined)
    return (await figure('devices', 'devices.energy', { from: day, to: day })).value ?? 0
  }
  const before = await energy()
  await meter(0, 0, 100)
  await meter(hourMs, 0, 110)
  // A value that follows a text of the same instant is not counted.
  await meter(2 * hourMs, 0, 170)
  await meter(2 * hourMs, 1, 'E2')
  assert.equal(Math.round((await energy()) - before), 10)
  await sealHistory(app.db, app.clock.now())
  assert.equal(Math.round((await energy()) - before), 10)
  await meter(hourMs, 1, 105)
  assert.equal(Math.round((await energy()) - before), 5)
  await meter(hourMs, 2, 'E2')
  assert.equal(Math.round((await energy()) - before), 0)
})

test('runs are due at 01:00, 07:00, 13:00 and 19:00, across a change of clocks too', async () => {
  const listed = async (zone: string, from: string, hours: number) => {
    const found: string[] = []
    for (let at = Date.parse(from); at < Date.parse(from) + hours * hourMs; at += hourMs / 2) {
      const { next } = await findDue(app.db, iso(at), zone)
      if (next !== undefined && !found.includes(next.dueAt)) found.push(next.dueAt)
    }
    return found.map((at) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
        Date.parse(at),
      ),
    )
  }
  assert.deepEqual(await listed('Asia/Shanghai', '2026-03-01T00:00:00Z', 24), [
    '2026-03-01 13:00',
    '2026-03-01 19:00',
    '2026-03-02 01:00',
    '2026-03-02 07:00',
    '2026-03-02 13:00',
  ])
  // New York springs forward at 02:00 on 8 March, and falls back at 02:00 on 1 November: 01:00 comes twice and is taken
  // once.
  assert.deepEqual(await listed('America/New_York', '2026-03-08T05:00:00Z', 18), [
    '2026-03-08 01:00',
    '2026-03-08 07:00',
    '2026-03-08 13:00',
    '2026-03-08 19:00',
  ])
  assert.deepEqual(await listed('America/New_York', '2026-11-01T03:00:00Z', 20), [
    '2026-11-01 01:00',
    '2026-11-01 07:00',
    '2026-11-01 13:00',
    '2026-11-01 19:00',
  ])
})

test('a day on which the clocks of the zone change has 23 or 25 hours, and each event is in its own', async (t) => {
  const zone = 'America/New_York'
  const other = await startTestApp({ roles: ['api'], settings: { STATISTICS_ZONE: zone } })
  t.after(() => other.stop())
  const dayIn = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)
  const hoursOf = (at: number) => {
    const hours = Array.from({ length: 72 }, (_, hour) => at + (hour - 36) * hourMs)
    return hours.filter((hour) => dayIn(hour) === dayIn(at))
  }
  // The first such day from tomorrow on; noon is in no hour that is left out or repeated.
  let noon = Math.ceil(other.clock.now() / dayMs) * dayMs + 17 * hourMs
  while (hoursOf(noon).length === 24) noon += dayMs
  while (await takeDue(other));
  other.clock.advance(noon + dayMs - other.clock.now())
  const { id: deviceId } = await make.device(other)
  const hours = hoursOf(noon)
  assert.ok([23, 25].includes(hours.length))
  for (const hour of hours)
    await other.db
      .insertInto('command')
      .values({
        deviceId,
        kind: 'property.get',
        params: '{}',
        status: 'succeeded',
        createdAt: iso(hour + hourMs / 2),
        deadlineAt: iso(hour + hourMs),
      })
      .execute()
  while (await takeDue(other));
  const { token } = await make.account(other, { role: 'administrator' })
  const { envelope } = await other.ask(statisticsApi.devices, { from: dayIn(noon), to: dayIn(noon) }, { token })
  assert.equal(envelope.data.figures.find(({ key }) => key === 'commands.created')?.value, hours.length)
  const { points } = envelope.data.series.find(({ key }) => key === 'commands.created') ?? { points: [] }
  assert.deepEqual(
    points.map(({ at, value }) => [Date.parse(at), value]),
    hours.map((hour) => [hour, 1]),
  )
})

test('hours are kept 35 days, days and the stocks of their last run 800', async () => {
  const later = app.clock.now() + 50 * dayMs
  await removeOld(app.db, later)
  const { rows } = await sql<{ hours: number; days: number }>`
    select (
        select count(*) from statistic_hour where hour not in (
          select max(due_at) from statistic_run where outcome in ('succeeded', 'reconstructed') group by day))::int as hours,
      (select count(*) from statistic_day)::int as days`.execute(app.db)
  const stocks = async () =>
    (
      await sql<{ days: number; moments: number; otherDays: number; otherMoments: number }>`
        select count(distinct s.day)::int as days, count(distinct s.taken_at)::int as moments,
          count(distinct r.day) filter (where h.hour is not null)::int as other_days, count(distinct h.hour)::int as other_moments
        from (select day, taken_at from statistic_stock union all select day, taken_at from statistic_leaf_stock) s
        left join statistic_run r on r.due_at = s.taken_at
        left join statistic_hour h on h.hour = s.taken_at and h.measure = 'recipes'`.execute(app.db)
    ).rows[0]
  const kept = await stocks()
  assert.ok(kept !== undefined && kept.days > 0 && kept.otherDays > 0)
  assert.deepEqual([kept.moments, kept.otherMoments], [kept.days, kept.otherDays], 'of each day the last run is kept')
  assert.equal(rows[0]?.hours, 0)
  assert.ok((rows[0]?.days ?? 0) > 0)
  await removeOld(app.db, app.clock.now() + 900 * dayMs)
  const { rows: gone } = await sql<{ days: number }>`select count(*)::int as days from statistic_day`.execute(app.db)
  assert.equal(gone[0]?.days, 0)
  assert.deepEqual(await stocks(), { days: 0, moments: 0, otherDays: 0, otherMoments: 0 })
})

test('active users never exceed users total of the same run, however late it is, and their list shows as many', async () => {
  await ahead(6)
  const { last: due } = await findDue(app.db, iso(app.clock.now()), app.settings.statisticsZone)
  assert.ok(due)
  const { dueAt, day } = due
  const { id } = await makePerson(app)
  const registeredAt = iso(Date.parse(dueAt) + 60_000)
  await sql`update app_user set created_at = ${registeredAt}::timestamptz where id = ${id}::bigint`.execute(app.db)
  await sql`insert into app_user_day (app_user_id, day, calls) values (${id}::bigint, ${day}::date, 1) on conflict do nothing`.execute(
    app.db,
  )
  while (await takeDue(app));
  const auth = { token: admin.token }
  for (const days of [1, 7, 30] as const) {
    const from = dayOf(Date.parse(dueAt) - (days - 1) * dayMs)
    const { envelope } = await app.ask(statisticsApi.users, { from, to: day }, auth)
    const { figures, span, asOf } = envelope.data
    const valueOf = (key: FigureKey) => figures.find((one) => one.key === key)?.value ?? Number.NaN
    assert.ok(asOf === dueAt)
    assert.ok(valueOf('users.active') <= valueOf('users.total'), `${days} days: ${JSON.stringify(figures)}`)
    const [list] = figureLists('users.active', { span, asOf, days })
    assert.ok(list)
    const found = await app.ask(appUserApi.list, list.query, auth)
    assert.equal(found.envelope.data.total, valueOf('users.active'), `the list of ${days} days`)
  }
})

test('stocks of an organisation are found before and after others come below it, as its own and as a part of all', async () => {
  const agent = await make.organisation(app, { kind: 'agent' })
  await make.device(app, { organisationId: agent.id, productId: world.ovenProduct })
  await make.device(app, { organisationId: agent.id, productId: world.ovenProduct })
  const installed = async (id: string) => (await figure('devices', 'devices.installed', { organisation: id })).value
  const byOwner = async () => {
    const query = { organisation: agent.id, of: 'customers', by: 'devices' } as const
    const { envelope } = await app.ask(statisticsApi.top, query, { token: admin.token })
    return Object.fromEntries(envelope.data.top.flatMap(({ rows }) => rows.map(({ key, value }) => [key, value])))
  }
  const channels = async () => {
    const { envelope } = await app.ask(statisticsApi.devices, { organisation: agent.id }, { token: admin.token })
    return envelope.data.splits.find(({ by }) => by === 'channel')?.parts.map(({ key, value }) => [key, value])
  }
  await ahead(6)
  while (await takeDue(app));
  assert.equal(await installed(agent.id), 2)
  assert.deepEqual([await byOwner(), await channels()], [{ [agent.id]: 2 }, [['unknown', 2]]])
  const { asOf } = await figure('devices', 'devices.installed')
  const leafDay = dayOf(Date.parse(asOf ?? ''))
  const customer = await make.organisation(app, { parentId: agent.id })
  await make.device(app, { organisationId: customer.id, productId: world.ovenProduct })
  await ahead(24)
  while (await takeDue(app));
  assert.deepEqual([await installed(agent.id), await installed(customer.id)], [3, 1])
  assert.deepEqual([await byOwner(), await channels()], [{ [agent.id]: 2, [customer.id]: 1 }, [['unknown', 3]]])
  const past = await figure('devices', 'devices.installed', { organisation: agent.id, from: leafDay, to: leafDay })
  assert.equal(past.value, 2)
})
