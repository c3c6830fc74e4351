// @both-databases: triggers raise alarms.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { connectMade, isOnline } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { insertEvent } from '../../telemetry/events/event.store.ts'
import { makeGateway } from '../../testing/gateway/gateway-device.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { watchLive } from '../../testing/watch-live.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const alarmsOf = async (deviceId: string): Promise<readonly FaultRow[]> =>
  (await app.ask(faultApi.alarms, { deviceId }, { token: admin.token })).envelope.data.list
const awaited = (deviceId: string, isIt: (row: FaultRow) => boolean) =>
  until(`the alarm of device ${deviceId}`, async () => (await alarmsOf(deviceId)).find(isIt), 10_000)
/** Whether all changes are folded, and nothing is due. */
const settled = () =>
  until('nothing to be left', async () => {
    // The order matters: what is folded between the two is due in the second.
    const changes = await app.db.selectFrom('faultChange').select('seq').execute()
    if (changes.length > 0) return false
    const now = new Date(app.clock.now()).toISOString()
    return (await app.db.selectFrom('faultWait').select('kind').where('dueAt', '<=', now).execute()).length === 0
  })
/**
 * Waits until the devices of earlier tests are offline: a later one would be an alarm within the same minute as the
 * test's own.
 */
const othersGone = () =>
  until('no device to be online', async () => {
    const online = await app.db.selectFrom('deviceState').select('deviceId').where('online', '=', true).execute()
    return online.length === 0
  })

async function warmCooler() {
  const cooler = await make.device(app, { kind: 'cooler' })
  const device = await connectMade(app, cooler)
  const settings = { SetPoint: 3, HighLimit: 8, LowLimit: 0, AlarmDelay: 10, Defrost: 0, DoorState: 0 }
  await device.report({ ...settings, CabinetTemp: 4 })
  await device.receive('property/post_reply')
  /** Advances the clock by minutes, and sends a report. */
  const later = async (minutes: number, values: Record<string, number>) => {
    app.clock.advance(minutes * minuteMs)
    await device.report(values)
    await device.receive('property/post_reply')
    await settled()
  }
  return { cooler, device, later }
}

test('a temperature beyond its limit for longer than its delay is an excursion, as the report judges it, until it is back', async (t) => {
  const { cooler, device, later } = await warmCooler()
  t.after(() => device.vanish())
  await later(1, { CabinetTemp: 12 })
  const crossedAt = app.clock.now()
  await later(5, { CabinetTemp: 11 })
  assert.deepEqual(await alarmsOf(cooler.id), [], 'not before its delay')
  await later(6, { CabinetTemp: 11 })
  const raised = await awaited(cooler.id, () => true)
  assert.deepEqual(
    [raised.alertType, raised.code, raised.severity, raised.condition, raised.name.zh],
    ['excursion', 'high', 'critical', 'active', '温度超限（高于上限）'],
  )
  const undescribed = (await app.ask(faultCodeApi.undescribed, {}, { token: admin.token })).envelope.data
  assert.ok(
    undescribed.every(({ identifier }) => identifier !== 'Excursion'),
    'it is named by the server',
  )
  await later(5, { CabinetTemp: 4 })
  const ended = await awaited(cooler.id, ({ condition }) => condition === 'eliminated')
  const query = {
    id: cooler.id,
    startTime: new Date(crossedAt - minuteMs).toISOString(),
    endTime: new Date(app.clock.now()).toISOString(),
  }
  const { excursions } = (await app.ask(coldChainApi.temperature, query, { token: admin.token })).envelope.data
  assert.deepEqual(
    excursions.map(({ from, to }) => [from, to]),
    [[Date.parse(ended.raisedAt), Date.parse(ended.eliminatedAt ?? '')]],
  )
})

test('a temperature that is back before its delay raises nothing', async (t) => {
  const { cooler, device, later } = await warmCooler()
  t.after(() => device.vanish())
  await later(1, { CabinetTemp: 12 })
  await later(5, { CabinetTemp: 4 })
  await later(20, { CabinetTemp: 4 })
  assert.deepEqual(await alarmsOf(cooler.id), [])
})

