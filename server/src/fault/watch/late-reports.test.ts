// @both-databases: a trigger brings what is to be judged again to the worker.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SignalReport } from '@brigade/contract/cold-chain/excursion.rules.ts'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import {
  airFrom,
  excursionsOf,
  settingsAt,
  settled,
  spellsOf,
  watchedCooler,
} from '../../testing/fault/cooler-watch.ts'
import { causeIn } from '../../testing/fault/cause-in.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const records = (id: string) => excursionsOf(app, admin.token, id)
async function detailOf(id: string) {
  const { data } = (await app.ask(faultApi.detail, { id }, { token: admin.token })).envelope
  const times = data.acts.map(({ at }) => Date.parse(at))
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
    'acts, the newest first as their times are shown',
  )
  return data
}
const later = async (minutes: number) => {
  app.clock.advance(minutes * minuteMs)
  await settled(app)
}
const minutesFrom = (origin: number, spells: readonly { from: number; to: number | null }[]) =>
  spells.map(({ from, to }) => [(from - origin) / minuteMs, to === null ? null : (to - origin) / minuteMs])

/** Waits until all late news have been sent. */
const toldAll = async () => {
  await later(6)
  await until('all to be told', async () => {
    const left = await app.db.selectFrom('faultUntold').select('faultId').limit(1).execute()
    return left.length === 0
  })
}

/** A site with one person who receives its alarms. */
async function site() {
  const organisation = await make.organisation(app)
  const keeper = await make.account(app, { role: 'administrator', organisationId: organisation.id })
  const told = async () => {
    const { list } = (await app.ask(messageApi.bell, {}, { token: keeper.token })).envelope.data
    return list.map(({ words }) => words.en.title).toReversed()
  }
  return { organisationId: organisation.id, told, keeper }
}

test('a temperature that was beyond its limit and back within one message is the excursion of the printed report, in each way of sending it', async (t) => {
  const origin = app.clock.now() - 3 * hourMs
  for (const way of ['batch/post', 'pack/post', 'history/post'] as const) {
    const { id, device, send } = await watchedCooler(app)
    t.after(() => device.vanish())
    await send(way, settingsAt(origin))
    await send(way, airFrom(origin, [0, 4, 30], [30, 12, 60], [60, 4, 180]))
    await settled(app)
    const [record, ...others] = await records(id)
    assert.deepEqual([record?.condition, others], ['eliminated', []], way)
    const span = { startTime: new Date(origin).toISOString(), endTime: new Date(app.clock.now()).toISOString() }
    const { excursions } = (await app.ask(coldChainApi.temperature, { id, ...span }, { token: admin.token })).envelope
      .data
    assert.deepEqual(minutesFrom(origin, excursions), [[30, 60]], way)
    assert.deepEqual(
      [Date.parse(record?.raisedAt ?? ''), Date.parse(record?.eliminatedAt ?? '')],
      excursions.flatMap(({ from, to }) => [from, to]),
      way,
    )
  }
})

test('one of last night that a device sends in the morning is told once, as of the past, and never as running', async (t) => {
  const { organisationId, told } = await site()
  const { id, device, send } = await watchedCooler(app, { organisationId })
  t.after(() => device.vanish())
  const origin = app.clock.now() - 8 * hourMs
  await send('history/post', settingsAt(origin))
  // A device that reconnects sends its present values first.
  await send('post', airFrom(app.clock.now() - 2 * minuteMs, [0, 4, 1]))
  await settled(app)
  await send('history/post', airFrom(origin, [0, 4, 130], [130, 12, 185], [185, 4, 470]))
  await settled(app)
  const [record] = await records(id)
  assert.deepEqual(minutesFrom(origin, await spellsOf(app, id)), [[130, 185]])
  assert.deepEqual([record?.condition, record?.handling, await told()], ['eliminated', 'new', []])
  await toldAll()
  await toldAll()
  assert.deepEqual(
    (await told()).map((title) => title.replace(/: .*/, '')),
    ['Critical alarm, over already'],
  )
})

test('a hundred of one night are one message', async (t) => {
  const { organisationId, told } = await site()
  const { id, device, send } = await watchedCooler(app, { organisationId })
  t.after(() => device.vanish())
  const origin = app.clock.now() - 60 * hourMs
  await send('history/post', settingsAt(origin))
  const warm = Array.from({ length: 100 }, (_, n) =>
    airFrom(origin + n * 35 * minuteMs, [0, 4, 15], [15, 12, 35]),
  ).flat()
  for (let n = 0; n < warm.length; n += 50) await send('history/post', warm.slice(n, n + 50))
  await send('history/post', airFrom(origin + 3500 * minuteMs, [0, 4, 30]))
  await settled(app)
  assert.equal((await spellsOf(app, id)).length, 100)
  const [record, ...others] = await records(id)
  assert.deepEqual([record?.occurrences, others], [100, []])
  await toldAll()
  await toldAll()
  assert.deepEqual(await told(), ['100 alarms, over already'])
})

