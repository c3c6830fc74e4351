import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { messagesOf, packed, sending, seriesOf } from '../testing/packing/by-hand.ts'
import {
  compareCurve,
  compareEndingAlarms,
  compareExcursionRecords,
  compareExport,
  compareHistory,
  compareShadow,
  compareVerdict,
  type Compare,
} from '../testing/packing/compare.ts'
import type { Form, Packing, Step } from '../testing/packing/packing.ts'
import { listRecords, readShadow, readVerdict } from '../testing/packing/picture.ts'
import type { Said } from '../testing/packing/timed-values.ts'
import type { Series } from '../testing/packing/series.ts'
import { makeWorld, sendAll, type Sent, type World } from '../testing/packing/world.ts'
import { until } from '../testing/until.ts'

/** Rules about the order and the packing of values, each by itself. packing.test.ts has them all at once. */

let app: TestApp
let world: World
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  const port = () => app.addresses.mqttPort ?? 0
  world = await makeWorld(app, { steady: port, killed: port })
})
after(() => app.stop())

async function sendOne(series: Series, packing: Packing): Promise<Sent> {
  const [sent] = await sendAll(world, series, [packing])
  assert.ok(sent)
  return sent
}
async function same(sent: Sent, ...all: readonly Compare[]): Promise<void> {
  for (const compare of all) assert.equal(await compare(world, sent), undefined)
}
const values = [compareHistory, compareShadow, compareCurve] as const

const minute = 60
/** The settings of a refrigerator, and the state it ends in. */
const begin: readonly Said[] = [
  [0, 'HighLimit', 8],
  [0, 'LowLimit', 0],
  [0, 'AlarmDelay', 10],
  [0, 'Defrost', 0],
  [0, 'DoorState', 0],
  [0, 'CabinetTemp', 4],
]
const warmFor = (from: number, minutes: number): readonly Said[] => [
  ...Array.from({ length: Math.ceil(minutes / 10) }, (_, index): Said => [
    from + index * 10 * minute,
    'CabinetTemp',
    12 + index,
  ]),
  [from + minutes * minute, 'CabinetTemp', 4],
]

const ways: readonly Readonly<{ form: Form; isOverGateway: boolean }>[] = [
  { form: 'live', isOverGateway: false },
  { form: 'batch', isOverGateway: false },
  { form: 'history', isOverGateway: false },
  { form: 'pack', isOverGateway: false },
  { form: 'live', isOverGateway: true },
  { form: 'batch', isOverGateway: true },
  { form: 'history', isOverGateway: true },
  { form: 'pack', isOverGateway: true },
]
const named = ({ form, isOverGateway }: (typeof ways)[number]) => `${form}${isOverGateway ? ' over a gateway' : ''}`

for (const way of ways) {
  const once = (series: Series) => packed(sending(messagesOf(series, way.form)), way)

  test(`open, shut, open within one second ends open: ${named(way)}`, async () => {
    const door = [1, 0, 1].map((value): Said => [minute, 'DoorState', value])
    const series = seriesOf(app.clock.now(), 'calm', [...begin, ...door])
    const sent = await sendOne(series, once(series))
    const shadow = await readShadow(world, sent, 'calm')
    assert.ok(shadow.includes(`DoorState 1 ${new Date(series.to).toISOString()}`), shadow.join('\n'))
    await same(sent, ...values)
    const { doors } = await readVerdict(world, sent, 'calm')
    assert.deepEqual(doors, [{ from: series.to, to: null }])
  })

  test(`a door that was open for less than a second excuses no excursion: ${named(way)}`, async () => {
    const door = [1, 0].map((value): Said => [minute, 'DoorState', value])
    const series = seriesOf(app.clock.now(), 'calm', [...begin, ...door, ...warmFor(2 * minute, 25)])
    const sent = await sendOne(series, once(series))
    await same(sent, compareHistory, compareVerdict, compareExport)
  })

  test(`an excursion that came and went before it was reported is a record with its begin, end and extreme: ${named(way)}`, async () => {
    const series = seriesOf(app.clock.now(), 'calm', [
      ...begin,
      ...warmFor(10 * minute, 50),
      [90 * minute, 'CabinetTemp', 4],
    ])
    const sent = await sendOne(series, once(series))
    await same(sent, compareVerdict, compareExcursionRecords)
  })

  test(`an alarm is over from the moment at which its value says so: ${named(way)}`, async () => {
    const series = seriesOf(app.clock.now(), 'calm', [
      ...begin,
      [minute, 'DoorState', 1],
      [5 * minute, 'DoorOpenLong', { Seconds: 240, CabinetTemp: 5 }],
      [9 * minute, 'DoorState', 0],
      [30 * minute, 'DoorState', 0],
    ])
    await same(await sendOne(series, once(series)), compareEndingAlarms)
  })
}

/** A night of a refrigerator with several values of one instant; afterwards everything is reported once more. */
const night = (nowMs: number, hoursAgo: number): Series =>
  seriesOf(
    nowMs,
    'calm',
    [
      ...begin,
      ...[1, 0, 1].map((value): Said => [5 * minute, 'DoorState', value]),
      [9 * minute, 'DoorState', 0],
      [20 * minute, 'CabinetTemp', 3],
      [20 * minute, 'CabinetTemp', 5],
      ...warmFor(60 * minute, 40),
      ...begin.map(([, identifier, value]): Said => [150 * minute, identifier, value]),
    ],
    hoursAgo,
  )