test('warm air that a defrost explains raises nothing, as in the report', async (t) => {
  const { cooler, device, later } = await warmCooler()
  t.after(() => device.vanish())
  await later(1, { Defrost: 1, CabinetTemp: 5 })
  await later(2, { CabinetTemp: 12 })
  await later(12, { CabinetTemp: 12 })
  await later(6, { Defrost: 0, CabinetTemp: 11 })
  await later(8, { CabinetTemp: 4 })
  assert.deepEqual(await alarmsOf(cooler.id), [])
  const excused = await reportOf(cooler.id, 60)
  assert.deepEqual([excused.excursions, excused.excused.map(({ by }) => by)], [[], ['defrost']])
})

const reportOf = async (id: string, minutes: number) => {
  const now = app.clock.now()
  const span = { startTime: new Date(now - minutes * minuteMs).toISOString(), endTime: new Date(now).toISOString() }
  return (await app.ask(coldChainApi.temperature, { id, ...span }, { token: admin.token })).envelope.data
}

test('a single value that is older than the one that is known crosses nothing, and leaves nothing to be looked at', async (t) => {
  const { cooler, device, later } = await warmCooler()
  t.after(() => device.vanish())
  const old = app.clock.now() - hourMs
  await device.report({ CabinetTemp: { value: 15, time: old } })
  await device.receive('property/post_reply')
  await later(30, { CabinetTemp: 4 })
  assert.deepEqual(await alarmsOf(cooler.id), [])
  const { rows } =
    await sql`select from fault_wait where device_id = ${cooler.id}::bigint and kind = 'excursion'`.execute(app.db)
  assert.equal(rows.length, 0)
})

const Measured = z.object({ worstC: z.number() })
/** An event that the device reports by itself. */
const warn = async (device: Awaited<ReturnType<typeof warmCooler>>['device'], identifier: string, id: string) => {
  await device.send(`thing/event/${identifier}/post`, { id, version: '1.0', params: { Active: 1 } })
  await device.receive(`${identifier}/post_reply`)
  await settled()
}