test('a night that comes piece by piece is not told as running, and what lasts at its end is once nothing more comes', async (t) => {
  const { organisationId, told } = await site()
  const { id, device, send } = await watchedCooler(app, { organisationId })
  t.after(() => device.vanish())
  const origin = app.clock.now() - 9 * hourMs
  await send('history/post', settingsAt(origin))
  for (const piece of [airFrom(origin, [0, 4, 60], [60, 12, 90]), airFrom(origin, [90, 12, 120], [120, 4, 150])]) {
    await send('history/post', piece)
    await settled(app)
    assert.deepEqual(await told(), [])
  }
  assert.deepEqual(minutesFrom(origin, await spellsOf(app, id)), [[60, 120]])
  await send('history/post', airFrom(origin, [150, 12, 200]))
  await settled(app)
  assert.equal((await spellsOf(app, id)).length, 1)
  await later(3)
  await later(3)
  assert.deepEqual(minutesFrom(origin, await spellsOf(app, id)), [
    [60, 120],
    [150, null],
  ])
  assert.equal((await records(id))[0]?.condition, 'active')
})

test('a late value that splits a running excursion gives it its end and begins another, with both values in the history of the record', async (t) => {
  const { id, device, send } = await watchedCooler(app)
  t.after(() => device.vanish())
  const origin = app.clock.now() - 2 * hourMs
  await send('batch/post', settingsAt(origin))
  await send('batch/post', airFrom(origin, [0, 4, 20], [20, 12, 60], [65, 13, 120]))
  await settled(app)
  const [running] = await records(id)
  assert.deepEqual([running?.condition, minutesFrom(origin, await spellsOf(app, id))], ['active', [[20, null]]])
  await send('history/post', airFrom(origin, [60, 4, 65]))
  await settled(app)
  assert.deepEqual(minutesFrom(origin, await spellsOf(app, id)), [
    [20, 60],
    [65, null],
  ])
  const record = await detailOf(running?.id ?? '')
  assert.deepEqual([record.condition, record.occurrences], ['active', 2])
  const [corrected] = record.acts.filter(({ act }) => act === 'correct')
  assert.deepEqual(
    corrected?.corrections.map(({ was, is }) => minutesFrom(origin, [was, ...(is === null ? [] : [is])])),
    [
      [
        [20, null],
        [20, 60],
      ],
    ],
  )
})

test('a late value that shows that it was never as long as its delay takes the record back, and whoever was told is told once', async (t) => {
  const { organisationId, told, keeper } = await site()
  const { id, device, send } = await watchedCooler(app, { organisationId })
  t.after(() => device.vanish())
  const origin = app.clock.now() - hourMs
  await send('batch/post', settingsAt(origin))
  await send('batch/post', airFrom(origin, [0, 4, 40], [40, 12, 45], [55, 12, 60]))
  await settled(app)
  const [raised] = await records(id)
  assert.equal(raised?.condition, 'active')
  assert.equal((await told()).length, 1)
  await send('history/post', airFrom(origin, [50, 4, 55]))
  await send('post', airFrom(origin, [59, 4, 60]))
  await settled(app)
  const record = await detailOf(raised?.id ?? '')
  assert.deepEqual([record.condition, record.handling, record.acts[0]?.act], ['withdrawn', 'closed', 'withdraw'])
  assert.deepEqual(
    record.acts[0]?.corrections.map(({ is }) => is),
    [null],
  )
  assert.deepEqual(await spellsOf(app, id), [])
  await toldAll()
  await toldAll()
  assert.deepEqual(
    (await told()).map((title) => title.replace(/: .*/, '')),
    ['Critical alarm', 'Withdrawn'],
  )
  const as = { token: keeper.token }
  const { open } = (await app.ask(faultApi.totals, { kind: 'cooler' }, as)).envelope.data
  assert.equal(open, 0)
  const listed = async (query: object) =>
    (await app.ask(faultApi.alarms, { deviceId: id, ...query }, as)).envelope.data.total
  assert.deepEqual(
    [
      await listed({}),
      await listed({ open: 'true' }),
      await listed({ condition: 'withdrawn' }),
      await listed({ condition: 'eliminated' }),
    ],
    [1, 0, 1, 0],
  )
  const versions = { records: [{ id: record.id, updatedAt: record.updatedAt }] }
  const text = { text: 'x', reason: 'x', cause: 'x', action: 'x', photos: [] }
  for (const [call, body] of [
    [faultApi.acknowledge, versions],
    [faultApi.note, { ...versions, text: text.text }],
    [faultApi.eliminate, { ...versions, cause: text.cause }],
    [faultApi.reopen, { ...versions, reason: text.reason }],
  ] as const)
    assert.equal((await app.ask(call, body, as)).status, 409, call.path)
})