for (const [age, hoursAgo] of [
  ['of today', 6],
  ['of sealed days', 80],
] as const) {
  const beforeSeal = hoursAgo > 48 ? 1 : 0

  test(`a night ${age} that is sent again on a later connection changes nothing`, async () => {
    const series = night(app.clock.now(), hoursAgo)
    const messages = messagesOf(series, 'history')
    const again: Step = { do: 'again', role: 'calm', messages }
    await same(await sendOne(series, packed([...sending(messages), again], { beforeSeal })), ...values, compareVerdict)
  })

  test(`a night ${age} that is sent again in other messages changes nothing`, async () => {
    const series = night(app.clock.now(), hoursAgo)
    const [whole] = messagesOf(series, 'history')
    assert.ok(whole)
    const older = series.items.filter(({ at }) => at < series.to)
    const middle = series.from + 15 * minute * 1000
    const halves = [older.filter(({ at }) => at < middle), older.filter(({ at }) => at >= middle)]
    const messages = halves.map((items, index) => ({ ...whole, id: String(100 + index), items }))
    const again: Step = { do: 'again', role: 'calm', messages }
    await same(await sendOne(series, packed([...sending([whole]), again], { beforeSeal })), ...values, compareVerdict)
  })
}

test('live reports that are sent again on a later connection change nothing', async () => {
  const series = night(app.clock.now(), 6)
  const messages = messagesOf(series, 'live')
  const again: Step = { do: 'again', role: 'calm', messages }
  await same(await sendOne(series, packed([...sending(messages), again])), ...values, compareVerdict)
})

test('a connection that is cut between values of one second leaves them in their order, each once', async () => {
  const series = night(app.clock.now(), 6)
  const steps = sending(messagesOf(series, 'live')).flatMap((step): readonly Step[] => [
    step,
    { do: 'cut', role: 'calm' },
  ])
  await same(await sendOne(series, packed(steps)), ...values, compareVerdict)
})

test('an excursion of which the middle comes last is one record, from its true begin to its true end', async () => {
  const series = night(app.clock.now(), 6)
  const [whole] = messagesOf(series, 'history')
  assert.ok(whole)
  const parts = [
    series.items.filter(({ at }) => at < series.from + 55 * minute * 1000),
    series.items.filter(({ at }) => at > series.from + 85 * minute * 1000),
    series.items.filter(({ at }) => at >= series.from + 55 * minute * 1000 && at <= series.from + 85 * minute * 1000),
  ]
  const messages = parts.map((items, index) => ({ ...whole, id: String(index + 1), items }))
  await same(await sendOne(series, packed(sending(messages))), compareVerdict, compareExcursionRecords)
})

test('a record that late reports show was never true is withdrawn, and leaves no excursion', async () => {
  const warm = [20, 30, 40].map((at): Said => [at * minute, 'CabinetTemp', 12])
  // The defrost that excuses them arrives after their end.
  const series = seriesOf(app.clock.now(), 'calm', [
    ...begin,
    [19 * minute, 'Defrost', 1],
    ...warm,
    [45 * minute, 'Defrost', 0],
    [50 * minute, 'CabinetTemp', 4],
  ])
  const late = series.items.filter(({ identifier, at }) => identifier === 'Defrost' && at > series.from)
  const rest = series.items.filter((item) => !late.includes(item))
  const [first] = messagesOf(series, 'history')
  assert.ok(first)
  const [before, after] = [rest, late].map((items, index) => ({ ...first, id: String(index + 1), items }))
  assert.ok(before && after)
  let device: Sent | undefined
  let raised: string | undefined
  const look = async () => {
    const own = await until('the record', async () => device && (await listRecords(world, device, 'calm')).at(0), 5000)
    assert.deepEqual([own.identifier, own.code, own.condition], ['Excursion', 'high', 'eliminated'])
    raised = own.id
  }
  const steps: readonly Step[] = [...sending([before]), { do: 'look', look }, ...sending([after])]
  const [sent] = await sendAll(world, series, [packed(steps)], undefined, (one) => (device = one))
  assert.ok(sent)
  await same(sent, compareVerdict, compareExcursionRecords)
  const { condition } = (await app.ask(faultApi.detail, { id: raised ?? '' }, { token: world.admin.token })).envelope
    .data
  assert.equal(condition, 'withdrawn')
})

test('an excursion of the past is announced once, however often it is sent', async () => {
  const series = night(app.clock.now(), 6)
  const messages = messagesOf(series, 'history')
  const again: Step = { do: 'again', role: 'calm', messages }
  const sent = await sendOne(series, packed([...sending(messages), again, again]))
  const told = async () => {
    const { list } = (await app.ask(messageApi.bell, {}, { token: sent.keeper.token })).envelope.data
    const records = new Set((await listRecords(world, sent, 'calm')).map(({ id }) => id))
    return list.filter(({ opens }) => records.has(opens?.id ?? ''))
  }
  // Late news wait until no more have come for half a minute.
  app.clock.advance(60_000)
  await until('it to be announced', async () => (await told()).length > 0, 5000)
  await same(sent, compareExcursionRecords)
  assert.equal((await told()).length, 1)
})