test('refrigerators that cross their limits in one moment are each checked once their own delay is over, and each that is back at once', async (t) => {
  const delays = [5, 20, undefined]
  const coolers = await Promise.all(
    delays.map(async (delay) => {
      const cooler = await make.device(app, { kind: 'cooler' })
      const device = await connectMade(app, cooler)
      t.after(() => device.vanish())
      const own = delay === undefined ? {} : { AlarmDelay: delay }
      await device.report({ SetPoint: 3, HighLimit: 8, LowLimit: 0, CabinetTemp: 4, ...own })
      await device.receive('property/post_reply')
      return { id: cooler.id, device }
    }),
  )
  await settled()
  const report = async (celsius: number) => {
    await app.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('fold fault_change'))`.execute(trx)
      for (const { device } of coolers) {
        await device.report({ CabinetTemp: celsius })
        await device.receive('property/post_reply')
      }
    })
    await settled()
  }
  const ids = coolers.map(({ id }) => id)
  const waits = async () => {
    const { rows } = await sql<{ deviceId: string; minutes: number }>`
      select device_id::text as device_id, round(extract(epoch from due_at - since) / 60)::int as minutes from fault_wait
      where kind = 'excursion' and device_id = any(${ids}::bigint[])`.execute(app.db)
    return new Map(rows.map(({ deviceId, minutes }) => [deviceId, minutes]))
  }
  await report(12)
  assert.deepEqual(await waits(), new Map(ids.map((id, index) => [id, delays[index] ?? 30])))
  await report(4)
  assert.equal((await waits()).size, 0)
})

test('what the device says itself of its temperature is evidence of the excursion and no alarm beside it, whichever comes first', async (t) => {
  const { cooler, device, later } = await warmCooler()
  t.after(() => device.vanish())
  // Before our tolerance is exceeded it is a separate alarm.
  await warn(device, 'HighTemp', '901')
  const own = await awaited(cooler.id, ({ identifier }) => identifier === 'HighTemp')
  assert.equal(own.condition, 'active')
  await later(1, { CabinetTemp: 12 })
  await warn(device, 'HighTemp', '902')
  await later(11, { CabinetTemp: 12 })
  const raised = await awaited(cooler.id, ({ alertType }) => alertType === 'excursion')
  await warn(device, 'HighTemp', '903')
  const rows = await alarmsOf(cooler.id)
  assert.deepEqual(
    new Map(rows.map(({ identifier, closedAt }) => [identifier, closedAt === null])),
    new Map([
      ['Excursion', true],
      ['HighTemp', false],
    ]),
  )
  const { acts, output } = (await app.ask(faultApi.detail, { id: raised.id }, { token: admin.token })).envelope.data
  assert.deepEqual(
    acts.filter(({ act }) => act === 'evidence').map(({ text, by }) => [text, by]),
    [
      ['HighTemp', null],
      ['HighTemp', null],
    ],
  )
  assert.equal(Measured.parse(output).worstC, 12)
  // It gets worse: the record shows the latest value.
  await later(2, { CabinetTemp: 14 })
  await later(2, { CabinetTemp: 13 })
  const worse = (await app.ask(faultApi.detail, { id: raised.id }, { token: admin.token })).envelope.data
  const [excursion] = (await reportOf(cooler.id, 60)).excursions
  assert.deepEqual([Measured.parse(worse.output).worstC, excursion?.worstC], [14, 14])
})

test('for ten minutes after a restart, and while the gateway is away, nothing is said of silence', async (t) => {
  const own = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  t.after(() => own.stop())
  const { token } = await make.account(own, { role: 'administrator' })
  const [gateway, cooler] = [await makeGateway(own), await make.device(own, { kind: 'cooler' })]
  const offlineSince = new Date(own.clock.now() - 2 * hourMs).toISOString()
  await own.db
    .insertInto('faultWait')
    .values({ deviceId: cooler.id, kind: 'offline', dueAt: offlineSince, since: offlineSince })
    .execute()
  const dueIn = () =>
    own.db.selectFrom('faultWait').select('dueAt').where('deviceId', '=', cooler.id).executeTakeFirst()
  const putOff = () =>
    until('it to be put off', async () => {
      const wait = await dueIn()
      return wait === undefined ? undefined : Date.parse(wait.dueAt) > own.clock.now() && wait
    })
  const alarms = async () => (await own.ask(faultApi.alarms, { deviceId: cooler.id }, { token })).envelope.data.total
  await putOff()
  assert.equal(await alarms(), 0, 'after a restart')
  await own.db
    .insertInto('deviceGateway')
    .values({ deviceId: cooler.id, gatewayId: gateway.id, addedAt: offlineSince })
    .execute()
  own.clock.advance(11 * minuteMs)
  await putOff()
  assert.equal(await alarms(), 0, 'behind a gateway that is away')
  const link = await connectMade(own, gateway)
  t.after(() => link.vanish())
  own.clock.advance(11 * minuteMs)
  await until('the alarm', async () => (await alarms()) === 1)
})

test('what cannot become a record holds up no other, is tried again and is not lost', async (t) => {
  const oven = await make.device(app)
  const link = await connectMade(app, oven)
  t.after(() => link.vanish())
  // The text is longer than an index entry may be, and incompressible: no device can send it regularly.
  const { rows } = await sql<{ seq: string }>`
    insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at)
    select ${oven.id}::bigint, 'raise', 'fault', string_agg(md5(n::text), ''), 'E01', '{}', now(), now() from generate_series(1, 400) n
    returning seq::text as seq`.execute(app.db)
  await link.send('thing/event/Fault/post', { id: '1', version: '1.0', params: { Code: 'E05', Active: 1 } })
  const requested = () => app.ask(faultApi.page, { deviceId: oven.id }, { token: admin.token })
  await until('the other', async () => (await requested()).envelope.data.total === 1)
  const left = await until('it to be put off', () =>
    app.db.selectFrom('faultChange').selectAll().where('againAt', 'is not', null).executeTakeFirst(),
  )
  assert.deepEqual([left.seq, Date.parse(left.againAt ?? '') > app.clock.now()], [rows[0]?.seq, true])
  await app.db
    .updateTable('faultChange')
    .set({ identifier: 'Fault', againAt: null })
    .where('seq', '=', left.seq)
    .execute()
  await until('both', async () => (await requested()).envelope.data.total === 2)
})

test('a code that is longer than any real one is kept short, and is the same when it ends', async () => {
  const oven = await make.device(app)
  const code = 'é'.repeat(100)
  const requested = async () =>
    (await app.ask(faultApi.page, { deviceId: oven.id }, { token: admin.token })).envelope.data.list[0]
  for (const clears of [false, true]) {
    const at = app.clock.now()
    const event = { identifier: 'Fault', type: 'error' as const, code, output: { Active: clears ? 0 : 1 }, clears }
    const received = { timeMs: at, receivedAtMs: at, messageId: String(clears), isKept: false }
    await app.db.transaction().execute((trx) => insertEvent(trx, oven.id, { ...event, ...received }))
    await until('it to be a record', async () => (await requested())?.condition === (clears ? 'eliminated' : 'active'))
  }
  assert.equal((await requested())?.code.length, 64)
})

test('a refrigerator that is offline for an hour is an alarm until it is back, with a message to those who may acknowledge it, and an oven is none', async (t) => {
  await othersGone()
  // Their alarms are raised before anybody may be notified of them: a second message would wait for its minute.
  app.clock.advance(61 * minuteMs)
  await settled()
  const keeper = await make.account(app, { role: 'administrator' })
  const [cooler, oven] = [await make.device(app, { kind: 'cooler' }), await make.device(app)]
  for (const device of [cooler, oven]) {
    const link = await connectMade(app, device)
    link.vanish()
    await isOnline(app, device, false)
  }
  await settled()
  app.clock.advance(59 * minuteMs)
  await settled()
  assert.deepEqual(await alarmsOf(cooler.id), [])
  app.clock.advance(2 * minuteMs)
  const lost = await awaited(cooler.id, ({ alertType }) => alertType === 'offline')
  assert.deepEqual([lost.condition, lost.severity], ['active', 'major'])
  assert.deepEqual(await alarmsOf(oven.id), [])
  const message = await until('its message', async () => {
    const { list } = (await app.ask(messageApi.bell, {}, { token: keeper.token })).envelope.data
    return list.find(({ opens }) => opens?.id === lost.id)
  })
  assert.deepEqual([message.type, message.opens], ['alarm', { kind: 'alarm', id: lost.id }])
  const back = await connectMade(app, cooler)
  t.after(() => back.vanish())
  await awaited(cooler.id, ({ id, condition }) => id === lost.id && condition === 'eliminated')
})

test('a refrigerator that is online and reports nothing for an hour is an alarm until it reports', async (t) => {
  app.clock.advance(11 * minuteMs)
  const cooler = await make.device(app, { kind: 'cooler' })
  const device = await connectMade(app, cooler)
  t.after(() => device.vanish())
  await settled()
  app.clock.advance(61 * minuteMs)
  const silent = await awaited(cooler.id, ({ alertType }) => alertType === 'no-data')
  assert.equal(silent.condition, 'active')
  await device.report({ CabinetTemp: 4 })
  await awaited(cooler.id, ({ condition }) => condition === 'eliminated')
})

test('being offline says more than silence: no data ends with it, and is not raised beside it', async (t) => {
  app.clock.advance(11 * minuteMs)
  const cooler = await make.device(app, { kind: 'cooler' })
  const device = await connectMade(app, cooler)
  await settled()
  app.clock.advance(61 * minuteMs)
  const silent = await awaited(cooler.id, ({ alertType }) => alertType === 'no-data')
  device.vanish()
  await awaited(cooler.id, ({ id, condition }) => id === silent.id && condition === 'eliminated')
  app.clock.advance(61 * minuteMs)
  await awaited(cooler.id, ({ alertType, condition }) => alertType === 'offline' && condition === 'active')
  await settled()
  const active = (await alarmsOf(cooler.id)).filter(({ condition }) => condition === 'active')
  assert.deepEqual(
    active.map(({ alertType }) => alertType),
    ['offline'],
  )
  const back = await connectMade(app, cooler)
  t.after(() => back.vanish())
  await awaited(cooler.id, ({ alertType, condition }) => alertType === 'offline' && condition === 'eliminated')
})

test('of refrigerators that disconnect and reconnect in one moment the alarms end, and each waits for what it is then', async (t) => {
  app.clock.advance(11 * minuteMs)
  const silent = await make.device(app, { kind: 'cooler' })
  const lost = await make.device(app, { kind: 'cooler' })
  const both = await make.device(app, { kind: 'cooler' })
  const lose = async (made: typeof silent, device: Awaited<ReturnType<typeof connectMade>>) => {
    device.vanish()
    await isOnline(app, made, false)
  }
  const device = await connectMade(app, silent)
  await lose(lost, await connectMade(app, lost))
  await settled()
  app.clock.advance(61 * minuteMs)
  const isActive = ({ condition }: FaultRow) => condition === 'active'
  const before = [await awaited(silent.id, isActive), await awaited(lost.id, isActive)]
  assert.deepEqual(
    before.map(({ alertType }) => alertType),
    ['no-data', 'offline'],
  )
  await app.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fold fault_change'))`.execute(trx)
    await lose(silent, device)
    const back = await connectMade(app, lost)
    t.after(() => back.vanish())
    await lose(both, await connectMade(app, both))
  })
  await settled()
  const after = [await alarmsOf(silent.id), await alarmsOf(lost.id), await alarmsOf(both.id)]
  assert.deepEqual(
    after.map((rows) => rows.map(({ id, condition }) => [id, condition])),
    [...before.map(({ id }) => [[id, 'eliminated']]), []],
  )
  const { rows } = await sql<{ deviceId: string; kind: string }>`
    select device_id, kind from fault_wait where device_id = any(${[silent.id, lost.id, both.id]}::bigint[]) order by device_id`.execute(
    app.db,
  )
  assert.deepEqual(
    rows.map(({ deviceId, kind }) => [deviceId, kind]),
    [
      [silent.id, 'offline'],
      [lost.id, 'no-data'],
      [both.id, 'offline'],
    ],
  )
})

