// @both-databases: partitions and buckets of history are SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { maxReported } from '@brigade/contract/telemetry/history.model.ts'
import { telemetryCalls, uninstalledApi } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { plantValues } from '../../testing/history/plant-values.ts'

let app: TestApp
let token: string

// A complete past day with reports at known times.
const day = Date.parse('2026-03-12T00:00:00Z')
const whole = { startTime: iso(day), endTime: iso(day + 24 * hourMs) }

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator', name: 'Lin Wei' }))
  await sql`select create_partitions('2026-03-11', '2026-03-13')`.execute(app.db)
})
after(() => app.stop())

async function propertyId(identifier: string): Promise<number> {
  await app.db
    .insertInto('propertyIdentifier')
    .values({ identifier })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (
    await app.db
      .selectFrom('propertyIdentifier')
      .select('id')
      .where('identifier', '=', identifier)
      .executeTakeFirstOrThrow()
  ).id
}

async function report(
  deviceId: string,
  identifier: string,
  points: readonly (readonly [ms: number, value: number | string])[],
) {
  const id = await propertyId(identifier)
  for (let from = 0; from < points.length; from += 2000)
    await plantValues(
      app.db,
      points.slice(from, from + 2000).map(([at, value]) => ({ deviceId, propertyId: id, at, value })),
    )
  const entry = JSON.stringify({ [identifier]: { v: points.at(-1)?.[1] ?? 0, t: day, s: day } })
  await sql`update device_shadow set reported = reported || ${entry}::jsonb, version = version + 1 where device_id = ${deviceId}`.execute(
    app.db,
  )
}

const logOnline = (
  deviceId: string,
  entries: readonly (readonly [ms: number, online: boolean | null, reason: string])[],
) =>
  app.db
    .insertInto('onlineLog')
    .values(entries.map(([ms, online, reason]) => ({ deviceId, occurredAt: iso(ms), online, reason })))
    .execute()

async function curve(id: string, identifiers: string, span = whole) {
  const { status, envelope } = await app.ask(telemetryCalls.oven.curve, { id, identifiers, ...span }, { token })
  assert.equal(status, 200, envelope.msg)
  return envelope.data
}

test('few reports are a curve of themselves', async () => {
  const oven = await make.device(app)
  await report(oven.id, 'ChamberTemp', [
    [day, 20],
    [day + hourMs, 180.5],
    [day + 2 * hourMs, 178],
  ])
  const { bucketMs, series } = await curve(oven.id, 'ChamberTemp,CoreTemp')
  assert.equal(bucketMs, 0)
  assert.deepEqual(series[0], {
    identifier: 'ChamberTemp',
    time: [day, day + hourMs, day + 2 * hourMs],
    min: [20, 180.5, 178],
    max: [20, 180.5, 178],
    mean: [20, 180.5, 178],
    gaps: [{ from: day + 3 * hourMs, to: day + 24 * hourMs }],
    held: [{ from: day + 2 * hourMs, to: day + 3 * hourMs }],
    before: null,
  })
  const core = { identifier: 'CoreTemp', time: [], min: [], max: [], mean: [], held: [], before: null }
  assert.deepEqual(series[1], { ...core, gaps: [{ from: day, to: day + 24 * hourMs }] })
})

test('many reports become at most 1,000 buckets that keep every extreme', async () => {
  const oven = await make.device(app)
  // Every ten seconds of a day: 8,640 reports, one of them a spike.
  const points = Array.from(
    { length: 8640 },
    (_, index) => [day + index * 10_000, index === 5000 ? 260 : index % 2 === 0 ? 100 : 102] as const,
  )
  await report(oven.id, 'ChamberTemp', points)
  await report(oven.id, 'SetTemp', [[day + hourMs, 101]])
  const { bucketMs, series } = await curve(oven.id, 'ChamberTemp,SetTemp')
  assert.equal(bucketMs, 87_000)
  const [chamber, set] = series
  assert(chamber !== undefined && set !== undefined)
  assert(chamber.time.length <= 1000 && chamber.time.length > 900, `${chamber.time.length}`)
  assert.equal(chamber.time[0], day)
  assert(chamber.time.every((at) => (at - day) % bucketMs === 0))
  assert.deepEqual([Math.min(...chamber.min), Math.max(...chamber.max)], [100, 260])
  assert(chamber.mean.every((mean) => mean >= 100 && mean < 130))
  // One width for all, so that a set value is in the bucket of its time.
  assert.deepEqual(set.mean, [101])
  assert.equal(set.time[0], day + Math.floor(hourMs / bucketMs) * bucketMs)
})