test('what comes late moves the end and the extreme of a record that is over, also of one that a person has closed', async (t) => {
  const { id, device, send } = await watchedCooler(app)
  t.after(() => device.vanish())
  const origin = app.clock.now() - 5 * hourMs
  await send('history/post', settingsAt(origin))
  await send('history/post', airFrom(origin, [0, 4, 60], [60, 12, 120], [150, 4, 300]))
  await settled(app)
  const [first] = await records(id)
  const as = { token: admin.token }
  const act = async (call: typeof faultApi.acknowledge | typeof faultApi.close, body: object) => {
    const { id: record, updatedAt } = await detailOf(first?.id ?? '')
    const answer = await app.ask(call, { records: [{ id: record, updatedAt }], ...body }, as)
    assert.equal(answer.status, 200)
  }
  await act(faultApi.acknowledge, {})
  await act(faultApi.close, { causeId: await causeIn(app), cause: 'Fan', action: 'Replaced', photos: [] })
  assert.deepEqual(minutesFrom(origin, await spellsOf(app, id)), [[60, 150]])
  await send('history/post', airFrom(origin, [120, 14, 125], [125, 4, 150]))
  await settled(app)
  const record = await detailOf(first?.id ?? '')
  assert.deepEqual(
    [
      record.handling,
      record.condition,
      (Date.parse(record.eliminatedAt ?? '') - origin) / minuteMs,
      record.acts[0]?.act,
    ],
    ['closed', 'eliminated', 125, 'correct'],
  )
  assert.deepEqual(
    (await spellsOf(app, id)).map(({ worstC }) => worstC),
    [14],
  )
  assert.equal((await records(id)).length, 1)
})

test('a night that stayed within its limits marks nothing to be judged again', async (t) => {
  const { id, device, send } = await watchedCooler(app)
  t.after(() => device.vanish())
  const origin = app.clock.now() - 10 * hourMs
  await send('batch/post', [...settingsAt(origin - hourMs), ...airFrom(app.clock.now() - minuteMs, [0, 4, 1])])
  await settled(app)
  const sides = async () =>
    (await app.db.selectFrom('deviceShadow').select('sides').where('deviceId', '=', id).executeTakeFirstOrThrow()).sides
  const before = await sides()
  await send('history/post', airFrom(origin, [0, 4, 200], [200, 5, 590]))
  await settled(app)
  assert.deepEqual(await sides(), before)
  assert.deepEqual(
    await app.db
      .selectFrom('faultWait')
      .select('kind')
      .where('deviceId', '=', id)
      .where('kind', 'in', ['excursion', 'second-look'])
      .execute(),
    [],
  )
})

test('an excursion that ended at the instant from which on is judged again stays in its record', async (t) => {
  const origin = app.clock.now() - 12 * hourMs
  const { id, device, send } = await watchedCooler(app)
  t.after(() => device.vanish())
  // The six hours before the judged time are evaluated too: they begin at the third crossing before the second one,
  // where the first excursion ended.
  const turns = [30, 60, 420, 450, 500, 530, 560]
  await send('history/post', settingsAt(origin))
  await send('history/post', airFrom(origin, [0, 4, 30]))
  for (const [index, begin] of turns.slice(0, -1).entries()) {
    await send('history/post', airFrom(origin, [begin, index % 2 === 0 ? 12 : 4, turns[index + 1] ?? begin]))
    await settled(app)
  }
  assert.deepEqual(minutesFrom(origin, await spellsOf(app, id)), [
    [30, 60],
    [420, 450],
    [500, 530],
  ])
})

test('an excursion of a day has the extreme of the printed report, though the door was opened again long after it began', async (t) => {
  const origin = app.clock.now()
  const { id, device, send } = await watchedCooler(app)
  t.after(() => device.vanish())
  await send('post', settingsAt(origin))
  for (let hour = 0; hour < 17; hour += 1) {
    const begin = origin + hour * hourMs
    await later(60)
    const isOpened = hour === 1 || hour === 14
    const doors: readonly SignalReport[] = isOpened
      ? [
          [begin + 20 * minuteMs, 'door', 1],
          [begin + 24 * minuteMs, 'door', 0],
        ]
      : []
    const air = airFrom(begin, [0, hour === 0 ? 4 : 12, 20], [20, isOpened ? 10 + hour : 12, 35], [35, 12, 60])
    await send(
      'history/post',
      [...doors, ...air].toSorted((a, b) => a[0] - b[0]),
    )
    await settled(app)
  }
  const span = { startTime: new Date(origin).toISOString(), endTime: new Date(app.clock.now()).toISOString() }
  // Sessions end meanwhile.
  const { token } = await make.account(app, { role: 'administrator' })
  const { excursions } = (await app.ask(coldChainApi.temperature, { id, ...span }, { token })).envelope.data
  const spells = await spellsOf(app, id)
  assert.deepEqual([excursions.length, excursions[0]?.worstC], [1, 24])
  assert.deepEqual(
    spells.map(({ faultId: _record, ...spell }) => spell),
    excursions.map(({ unknownMs: _unknown, ...spell }) => spell),
  )
})