test('an alarm that says so is over with its end, and one that says nothing 30 minutes after its last report', async () => {
  const cooler = await make.device(app, { kind: 'cooler' })
  let number = 0
  const report = async (identifier: string, output: Readonly<Record<string, number>>) => {
    const at = app.clock.now()
    const received = { timeMs: at, receivedAtMs: at, messageId: String((number += 1)), isKept: false }
    const event = { identifier, type: 'alert' as const, code: '', output, clears: false }
    await app.db.transaction().execute((trx) => insertEvent(trx, cooler.id, { ...event, ...received }))
    await settled()
  }
  const stateOf = async (identifier: string) =>
    (await alarmsOf(cooler.id)).find((row) => row.identifier === identifier)?.condition
  await report('Leak', { Active: 1 })
  await report('Frost', {})
  app.clock.advance(29 * minuteMs)
  await report('Frost', {})
  app.clock.advance(29 * minuteMs)
  await settled()
  assert.deepEqual([await stateOf('Leak'), await stateOf('Frost')], ['active', 'active'], 'it was repeated')
  app.clock.advance(2 * minuteMs)
  await awaited(cooler.id, ({ identifier, condition }) => identifier === 'Frost' && condition === 'eliminated')
  assert.equal(await stateOf('Leak'), 'active', 'it says its end itself')
  await report('Leak', { Active: 0 })
  assert.equal(await stateOf('Leak'), 'eliminated')
})