test('a span ends before its last instant, and one turned round is refused', async () => {
  const oven = await make.device(app)
  await report(oven.id, 'ChamberTemp', [
    [day, 20],
    [day + hourMs, 30],
  ])
  const { series } = await curve(oven.id, 'ChamberTemp', { startTime: iso(day), endTime: iso(day + hourMs) })
  assert.deepEqual(series[0]?.mean, [20])
  const turned = { startTime: whole.endTime, endTime: whole.startTime }
  const { envelope } = await app.ask(
    telemetryCalls.oven.curve,
    { id: oven.id, identifiers: 'ChamberTemp', ...turned },
    { token },
  )
  assert.equal(envelope.data.fields?.['endTime'], 'The end must be after the start')
})

const every = (minutes: number, fromHour: number, toHour: number) =>
  Array.from(
    { length: ((toHour - fromHour) * 60) / minutes },
    (_, index) => day + fromHour * hourMs + index * minutes * minuteMs,
  )

test('offline times are shown beside the curve and make no gap in reports that arrived all the same', async () => {
  const oven = await make.device(app, { createdAt: day - 2 * hourMs })
  await logOnline(oven.id, [
    [day - hourMs, true, 'connected'],
    [day + hourMs, false, 'connection_lost'],
    [day + 1.5 * hourMs, null, 'refused_credentials'],
    [day + 2 * hourMs, true, 'connected'],
    [day + 20 * hourMs, false, 'disconnected'],
  ])
  await report(
    oven.id,
    'ChamberTemp',
    every(5, 0, 24).map((at) => [at, 180] as const),
  )
  const { gaps, offline, series } = await curve(oven.id, 'ChamberTemp')
  assert.deepEqual([gaps, series[0]?.gaps], [[], []])
  assert.deepEqual(offline, [
    { from: day + hourMs, to: day + 2 * hourMs },
    { from: day + 20 * hourMs, to: day + 24 * hourMs },
  ])
})

test('a device was not offline before it was registered, and nothing of the future is missing', async () => {
  const oven = await make.device(app, { createdAt: day + 2 * hourMs })
  await logOnline(oven.id, [[day + 3 * hourMs, true, 'connected']])
  assert.deepEqual((await curve(oven.id, 'ChamberTemp')).offline, [{ from: day + 2 * hourMs, to: day + 3 * hourMs }])
  const now = app.clock.now()
  await logOnline(oven.id, [[now - hourMs, false, 'keep_alive']])
  const { offline, gaps } = await curve(oven.id, 'ChamberTemp', {
    startTime: iso(now - 2 * hourMs),
    endTime: iso(now + 2 * hourMs),
  })
  assert.deepEqual(
    [offline.length, offline[0]?.from, gaps.length, gaps[0]?.from],
    [1, now - hourMs, 1, now - 2 * hourMs],
  )
  for (const { to } of [...offline, ...gaps]) assert(Math.abs(to - now) < 60_000)
})

