// @both-databases: triggers raise alarms.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { connectMade, isOnline } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { watchLive } from '../../testing/watch-live.ts'

const minuteMs = 60_000
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
/** Everything that reports left behind was folded, and nothing is due. */
const settled = () =>
  until('nothing to be left', async () => {
    const [changes, due] = await Promise.all([
      app.db.selectFrom('faultChange').select('seq').execute(),
      app.db
        .selectFrom('faultWait')
        .select('kind')
        .where('dueAt', '<=', new Date(app.clock.now()).toISOString())
        .execute(),
    ])
    return changes.length + due.length === 0
  })

async function warmCooler() {
  const cooler = await make.device(app, { kind: 'cooler' })
  const device = await connectMade(app, cooler)
  const settings = { SetPoint: 3, HighLimit: 8, LowLimit: 0, AlarmDelay: 10, Defrost: 0, DoorState: 0 }
  await device.report({ ...settings, CabinetTemp: 4 })
  await device.hear('property/post_reply')
  /** Minutes pass, and it reports. */
  const later = async (minutes: number, values: Record<string, number>) => {
    app.clock.advance(minutes * minuteMs)
    await device.report(values)
    await device.hear('property/post_reply')
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

test('a refrigerator that is offline for an hour is an alarm until it is back, and an oven is none', async (t) => {
  app.clock.advance(11 * minuteMs)
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

test('an assignee is told once, ten seconds later, and not of what was undone', async () => {
  const [oven, other] = [await make.device(app), await make.device(app)]
  const as = { token: admin.token }
  const assignee = await make.account(app, { role: 'administrator' })
  const raise = async (device: typeof oven) => {
    const link = await connectMade(app, device)
    await link.say('thing/event/Fault/post', { id: '1', version: '1.0', params: { Code: 'E05', Active: 1 } })
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
  const told = async () =>
    (await app.ask(messageApi.bell, {}, { token: assignee.token })).envelope.data.list.filter(({ words }) =>
      words.en.title.includes('Assigned'),
    )
  assert.deepEqual(await told(), [])
  app.clock.advance(13_000)
  await settled()
  assert.deepEqual(
    (await told()).map(({ opens }) => opens),
    [{ kind: 'fault', id: kept.id }],
  )
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
    await link.say('thing/event/Fault/post', { id: '1', version: '1.0', params: { Code: 'E05', Active: 1 } })
    await link.hear('Fault/post_reply')
    link.vanish()
  }
  const said = await stream.nextThat(({ records }) => records.length > 0)
  assert.deepEqual(
    said.records.map(({ device }) => device.id),
    [oven.id],
  )
  assert.equal(said.totals?.open, 1)
})

test('an alarm whose code names a property is over once the device reports it so, however long that takes', async (t) => {
  const cooler = await make.device(app, { kind: 'cooler' })
  const device = await connectMade(app, cooler)
  t.after(() => device.vanish())
  const names = { en: 'Door open for long', zh: '门长时间未关' }
  const nothing = { en: '', zh: '' }
  const { status } = await app.ask(
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
      endsWhen: { identifier: 'DoorState', is: 'equal', value: 0 },
    },
    { token: admin.token },
  )
  assert.equal(status, 200)
  await device.say('thing/event/DoorOpenLong/post', { id: '7', version: '1.0', params: {} })
  const raised = await awaited(cooler.id, ({ identifier }) => identifier === 'DoorOpenLong')
  assert.deepEqual([raised.name, raised.condition], [names, 'active'])
  app.clock.advance(40 * minuteMs)
  await settled()
  assert.equal((await alarmsOf(cooler.id)).find(({ id }) => id === raised.id)?.condition, 'active')
  await device.report({ DoorState: 0 })
  await awaited(cooler.id, ({ id, condition }) => id === raised.id && condition === 'eliminated')
})