test('a refrigerator that is not installed is no alarm, and is watched once it is', async (t) => {
  app.clock.advance(11 * minuteMs)
  const cooler = await make.device(app, { kind: 'cooler', installed: false })
  const device = await connectMade(app, cooler)
  t.after(() => device.vanish())
  await settled()
  app.clock.advance(61 * minuteMs)
  await settled()
  assert.deepEqual(await alarmsOf(cooler.id), [])
  await app.db.updateTable('deviceState').set({ installed: true }).where('deviceId', '=', cooler.id).execute()
  await settled()
  const { rows } =
    await sql`select from fault_wait where device_id = ${cooler.id}::bigint and kind = 'no-data'`.execute(app.db)
  assert.equal(rows.length, 1)
  // The change has the database's own clock, which does not advance with the test's.
  app.clock.advance(61 * minuteMs)
  await awaited(cooler.id, ({ alertType }) => alertType === 'no-data')
})

test('an assignee is told once, ten seconds later, and not of what was undone', async () => {
  const [oven, other] = [await make.device(app), await make.device(app)]
  const as = { token: admin.token }
  const assignee = await make.account(app, { role: 'administrator' })
  const raise = async (device: typeof oven) => {
    const link = await connectMade(app, device)
    await link.send('thing/event/Fault/post', { id: '1', version: '1.0', params: { Code: 'E05', Active: 1 } })
    const row = await until(
      'the fault',
      async () => (await app.ask(faultApi.page, { deviceId: device.id }, as)).envelope.data.list[0],
    )
    link.vanish()
    return { id: row.id, updatedAt: row.updatedAt }
  }
  const assign = async (record: { id: string; updatedAt: string }) =>
    (await app.ask(faultApi.assign, { records: [record], accountId: assignee.id }, as)).envelope.data.batchId
  const [kept, undone] = [await raise(oven), await raise(other)]
  await assign(kept)
  const batchId = await assign(undone)
  assert.equal((await app.ask(faultApi.undo, { batchId }, as)).status, 200)
  const notifications = async () =>
    (await app.ask(messageApi.bell, {}, { token: assignee.token })).envelope.data.list.filter(({ words }) =>
      words.en.title.includes('Assigned'),
    )
  assert.deepEqual(await notifications(), [])
  app.clock.advance(13_000)
  await settled()
  assert.deepEqual(
    (await notifications()).map(({ opens }) => opens),
    [{ kind: 'fault', id: kept.id }],
  )
})

