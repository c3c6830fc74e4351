// @both-databases: a trigger brings the values that end an alarm to the worker.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import type { EndsWhen } from '@brigade/contract/fault/code.model.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { SignalReport } from '@brigade/contract/cold-chain/excursion.rules.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { insertEvent } from '../../telemetry/events/event.store.ts'
import { settled, watchedCooler, ways } from '../../testing/fault/cooler-watch.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

let isDescribed = false
const nothing = { en: '', zh: '' }
async function doorCooler() {
  const cooler = await watchedCooler(app)
  const draft = {
    id: null,
    updatedAt: null,
    productId: cooler.cooler.productId,
    identifier: 'DoorOpenLong',
    code: '',
    severity: 'minor',
    category: 'door',
    name: { en: 'Door open for long', zh: '门长时间未关' },
    reason: nothing,
    remedy: nothing,
    partNumber: '',
    endsWhen: { identifier: 'DoorState', is: 'equal', value: 0 },
  } as const
  // All refrigerators made here are of one product.
  if (!isDescribed) assert.equal((await app.ask(faultCodeApi.saveCode, draft, { token: admin.token })).status, 200)
  isDescribed = true
  let number = 0
  const warn = async (at: number) => {
    number += 1
    const event = { identifier: 'DoorOpenLong', type: 'alert' as const, code: '', output: {}, clears: false }
    const received = { timeMs: at, receivedAtMs: app.clock.now(), messageId: String(number), isKept: false }
    await app.db.transaction().execute((trx) => insertEvent(trx, cooler.id, { ...event, ...received }))
    await settled(app)
  }
  const alarm = async () => {
    const { list } = (await app.ask(faultApi.alarms, { deviceId: cooler.id }, { token: admin.token })).envelope.data
    return list.find(({ identifier }) => identifier === 'DoorOpenLong')
  }
  return { ...cooler, warn, alarm }
}

test('an alarm ends with the first value after its last report that fulfils its condition, however the values are packed and whenever they come', async (t) => {
  const origin = app.clock.now() - 120 * minuteMs
  const at = (minute: number) => origin + minute * minuteMs
  const door = (minute: number, value: number): SignalReport => [at(minute), 'door', value]
  const values = [door(10, 0), door(20, 1), door(50, 0), door(70, 1), door(90, 0), door(100, 1)]
  for (const way of ways)
    for (const isFirst of [true, false]) {
      const { device, send, warn, alarm } = await doorCooler()
      t.after(() => device.vanish())
      // The alarm comes before or after the values, and is open again by the last of them: the latest value alone
      // decides nothing.
      if (isFirst) await warn(at(30))
      await send(way, values)
      await settled(app)
      if (!isFirst) await warn(at(30))
      const { condition, raisedAt, eliminatedAt } = (await alarm()) ?? {}
      assert.deepEqual(
        [condition, Date.parse(raisedAt ?? ''), Date.parse(eliminatedAt ?? '')],
        ['eliminated', at(30), at(50)],
        `${way}, ${isFirst ? 'alarm' : 'values'} first`,
      )
    }
})

test('a late value that ends an alarm earlier corrects it, and one from before its last report does not', async (t) => {
  const { device, send, warn, alarm } = await doorCooler()
  t.after(() => device.vanish())
  const origin = app.clock.now() - 120 * minuteMs
  const at = (minute: number) => origin + minute * minuteMs
  await warn(at(30))
  await warn(at(40))
  await send('post', [[at(90), 'door', 0]])
  await settled(app)
  assert.equal(Date.parse((await alarm())?.eliminatedAt ?? ''), at(90))
  await send('history/post', [
    [at(35), 'door', 0],
    [at(60), 'door', 0],
    [at(70), 'door', 0],
  ])
  await settled(app)
  const record = await alarm()
  assert.deepEqual([record?.occurrences, Date.parse(record?.eliminatedAt ?? '')], [2, at(60)])
  const { acts } = (await app.ask(faultApi.detail, { id: record?.id ?? '' }, { token: admin.token })).envelope.data
  assert.deepEqual(
    acts
      .filter(({ act }) => act === 'correct')
      .map(({ corrections }) => corrections.map(({ was, is }) => [was.to, is?.to])),
    [[[at(90), at(60)]]],
  )
})