test('an hour of silence is a gap though the device was online; a reading is held while others come, in few reports as in buckets', async () => {
  for (const seconds of [300, 20]) {
    const oven = await make.device(app)
    await logOnline(oven.id, [[day - hourMs, true, 'connected']])
    const minutes = seconds / 60
    const chamber = [...every(minutes, 0, 8), ...every(minutes, 14, 24)]
    const humidity = [...every(minutes, 0, 10), ...every(minutes, 14, 24)]
    await report(
      oven.id,
      'ChamberTemp',
      chamber.map((at) => [at, 180] as const),
    )
    await report(
      oven.id,
      'Humidity',
      humidity.map((at) => [at, 40] as const),
    )
    const { gaps, series, bucketMs } = await curve(oven.id, 'ChamberTemp,Humidity')
    assert.equal(bucketMs > 0, seconds === 20)
    const hours = (all: typeof gaps) =>
      all.map(({ from, to }) => [from, to].map((at) => Math.round((at - day) / hourMs)))
    assert.deepEqual([series.map((one) => hours(one.gaps)), hours(gaps)], [[[[11, 14]], [[11, 14]]], [[11, 14]]])
    assert.deepEqual(
      series.map((one) => hours(one.held)),
      [[[8, 11]], [[10, 11]]],
    )
  }
})

test('a core temperature counts only while its probe is plugged in: in few reports, in buckets, and in the list', async () => {
  for (const seconds of [300, 20]) {
    const oven = await make.device(app)
    const times = every(seconds / 60, 0, 24)
    const isUnplugged = (at: number) => at >= day + 6 * hourMs && at < day + 12 * hourMs
    await report(
      oven.id,
      'CoreProbe',
      times.map((at) => [at, isUnplugged(at) ? 0 : 1] as const),
    )
    await report(
      oven.id,
      'CoreTemp',
      times.map((at) => [at, isUnplugged(at) ? 149.9 : 60] as const),
    )
    const { series, bucketMs, gaps } = await curve(oven.id, 'CoreTemp,CoreProbe')
    assert.equal(bucketMs > 0, seconds === 20)
    const [core] = series
    assert.equal(Math.max(...(core?.max ?? [])), 60)
    assert.deepEqual(
      core?.gaps.map(({ from, to }) => [from, to].map((at) => Math.round((at - day) / hourMs))),
      [[6, 12]],
    )
    // The probe property itself continued to be reported.
    assert.deepEqual(gaps, [])
    // A part from the middle, in which only an earlier report shows that the probe was unplugged.
    const within = await curve(oven.id, 'CoreTemp', {
      startTime: iso(day + 7 * hourMs),
      endTime: iso(day + 8 * hourMs),
    })
    assert.deepEqual(within.series[0]?.mean, [])
    const span = { startTime: iso(day + 12 * hourMs - seconds * 1000), endTime: iso(day + 12 * hourMs) }
    const listed = await app.ask(
      telemetryCalls.oven.history,
      { id: oven.id, identifiers: 'CoreTemp', ...span },
      { token },
    )
    assert.deepEqual(
      listed.envelope.data.list.map(({ value, deniedBy }) => [value, deniedBy]),
      [
        [60, null],
        [null, 'CoreProbe'],
      ],
    )
  }
})

test('a setting that was reported once is valid while anything else is reported and an hour longer, also in a span that begins later', async () => {
  const oven = await make.device(app)
  await report(oven.id, 'SetTemp', [[day + hourMs, 180]])
  await report(
    oven.id,
    'ChamberTemp',
    [...every(5, 1, 8), ...every(5, 14, 24)].map((at) => [at, 180] as const),
  )
  const { series } = await curve(oven.id, 'SetTemp')
  assert.deepEqual(
    series[0]?.gaps.map(({ from, to }) => [Math.round((from - day) / hourMs), Math.round((to - day) / hourMs)]),
    [
      [0, 1],
      [9, 14],
    ],
  )
  // A later span begins with the value that holds at its beginning, marked as held.
  const later = await curve(oven.id, 'SetTemp', { startTime: iso(day + 3 * hourMs), endTime: iso(day + 5 * hourMs) })
  const [set] = later.series
  assert.deepEqual([set?.time, set?.before, set?.gaps], [[], { time: day + hourMs, value: 180 }, []])
  assert.deepEqual(set?.held, [{ from: day + 3 * hourMs, to: day + 5 * hourMs }])
})