test('whom undoing gives a fault back to is told of it', async (t) => {
  const as = { token: admin.token }
  const oven = await make.device(app)
  const link = await connectMade(app, oven)
  t.after(() => link.vanish())
  await link.send('thing/event/Fault/post', { id: '1', version: '1.0', params: { Code: 'E05', Active: 1 } })
  const newest = () =>
    until('the fault', async () => (await app.ask(faultApi.page, { deviceId: oven.id }, as)).envelope.data.list[0])
  const [first, second] = [
    await make.account(app, { role: 'administrator' }),
    await make.account(app, { role: 'administrator' }),
  ]
  const assign = async (accountId: string) => {
    const { id, updatedAt } = await newest()
    return (await app.ask(faultApi.assign, { records: [{ id, updatedAt }], accountId }, as)).envelope.data.batchId
  }
  await assign(first.id)
  const batchId = await assign(second.id)
  assert.equal((await app.ask(faultApi.undo, { batchId }, as)).status, 200)
  app.clock.advance(13_000)
  await settled()
  const notifications = async ({ token }: MadeAccount) =>
    (await app.ask(messageApi.bell, {}, { token })).envelope.data.list.filter(({ words }) =>
      words.en.title.includes('Assigned'),
    ).length
  assert.deepEqual([await notifications(first), await notifications(second)], [1, 0])
})

