import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { demoTrial, demoVersionOf } from '../device/demo/demo-devices.seed.ts'
import { createLog } from '../platform/log.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { makePartitions } from './demo-past.store.ts'
import { planPast } from './plan-past.seed.ts'
import { writeNext } from './write-past.ts'

/** An oven that took the trial, one that went back, a refrigerator that took the quiet fan. */
const [trial, wentBack, cooler] = [demoTrial.succeeded[0], demoTrial.failed, 'RC7025021406']

let app: TestApp
let token: string
let before7Days: number
let togetherAt: number

before(async () => {
  app = await startTestApp({ roles: ['api'], settings: { DEMO: 'on', OVENS: '20', COOLERS: '2', DEMO_DAYS: '30' } })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  await sql`
    delete from demo_past where device_id not in (select id from device where sn = any(${[trial, wentBack, cooler]}))`.execute(
    app.db,
  )
  const { rows } = await sql<{ beginsMs: number; endsMs: number }>`
    select (extract(epoch from min(begins_at)) * 1000)::float8 as begins_ms, (extract(epoch from max(ends_at)) * 1000)::float8 as ends_ms from demo_past`.execute(
    app.db,
  )
  const [span] = rows
  assert(span !== undefined)
  togetherAt = await bringTwoTogether()
  before7Days = span.endsMs - 7 * dayMs
  await makePartitions(app.db, span)
  while ((await writeNext({ ...app, stopping: new AbortController().signal })) !== undefined);
})
after(() => app.stop())