test('pages of raw reports are newest first, of one property or of all, with the types of the thing model', async () => {
  const oven = await make.device(app)
  await report(
    oven.id,
    'ChamberTemp',
    Array.from({ length: 30 }, (_, index) => [day + index * 1000, index] as const),
  )
  await report(oven.id, 'ProgramName', [[day + 29_500, '清蒸鲈鱼']])
  await report(oven.id, 'Stages', [[day + 60_000, JSON.stringify([{ Mode: 1, Temp: 100 }])]])
  const ask = async (query: object) =>
    (await app.ask(telemetryCalls.oven.history, { id: oven.id, ...query }, { token })).envelope.data
  const all = await ask({})
  assert.equal(all.total, 32)
  assert.deepEqual(
    all.list.slice(0, 3).map((row) => [row.identifier, row.value]),
    [
      ['Stages', [{ Mode: 1, Temp: 100 }]],
      ['ProgramName', '清蒸鲈鱼'],
      ['ChamberTemp', 29],
    ],
  )
  const second = await ask({ identifiers: 'ChamberTemp', pageNum: 2 })
  assert.deepEqual([second.total, second.list.length, second.list[0]?.value], [30, 10, 19])
  const oldest = await ask({ identifiers: 'ChamberTemp', sort: 'time' })
  assert.deepEqual(oldest.list[0], {
    time: iso(day),
    identifier: 'ChamberTemp',
    value: 0,
    deniedBy: null,
    deviceTime: true,
  })
  const within = await ask({ startTime: iso(day + 5000), endTime: iso(day + 7000) })
  assert.deepEqual(
    within.list.map((row) => row.value),
    [7, 6, 5],
  )
  assert.deepEqual((await ask({ identifiers: 'Unheard' })).list, [])
  const two = await ask({ identifiers: 'ProgramName,Stages,Unheard' })
  assert.deepEqual([two.total, two.list.map((row) => row.identifier)], [2, ['Stages', 'ProgramName']])
  const many = Array.from({ length: maxReported + 1 }, (_, index) => `P${index}`).join(',')
  const refused = await app.ask(telemetryCalls.oven.history, { id: oven.id, identifiers: many }, { token })
  assert.deepEqual([refused.status, Object.keys(refused.envelope.data.fields ?? {})], [422, ['identifiers']])
})

test('a shadow is in the order of the thing model, with a desired value only while it is pending', async () => {
  const oven = await make.device(app)
  await report(oven.id, 'Gone', [[day, 1]])
  await report(oven.id, 'SetTemp', [[day, 120]])
  await report(oven.id, 'WorkState', [[day, 2]])
  const desired = JSON.stringify({ SetTemp: { v: 180, c: '77', s: day + hourMs } })
  await app.db.updateTable('deviceShadow').set({ desired }).where('deviceId', '=', oven.id).execute()
  const { envelope } = await app.ask(telemetryCalls.oven.shadow, { id: oven.id }, { token })
  assert.deepEqual(
    envelope.data.list.map((entry) => entry.identifier),
    ['WorkState', 'SetTemp', 'Gone'],
  )
  assert.deepEqual(envelope.data.list[1], {
    identifier: 'SetTemp',
    value: 120,
    deviceTime: iso(day),
    serverTime: iso(day),
    name: { en: 'Set temperature', zh: '设定温度' },
    dataType: 'float',
    desired: { value: 180, since: iso(day + hourMs), version: 0, commandId: '77' },
  })
  assert.equal(envelope.data.list[0]?.desired, null)
  assert.equal(envelope.data.version, 3)
})