test('a stream says a new record within its filters and scope, and nothing of others', async (t) => {
  const [ours, theirs] = [await make.organisation(app), await make.organisation(app)]
  const account = await make.account(app, { role: 'administrator', organisationId: ours.id })
  const [oven, foreign] = [
    await make.device(app, { organisationId: ours.id }),
    await make.device(app, { organisationId: theirs.id }),
  ]
  const stream = await watchLive(app.url, faultApi.live, { kind: 'oven', open: 'true' }, account.token)
  t.after(() => stream.leave())
  assert.equal((await stream.next())?.totals?.open, 0)
  for (const device of [foreign, oven]) {
    const link = await connectMade(app, device)
    await link.send('thing/event/Fault/post', { id: '1', version: '1.0', params: { Code: 'E05', Active: 1 } })
    await link.receive('Fault/post_reply')
    link.vanish()
  }
  const event = await stream.nextThat(({ records }) => records.length > 0)
  assert.deepEqual(
    event.records.map(({ device }) => device.id),
    [oven.id],
  )
  assert.equal(event.totals?.open, 1)
})

test('an alarm whose code names a property is over once the device reports it so, however long that takes', async (t) => {
  const cooler = await make.device(app, { kind: 'cooler' })
  const device = await connectMade(app, cooler)
  t.after(() => device.vanish())
  const names = { en: 'Door open for long', zh: '门长时间未关' }
  const nothing = { en: '', zh: '' }
  const describe = (identifier: string) =>
    app.ask(
      faultCodeApi.saveCode,
      {
        id: null,
        updatedAt: null,
        productId: cooler.productId,
        identifier: 'DoorOpenLong',
        code: '',
        severity: 'minor',
        category: 'door',
        name: names,
        reason: nothing,
        remedy: nothing,
        partNumber: '',
        endsWhen: { identifier, is: 'equal', value: 0 },
      },
      { token: admin.token },
    )
  for (const identifier of ['NoSuchThing', 'FaultCode']) {
    const refused = await describe(identifier)
    assert.match(refused.envelope.data.fields?.['endsWhen.identifier'] ?? '', /no such numeric property/)
  }
  const { status } = await describe('DoorState')
  assert.equal(status, 200)
  await device.send('thing/event/DoorOpenLong/post', { id: '7', version: '1.0', params: {} })
  const raised = await awaited(cooler.id, ({ identifier }) => identifier === 'DoorOpenLong')
  assert.deepEqual([raised.name, raised.condition], [names, 'active'])
  app.clock.advance(40 * minuteMs)
  await settled()
  assert.equal((await alarmsOf(cooler.id)).find(({ id }) => id === raised.id)?.condition, 'active')
  await device.report({ DoorState: 0 })
  await awaited(cooler.id, ({ id, condition }) => id === raised.id && condition === 'eliminated')

  // An alarm that carries `Active` ends with `Active` 0 alone; the other shows that the property was looked at.
  const { productId, productKey } = cooler
  const other = await make.device(app, { kind: 'cooler', productId, productKey })
  const link = await connectMade(app, other)
  t.after(() => link.vanish())
  const at = app.clock.now()
  const reports: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
    [cooler.id, { Active: 1 }],
    [other.id, {}],
  ]
  for (const [deviceId, output] of reports) {
    const event = { identifier: 'DoorOpenLong', type: 'alert' as const, code: '', output, clears: false }
    const received = { timeMs: at, receivedAtMs: at, messageId: '8', isKept: false }
    await app.db.transaction().execute((trx) => insertEvent(trx, deviceId, { ...event, ...received }))
    await awaited(deviceId, ({ condition }) => condition === 'active')
  }
  app.clock.advance(minuteMs)
  for (const one of [device, link]) {
    await one.report({ DoorState: 0 })
    await one.receive('property/post_reply')
  }
  await awaited(other.id, ({ condition }) => condition === 'eliminated')
  assert.equal((await alarmsOf(cooler.id)).find(({ id }) => id === raised.id)?.condition, 'active')
})