/** An oven may get two recipes in one instant: here it gets its first one twice. */
async function bringTwoTogether(): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    with first as (
      select p.device_id, a.act, a.place from demo_past p join device d on d.id = p.device_id
      cross join lateral jsonb_array_elements(p.script) with ordinality as a (act, place)
      where d.sn = ${trial} and act ->> 'is' = 'recipe' and (act ->> 'at')::float8 / 1000 > extract(epoch from p.begins_at)
      order by place limit 1
    )
    update demo_past p set script = jsonb_insert(p.script, array[(first.place - 1)::text], first.act)
    from first where p.device_id = first.device_id returning (first.act ->> 'at')::float8 as at`.execute(app.db)
  assert(rows[0] !== undefined)
  return rows[0].at
}

const idOf = async (sn: string) =>
  (await app.db.selectFrom('device').select('id').where('sn', '=', sn).executeTakeFirstOrThrow()).id

test('every recipe that was cooked is an event of its oven, of a recipe that it had got, and the figures are the number of these rows', async () => {
  const { rows } = await sql<{ events: number; cooked: number; same: number; early: number }>`
    select (select count(*)::int from device_event where identifier = 'Recipe:Cooked') as events,
      (select count(*)::int from recipe_cooked) as cooked,
      (select count(*)::int from recipe_cooked c join recipe r on r.id = c.recipe_id join device_event e on e.device_id = c.device_id
        and e.identifier = 'Recipe:Cooked' and e.occurred_at = c.cooked_at and e.output ->> 'Id' = r.code
        and (e.output ->> 'Minutes')::int = c.minutes) as same,
      (select count(*)::int from recipe_cooked c where not exists (select from recipe_download d
        where d.device_id = c.device_id and d.recipe_id = c.recipe_id and d.version = c.version and d.confirmed_at < c.cooked_at)) as early`.execute(
    app.db,
  )
  const [counts] = rows
  assert(counts !== undefined && counts.events > 200, JSON.stringify(counts))
  assert.deepEqual([counts.cooked, counts.same, counts.early], [counts.events, counts.events, 0])
  const totals = (await app.ask(recipeApi.statistic, {}, { token })).envelope.data
  assert.equal(totals.cooked, counts.cooked)
  const { list } = (await app.ask(recipeApi.page, { pageSize: 80 }, { token })).envelope.data
  assert.equal(
    list.reduce((sum, { cooked }) => sum + cooked, 0),
    counts.cooked,
  )
  // It does not happen more often than the ovens cooked.
  const { rows: programmes } = await sql<{ many: number }>`
    select count(*)::int as many from device_event where identifier = 'ProgramCompleted'`.execute(app.db)
  assert(Number(programmes[0]?.many) > counts.cooked)
})

/** Every value of a property of a device, sealed or not, in the order of time. */
async function valuesOf(deviceId: string, identifier: string) {
  const { rows } = await sql<{ at: string; value: string }>`
    select v.reported_at as at, coalesce(v.number::text, v.text) as value from (
      select device_id, property_id, reported_at, number, text from device_history_value
      union all
      select h.device_id, h.property_id, p.reported_at, p.number, p.value from device_history_day h cross join lateral sealed_points(h) as p
    ) as v join property_identifier i on i.id = v.property_id
    where i.identifier = ${identifier} and v.device_id = ${deviceId}::bigint order by v.reported_at`.execute(app.db)
  return rows
}

test('readings of one instant, as of two recipes that came together, are kept side by side', async () => {
  const { rows } = await sql<{ points: number; properties: number }>`
    select count(*)::int as points, count(distinct h.property_id)::int as properties
    from device_history_day h cross join lateral sealed_points(h) as p where h.device_id = ${await idOf(trial)}::bigint
      and p.reported_at >= to_timestamp(${togetherAt / 1000}) and p.reported_at < to_timestamp(${togetherAt / 1000}) + interval '1 second'`.execute(
    app.db,
  )
  const [found] = rows
  // The second reading may leave out values that are reported more rarely.
  assert(
    found !== undefined && found.points > found.properties && found.points <= 2 * found.properties,
    JSON.stringify(found),
  )
})

test('the versions that a device reported are those of its upgrades, which took it off line for a moment, and the last one is what the fleet goes on with', async () => {
  for (const [sn, kind] of [
    [trial, 'oven'],
    [wentBack, 'oven'],
    [cooler, 'cooler'],
  ] as const) {
    const id = await idOf(sn)
    const { rows: taken } = await sql<{ at: string; state: string; from: string; to: string }>`
      select u.ended_at as at, u.state, u.from_version as "from", v.reported_as as "to" from upgrade_device u
      join firmware_version v on v.id = u.version_id join demo_past p on p.device_id = u.device_id
      where u.device_id = ${id}::bigint and u.ended_at > p.begins_at`.execute(app.db)
    assert.equal(taken.length, 1, sn)
    const [upgrade] = taken
    assert(upgrade !== undefined)
    assert.equal(upgrade.state, sn === wentBack ? 'failed' : 'succeeded')
    const said = (await app.ask(recordCalls[kind].firmwares, { id }, { token })).envelope.data.list.toReversed()
    const expected =
      sn === wentBack
        ? [['', upgrade.from]]
        : [
            ['', upgrade.from],
            [upgrade.from, upgrade.to],
          ]
    assert.deepEqual(
      said.map(({ before: was, version }) => [was, version]),
      expected,
    )
    assert.equal(said.at(-1)?.version, demoVersionOf(sn))
    if (sn !== wentBack) assert.equal(said.at(-1)?.time, upgrade.at)
    for (const { at, value } of await valuesOf(id, 'FirmwareVersion'))
      assert.equal(value, at <= upgrade.at ? upgrade.from : demoVersionOf(sn), `${sn} ${at}`)
    const { rows: around } = await sql<{ online: boolean; seconds: number }>`
      select online, extract(epoch from occurred_at - ${upgrade.at}::timestamptz)::float8 as seconds from online_log
      where device_id = ${id}::bigint and abs(extract(epoch from occurred_at - ${upgrade.at}::timestamptz)) < 180 order by occurred_at`.execute(
      app.db,
    )
    assert.deepEqual(
      around.map(({ online, seconds }) => [online, seconds]),
      [
        [false, -40],
        [true, -4],
      ],
      sn,
    )
  }
})

test('the commands of the past were sent by people who were signed in, to devices that were connected, and answered; the next reading has what they changed', async () => {
  const { rows } = await sql<{
    id: string
    deviceId: string
    kind: string
    params: Record<string, number>
    before: Record<string, number>
    status: string
    code: number
    at: string
    isSignedIn: boolean
    isConnected: boolean
    isInOrder: boolean
  }>`
    select c.id::text, c.device_id::text, c.kind, c.params, c.previous_values as before, c.status, c.code, c.created_at as at,
      exists (select from session s where s.account_id = c.account_id and c.created_at between s.created_at and s.last_seen_at) as is_signed_in,
      (select l.online from online_log l where l.device_id = c.device_id and l.occurred_at <= c.created_at order by l.occurred_at desc limit 1) as is_connected,
      c.created_at < c.sent_at and c.sent_at < c.acknowledged_at and c.acknowledged_at < c.finished_at and c.finished_at < c.deadline_at as is_in_order
    from command c order by c.id`.execute(app.db)
  assert(rows.length >= 9, `${rows.length}`)
  assert(new Set(rows.map(({ deviceId }) => deviceId)).size === 3)
  let changes = 0
  for (const one of rows) {
    assert.deepEqual([one.isSignedIn, one.isConnected, one.isInOrder], [true, true, true], one.id)
    assert.equal(one.status, one.code === 200 ? 'succeeded' : 'failed')
    if (one.kind !== 'property.set') continue
    for (const [identifier, value] of Object.entries(one.params)) {
      const values = await valuesOf(one.deviceId, identifier)
      const was = values.findLast(({ at }) => at <= one.at)
      assert.equal(Number(was?.value), one.before[identifier], identifier)
      if (Number(was?.value) === value) continue
      const is = values.find(({ at }) => at > one.at)
      assert.equal(Number(is?.value), value, identifier)
      assert(Date.parse(is?.at ?? '') - Date.parse(one.at) < 1000, identifier)
      changes += 1
    }
  }
  assert(changes > 0)
  const id = await idOf(cooler)
  const { list } = (await app.ask(commandCalls.cooler.commands, { id }, { token })).envelope.data
  assert.equal(list.length, rows.filter(({ deviceId }) => deviceId === id).length)
  assert(list.every(({ accountName, status }) => accountName !== '' && status === 'succeeded'))
})

test('a past is no longer than what is kept', async () => {
  await sql`delete from demo_past`.execute(app.db)
  const retention = { ...app.settings.retention, historyDays: 7 }
  await sql`update device_state set last_seen_at = null`.execute(app.db)
  await sql`delete from online_log`.execute(app.db)
  await planPast({ ...app, settings: { ...app.settings, retention }, log: createLog({ level: 'silent' }) })
  const { rows } = await sql<{ begins: string; script: { at: number; is: string }[] }>`
    select p.begins_at as begins, p.script from demo_past p join device d on d.id = p.device_id where d.sn = ${trial}`.execute(
    app.db,
  )
  assert(Math.abs(Date.parse(rows[0]?.begins ?? '') - before7Days) < 600_000)
  assert(rows[0]?.script.every(({ at }) => at >= Date.parse(rows[0]?.begins ?? '')))
})