test('a shadow has the name and data type of each property and is read in pages, installed or not, of ovens and coolers', async () => {
  const reported = ['ChamberTemp', 'SetTemp', 'WorkState', ...Array.from({ length: 9 }, (_, index) => `Gone${index}`)]
  const oven = await make.device(app)
  const stock = await make.device(app, { installed: false })
  const cooler = await make.device(app, { kind: 'cooler' })
  for (const { id } of [oven, stock, cooler])
    for (const identifier of reported) await report(id, identifier, [[day, 1]])
  const calls = [
    [telemetryCalls.oven.shadow, oven],
    [uninstalledApi.uninstalledShadow, stock],
    [telemetryCalls.cooler.shadow, cooler],
  ] as const
  for (const [call, { id }] of calls) {
    const read = async (paging: { pageNum?: number; pageSize?: 10 }) =>
      (await app.ask(call, { id, ...paging }, { token })).envelope.data
    const whole = await read({})
    assert.deepEqual([whole.total, whole.list.length, whole.pageNum], [12, 12, 1])
    const pages = [await read({ pageSize: 10 }), await read({ pageNum: 2 }), await read({ pageNum: 3, pageSize: 10 })]
    assert.deepEqual(
      pages.map(({ total, list, pageNum, pageSize }) => [total, list.length, pageNum, pageSize]),
      [
        [12, 10, 1, 10],
        [12, 2, 2, 10],
        [12, 0, 3, 10],
      ],
    )
    assert.deepEqual(
      pages.flatMap(({ list }) => list),
      whole.list,
    )
    const state = whole.list.find(({ identifier }) => identifier === 'WorkState')
    assert.deepEqual([state?.name?.zh, state?.dataType], ['工作状态', 'enum'])
    const gone = whole.list.find(({ identifier }) => identifier === 'Gone0')
    assert.deepEqual([gone?.name, gone?.dataType], [null, null])
    const { status, envelope } = await app.ask(call, { id, pageSize: Number('11') }, { token })
    assert.deepEqual([status, Object.keys(envelope.data.fields ?? {})], [422, ['pageSize']])
  }
})

test('messages can be filtered by direction, topic and what was dropped of them', async () => {
  const oven = await make.device(app)
  const dropped = JSON.stringify([{ identifier: 'Warp', reason: 'unknown', value: 9 }])
  const message = { deviceId: oven.id, payload: '{}', code: 200 }
  await app.db
    .insertInto('deviceMessage')
    .values([
      {
        ...message,
        recordedAt: iso(day),
        direction: 'up',
        outcome: 'partly',
        topic: '/sys/a/b/thing/event/property/post',
        dropped,
      },
      {
        ...message,
        recordedAt: iso(day),
        outcome: 'sent',
        direction: 'down',
        topic: '/sys/a/b/thing/event/property/post_reply',
        dropped: null,
      },
      {
        ...message,
        recordedAt: iso(day + 1000),
        outcome: 'sent',
        direction: 'down',
        topic: '/sys/a/b/thing/service/property/set',
        dropped: '[]',
        code: null,
      },
    ])
    .execute()
  const ask = async (query: object) =>
    (await app.ask(telemetryCalls.oven.messages, { id: oven.id, ...query }, { token })).envelope.data
  const all = await ask({})
  assert.deepEqual([all.total, all.list.map((row) => row.direction)], [3, ['down', 'down', 'up']])
  assert.deepEqual(all.list[2]?.dropped, [{ identifier: 'Warp', reason: 'unknown', value: 9 }])
  assert.deepEqual([(await ask({ direction: 'up' })).total, (await ask({ topic: 'property/SET' })).total], [1, 1])
  assert.deepEqual([(await ask({ dropped: true })).total, (await ask({ dropped: false })).total], [1, 2])
  // The answer contains since when there are messages, whatever is searched: the time before has no trace.
  assert.equal(all.since, all.list.map(({ time }) => time).toSorted()[0])
  assert.equal((await ask({ topic: 'no such topic' })).since, all.since)
  const other = await make.device(app)
  assert.equal((await ask({ id: other.id })).since, null)
})