test('a value that ends an alarm is taken back by another one of its instant: the alarm is active until the next, or ends with the one that was there', async (t) => {
  const origin = app.clock.now() - 120 * minuteMs
  const at = (minute: number) => origin + minute * minuteMs
  const ended = ({
    condition,
    eliminatedAt,
    occurrences,
  }: NonNullable<Awaited<ReturnType<Awaited<ReturnType<typeof doorCooler>>['alarm']>>>) => [
    condition,
    eliminatedAt === null ? null : (Date.parse(eliminatedAt) - origin) / minuteMs,
    occurrences,
  ]
  const one = async (severity: 'minor' | 'major') => {
    const { device, send, warn, alarm, id } = await doorCooler()
    t.after(() => device.vanish())
    await warn(at(30))
    // The severity of the code decides whether a record that is over is closed.
    await app.db.updateTable('faultOpen').set({ severity }).where('deviceId', '=', id).execute()
    const shown = async () => {
      await settled(app)
      const record = await alarm()
      assert.ok(record)
      return ended(record)
    }
    return { send, shown, door: (minute: number, value: number): SignalReport => [at(minute), 'door', value] }
  }
  const open = await one('major')
  await open.send('post', [open.door(50, 0)])
  assert.deepEqual(await open.shown(), ['eliminated', 50, 1])
  await open.send('post', [open.door(50, 1)])
  assert.deepEqual(await open.shown(), ['active', null, 1])
  await open.send('post', [open.door(70, 0)])
  assert.deepEqual(await open.shown(), ['eliminated', 70, 1])

  for (const severity of ['minor', 'major'] as const) {
    const { send, shown, door } = await one(severity)
    await send('post', [door(50, 0)])
    assert.deepEqual(await shown(), ['eliminated', 50, 1])
    await send('post', [door(70, 0)])
    await send('history/post', [door(50, 1)])
    assert.deepEqual(await shown(), ['eliminated', 70, 1], severity)
  }

  // A closed record stays closed, and its end is put right once there is one.
  const closed = await one('minor')
  await closed.send('post', [closed.door(50, 0)])
  assert.deepEqual(await closed.shown(), ['eliminated', 50, 1])
  await closed.send('post', [closed.door(50, 1)])
  await closed.shown()
  await closed.send('post', [closed.door(70, 0)])
  assert.deepEqual(await closed.shown(), ['eliminated', 70, 1])
})

test('an alarm that a person opened again ends with a value from then on, and one whose condition changes by the new one', async (t) => {
  const { device, send, warn, alarm, cooler } = await doorCooler()
  t.after(() => device.vanish())
  const as = { token: admin.token }
  await warn(app.clock.now() - 30 * minuteMs)
  await send('post', [[app.clock.now() - 20 * minuteMs, 'door', 0]])
  await settled(app)
  const { id = '', updatedAt = '' } = (await alarm()) ?? {}
  assert.equal((await app.ask(faultApi.reopen, { records: [{ id, updatedAt }], reason: 'It is open' }, as)).status, 200)
  await settled(app)
  assert.equal((await alarm())?.condition, 'active')
  const [code] = (await app.ask(faultCodeApi.codes, { productId: cooler.productId, keyword: 'Door open for long' }, as))
    .envelope.data.list
  assert.ok(code)
  const { product: _product, ...row } = code
  const draft = {
    ...row,
    productId: cooler.productId,
    endsWhen: { identifier: 'CabinetTemp', is: 'below', value: 5 },
  } as const
  assert.equal((await app.ask(faultCodeApi.saveCode, draft, as)).status, 200)
  await settled(app)
  app.clock.advance(minuteMs)
  await send('post', [[app.clock.now(), 'door', 0]])
  await settled(app)
  assert.equal((await alarm())?.condition, 'active')
  const save = (endsWhen: EndsWhen | null, updatedAt: string) =>
    app.ask(faultCodeApi.saveCode, { ...draft, endsWhen, updatedAt }, as)
  const versionOf = async () => {
    const query = { productId: cooler.productId, keyword: 'Door open for long' }
    return (await app.ask(faultCodeApi.codes, query, as)).envelope.data.list[0]?.updatedAt ?? ''
  }
  assert.equal((await save(null, await versionOf())).status, 200)
  await settled(app)
  await send('post', [[app.clock.now(), 'temperature', 4]])
  await settled(app)
  assert.equal((await alarm())?.condition, 'active', 'no value ends it any more')
  assert.equal((await save(draft.endsWhen, await versionOf())).status, 200)
  await settled(app)
  assert.equal((await alarm())?.condition, 'eliminated')
})