test('the online log shows how long each state lasted, across pages and refusals', async () => {
  const oven = await make.device(app)
  await logOnline(oven.id, [
    ...Array.from(
      { length: 10 },
      (_, index) => [day + index * 1000, index % 2 === 0, index % 2 === 0 ? 'connected' : 'keep_alive'] as const,
    ),
    [day + 9500, null, 'refused_disabled'],
    [day + 20_000, true, 'connected'],
  ])
  const ask = async (query: object) =>
    (await app.ask(telemetryCalls.oven.onlineLog, { id: oven.id, ...query }, { token })).envelope.data
  const first = await ask({})
  assert.equal(first.total, 12)
  assert.deepEqual(
    first.list.slice(0, 4).map((row) => [row.reason, row.lastedMs]),
    [
      ['connected', null],
      ['refused_disabled', null],
      ['keep_alive', 11_000],
      ['connected', 1000],
    ],
  )
  // The newest state of the second page ends at an entry of the first page.
  assert.deepEqual(
    (await ask({ pageNum: 2 })).list.map((row) => row.lastedMs),
    [1000, 1000],
  )
  assert.equal((await ask({ endTime: iso(day + 8000) })).list[0]?.lastedMs, 1000)
})

test('events and commands have their pages, a command with its sender', async () => {
  const oven = await make.device(app)
  const account = await make.account(app, { role: 'administrator', name: '沈佳怡' })
  const event = {
    deviceId: oven.id,
    identifier: 'Fault',
    output: JSON.stringify({ Code: 'E05' }),
    clearedAt: null,
    receivedAt: iso(day),
  }
  await app.db
    .insertInto('deviceEvent')
    .values([
      { ...event, occurredAt: iso(day), type: 'error', code: 'E05' },
      { ...event, occurredAt: iso(day + 1000), type: 'alert', identifier: 'DoorOpenLong' },
    ])
    .execute()
  const command = {
    deviceId: oven.id,
    params: '{"SetTemp":180}',
    createdAt: iso(day),
    deadlineAt: iso(day + 60_000),
  } as const
  const unset = { sentAt: null, acknowledgedAt: null, finishedAt: null, code: null, reply: null } as const
  await app.db
    .insertInto('command')
    .values([
      { ...command, ...unset, kind: 'property.set', status: 'succeeded', accountId: account.id },
      { ...command, ...unset, kind: 'service', identifier: 'StopCooking', status: 'timed_out', accountId: null },
    ])
    .execute()
  const events = (await app.ask(telemetryCalls.oven.events, { id: oven.id }, { token })).envelope.data
  assert.deepEqual(
    events.list.map((row) => row.identifier),
    ['DoorOpenLong', 'Fault'],
  )
  assert.deepEqual(events.list[1]?.output, { Code: 'E05' })
  const countEvents = async (query: object) =>
    (await app.ask(telemetryCalls.oven.events, { id: oven.id, ...query }, { token })).envelope.data.total
  assert.equal(await countEvents({ type: 'error' }), 1)
  assert.deepEqual([await countEvents({ open: true }), await countEvents({ open: false })], [1, 0])
  assert.equal(await countEvents({ endTime: iso(day + 500) }), 1)
  assert.equal(await countEvents({ startTime: iso(day + 500), endTime: iso(day + 900) }), 0)
  const commands = (await app.ask(commandCalls.oven.commands, { id: oven.id }, { token })).envelope.data
  assert.deepEqual(
    commands.list.map((row) => [row.status, row.accountName]),
    [
      ['timed_out', ''],
      ['succeeded', '沈佳怡'],
    ],
  )
  assert.deepEqual(commands.list[1]?.params, { SetTemp: 180 })
  const countCommands = async (query: object) =>
    (await app.ask(commandCalls.oven.commands, { id: oven.id, ...query }, { token })).envelope.data.total
  assert.equal(await countCommands({ status: 'succeeded' }), 1)
  assert.deepEqual(
    [await countCommands({ endTime: iso(day) }), await countCommands({ startTime: iso(day + 1) })],
    [2, 0],
  )
})
