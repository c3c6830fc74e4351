// @both-databases: whose a past is, is SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { figureLists, type FigureList } from '@brigade/contract/statistics/drill.rules.ts'
import type { Figure } from '@brigade/contract/statistics/figure.model.ts'
import { figureKeys, figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import { movedText, unsaidWords } from '@brigade/contract/statistics/moved-words.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { dayMs, hourMs, iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { make } from '../../testing/make.ts'
import { moveCustomer } from '../../testing/move-customer.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { naiveCounts, type NaivePast } from '../../testing/statistics/count-naively.ts'
import { exportRows, text, time, withGone } from '../../testing/statistics/export-rows.ts'
import { plantHistories, type World } from '../../testing/statistics/plant-histories.ts'
import { reconcileDays } from './recount.ts'
import { takeDue } from './take-run.ts'

/** The statistics of the test use the zone of Shanghai. */
const dayOf = (at: number) => iso(at + 8 * hourMs).slice(0, 10)

let app: TestApp
let world: World
let token: string
/** The day on which everything changes hands, at 13:30. */
let turning: number
let agentId: string
const seed = Number(process.env['SEED'] ?? 23)

const signIn = async () => ({ token } = await make.account(app, { role: 'administrator' }))
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const real = app.clock.now()
  turning = Math.ceil((real - 5.5 * hourMs) / dayMs) * dayMs + 5.5 * hourMs
  app.clock.advance(turning - real)
  await signIn()
  world = await plantHistories(app, turning - hourMs, seed)
  agentId = (await make.organisation(app, { kind: 'agent', name: 'Agent to come' })).id
  while (await takeDue(app));
})
after(() => app.stop())

const calls = ['devices', 'users', 'recipes', 'faults', 'keywords'] as const
const everybody = () => [world.platformId, world.distributorId, agentId, ...world.customerIds]
/** Days before the change for which everything is known, including sealed days. */
const pastDays = () => Array.from({ length: 27 }, (_, index) => dayOf(turning - (index + 3) * dayMs))

/** The value of every figure on each of some days, for everybody. */
type Kept = ReadonlyMap<string, number | null>
const nameOf = (key: FigureKey, organisation: string, day: string) => `${key} of ${organisation} on ${day}`
async function keptFigures(days: readonly string[]): Promise<Kept> {
  const kept = new Map<string, number | null>()
  const range = { from: days.at(-1) ?? '', to: days[0] ?? '' }
  for (const organisation of everybody())
    for (const call of calls) {
      const { status, envelope } = await app.ask(statisticsApi[call], { organisation, ...range }, { token })
      assert.equal(status, 200, JSON.stringify(envelope))
      for (const { key, points } of envelope.data.series)
        for (const { at, value } of points) kept.set(nameOf(key, organisation, at), value)
    }
  return kept
}

const post = async (ask: Promise<{ status: number; envelope: unknown }>) => {
  const { status, envelope } = await ask
  assert.equal(status, 200, JSON.stringify(envelope))
}
const snOf = async (id: string) =>
  (await app.db.selectFrom('device').where('id', '=', id).select('sn').executeTakeFirstOrThrow()).sn
/** The test's own record of changes, which the plain count uses. */
type Turn = Readonly<{ device: string; at: number; owner: string | undefined; installed: boolean }>
const turns: Turn[] = []
const moves: Readonly<{ organisation: string; at: number; from: readonly string[]; to: readonly string[] }>[] = []
let firstOwner: ReadonlyMap<string, string>
let firstDates: ReadonlyMap<string, number>
let rowsBefore: Awaited<ReturnType<typeof exportRows>>

const random = (() => {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296
})()
/** Recipes that were cooked at times between two moments, whenever they are reported. */
async function plantCooked(ovens: readonly string[], from: number, to: number, many: number) {
  for (let count = 0; count < many; count += 1) {
    const deviceId = ovens[Math.floor(random() * ovens.length)] ?? ''
    const at = iso(from + Math.floor(random() * (to - from)))
    await sql`insert into recipe_cooked (recipe_id, device_id, organisation_id, version, cooked_at)
      select (select min(id) from recipe), device_id, organisation_id, 1, ${at} from device_state where device_id = ${deviceId}`.execute(
      app.db,
    )
  }
}
/** Commands in each of the next minutes. */
async function sendFor(minutes: number, devices: readonly string[]) {
  for (let count = 0; count < minutes; count += 1) {
    app.clock.advance(30_000)
    const at = iso(app.clock.now())
    for (const deviceId of devices)
      await app.db
        .insertInto('command')
        .values({ deviceId, kind: 'property.get', params: '{}', status: 'succeeded', createdAt: at, deadlineAt: at })
        .execute()
    app.clock.advance(30_000)
  }
}

/** Makes every possible change of ownership over half an hour, some of them twice. */
async function turnAll() {
  const [first = '', second = '', third = ''] = world.customerIds
  const { rows: owners } = await sql<{ id: string; owner: string }>`
    select device_id::text as id, organisation_id::text as owner from device_state`.execute(app.db)
  firstOwner = new Map(owners.map(({ id, owner }) => [id, owner]))
  const dated = (await exportRows(app)).get('device') ?? []
  firstDates = new Map(dated.map((row) => [text(row, 'id'), time(row, 'installedAt')]))
  const of = (ids: readonly string[], organisation: string) => {
    const found = ids.find((id) => firstOwner.get(id) === organisation)
    assert.ok(found, `${organisation} has none of ${ids.join()}`)
    return found
  }
  const oven = of(world.ovens, first)
  const cooler = of(world.coolers, first)
  const uninstalled = of(world.ovens.toReversed(), second)
  const deleted = of(world.coolers.toReversed(), second)
  const note = (device: string, owner: string | undefined, installed = true) =>
    turns.push({ device, owner, installed, at: app.clock.now() })
  const devices = [oven, cooler, uninstalled, deleted]
  const ovens = [oven, uninstalled]
  await plantCooked(ovens, turning - 12 * hourMs, turning, 30)
  await post(app.ask(recordCalls.oven.transfer, { ids: [oven], organisationId: second }, { token }))
  note(oven, second)
  // The device moves on to another organisation at once.
  await post(app.ask(recordCalls.oven.transfer, { ids: [oven], organisationId: third }, { token }))
  note(oven, third)
  await sendFor(5, devices)
  await post(app.ask(recordCalls.cooler.transfer, { ids: [cooler], organisationId: third }, { token }))
  note(cooler, third)
  await sendFor(5, devices)
  await post(app.ask(recordCalls.oven.uninstall, { ids: [uninstalled] }, { token }))
  note(uninstalled, second, false)
  await sendFor(5, devices)
  const sn = await snOf(deleted)
  rowsBefore = await exportRows(app)
  await post(app.ask(recordCalls.cooler.remove, { id: deleted, sn }, { token }))
  // The database notes a deletion by its own clock, which may be of the day before: the test's is ahead of it.
  const gone = iso(app.clock.now())
  await sql`update device_owner set since = ${gone} where device_id = ${deleted} and organisation_id is null`.execute(
    app.db,
  )
  await sql`update device_gone set gone_at = ${gone} where device_id = ${deleted}`.execute(app.db)
  note(deleted, undefined, false)
  const remaining = [oven, cooler, uninstalled]
  await make.device(app, {
    kind: 'cooler',
    sn,
    organisationId: third,
    productId: world.coolerProduct,
    createdAt: app.clock.now(),
  })
  await sendFor(5, remaining)
  await moveCustomer(app, { id: second, parentId: agentId }, token)
  moves.push({ organisation: second, at: app.clock.now(), from: [world.distributorId], to: [agentId] })
  await sendFor(5, remaining)
  // These arrive late and belong to the owner of their own time.
  await plantCooked(ovens, turning - 12 * hourMs, app.clock.now(), 60)
}

const lastTurn = (device: string, at: number) => turns.findLast((turn) => turn.device === device && turn.at <= at)
const past: NaivePast = {
  ownerAt: (device, at) => {
    const turn = lastTurn(device, at)
    return turn === undefined ? (firstOwner.get(device) ?? world.customerIds[2]) : turn.owner
  },
  isInstalledAt: (device, at) => lastTurn(device, at)?.installed ?? true,
  turnsOf: (device) => turns.filter((turn) => turn.device === device).map(({ at }) => at),
  isWithin: (organisation, above, at) => {
    if (organisation === above || above === world.platformId) return true
    const move = moves.find((one) => one.organisation === organisation)
    if (move !== undefined) return (at >= move.at ? move.to : move.from).includes(above)
    return above === world.distributorId && organisation === world.customerIds[0]
  },
}

/** The nights that counted a past day again, after the change. */
async function recounted() {
  const pages = await Promise.all(
    [1, 2].map((pageNum) => app.ask(statisticsApi.runs, { pageNum: String(pageNum), pageSize: '80' }, { token })),
  )
  const runs = pages.flatMap(({ envelope }) => envelope.data.list)
  return runs.filter((run) => run.recounted !== null && Date.parse(run.dueAt) > turning)
}

async function nights(count: number) {
  for (let night = 0; night < count; night += 1) {
    app.clock.advance(dayMs)
    while (await takeDue(app));
    await signIn()
  }
}

/** These are counted plainly too, so that unchanged figures are also verified. */
const counted = [
  'commands.created',
  'faults.raised',
  'recipes.cooked',
  'recipes.downloads',
  'devices.installations',
  'devices.activations',
  'devices.availability',
] as const

test('after a transfer, an uninstallation, a deletion, a return and the move of a customer every past figure stays with whom it was, for 30 nights', async () => {
  const naive = await naiveCounts(app)
  const days = pastDays()
  const before = await keptFigures(days)
  assert.ok(before.size > 3000, `${before.size}`)
  for (const day of days)
    for (const organisation of everybody())
      for (const key of counted) {
        const from = Date.parse(`${day}T00:00:00+08:00`)
        const count = naive.of(key, { organisationId: organisation, from, to: from + dayMs, asOf: turning })
        const name = nameOf(key, organisation, day)
        assert.ok(same(before.get(name), count ?? null), `${name}: ${before.get(name)}, counted ${count}`)
      }
  await turnAll()
  await nights(30)
  const after = await keptFigures(days)
  const changed = [...before].filter(([name, value]) => !same(after.get(name), value))
  assert.deepEqual(
    changed.map(([name, value]) => `${name}: ${value} became ${after.get(name)}`),
    [],
    `seed ${seed}`,
  )
  const recounts = await recounted()
  assert.ok(recounts.length >= 29, `${recounts.length} nights counted a day again`)
  assert.deepEqual(
    recounts
      .filter(({ difference }) => difference !== 0)
      .map((run) => `${run.recounted} ${run.difference} ${run.differing.join()}`),
    [],
  )
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.equal(Number(/^brigade_statistics_difference (\S+)$/m.exec(metrics)?.[1]), 0)
  assert.equal(await reconcile(days), 0)
})

/** Works like `npm run reconcile`. Returns how many days differed. */
async function reconcile(days: readonly string[]): Promise<number> {
  return reconcileDays(app.db, days, app.settings.statisticsZone, ({ recounted: day, differing }) =>
    assert.deepEqual(differing, [], day),
  )
}

const same = (a: number | null | undefined, b: number | null, near = 1e-9) =>
  a === b || (typeof a === 'number' && b !== null && Math.abs(a - b) < near * Math.max(1, Math.abs(b)))

test('on the day of the turn each hour belongs to whom the device was then, up the tree of then, also what came late', async () => {
  const naive = await naiveCounts(app, rowsBefore)
  // More than two days are shown by hour.
  const days = [dayOf(turning + dayMs), dayOf(turning), dayOf(turning - dayMs)]
  const kept = await keptFigures(days)
  let sum = 0
  for (const day of days)
    for (const organisation of everybody())
      for (const key of [...counted, 'devices.energy', 'devices.water'] as const) {
        // These are counted up to now, and again when a date of the device is entered.
        if (key === 'devices.installations' || key === 'devices.activations') continue
        const from = Date.parse(`${day}T00:00:00+08:00`)
        const count = naive.of(key, { organisationId: organisation, from, to: from + dayMs, asOf: turning, past })
        const name = nameOf(key, organisation, day)
        const value = kept.get(name)
        // Without a report the energy is unknown. The test records a change some milliseconds later.
        const near = key === 'devices.availability' ? 1e-4 : 1e-9
        assert.ok(same(value ?? 0, count ?? 0, near), `${name}: ${value}, counted ${count}; seed ${seed}`)
        sum += count ?? 0
      }
  assert.ok(sum > 900, `${sum}`)
  assert.equal(await reconcile(days), 0)
})

test('a figure whose rows moved says how many, and its lists show the rest', async () => {
  const [to = '', from = ''] = [pastDays()[0], pastDays().at(-1)]
  const total = async ({ list, query }: FigureList) => {
    const asked = { token }
    const found =
      list === 'ovens'
        ? await app.ask(deviceCalls.oven.list, query, asked)
        : list === 'coolers'
          ? await app.ask(deviceCalls.cooler.list, query, asked)
          : await app.ask(faultApi.page, query, asked)
    assert.equal(found.status, 200, JSON.stringify(found.envelope))
    return found.envelope.data.total
  }
  let [left, came] = [0, 0]
  for (const organisation of everybody())
    for (const call of ['devices', 'faults'] as const) {
      const { envelope } = await app.ask(statisticsApi[call], { organisation, from, to }, { token })
      const { figures: values, span, asOf } = envelope.data
      for (const { key, value, moved } of values.filter(({ key: one }) => listedFlows.has(one))) {
        const totals = await Promise.all(figureLists(key, { organisation, span, asOf }).map(total))
        left += moved?.left ?? 0
        came += moved?.came ?? 0
        assert.equal(
          totals.reduce((sum, one) => sum + one, 0),
          (value ?? 0) - (moved?.left ?? 0) + (moved?.came ?? 0),
          `${key} of ${organisation}: ${value}, ${JSON.stringify(moved)}; seed ${seed}`,
        )
      }
    }
  assert.ok(left > 5 && came > 5, `${left} left, ${came} came`)
})

test('a figure without a list says how many of its rows are on devices that have left', async () => {
  const [to, from] = [dayOf(turning), pastDays().at(-1) ?? '']
  const rows = withGone(await exportRows(app), rowsBefore)
  const now = app.clock.now()
  const there = new Set((await exportRows(app)).get('device')?.map((row) => text(row, 'id')))
  let sum = 0
  for (const [call, key, table, column] of [
    ['devices', 'commands.created', 'command', 'createdAt'],
    ['recipes', 'recipes.cooked', 'recipe_cooked', 'cookedAt'],
    ['recipes', 'recipes.downloads', 'recipe_download', 'confirmedAt'],
  ] as const)
    for (const organisation of everybody()) {
      const { envelope } = await app.ask(statisticsApi[call], { organisation, from, to }, { token })
      const { figures: values, span } = envelope.data
      const figure = values.find((one) => one.key === key)
      const had = (device: string, at: number) => {
        const owner = past.ownerAt(device, at)
        return owner !== undefined && past.isWithin(owner, organisation, at)
      }
      const left = (rows.get(table) ?? []).filter((row) => {
        const [at, device] = [time(row, column), text(row, 'deviceId')]
        const isCounted = at >= Date.parse(span.from) && at < Date.parse(span.to) && had(device, at)
        return isCounted && !(there.has(device) && had(device, now))
      }).length
      assert.equal(figure?.moved?.left ?? 0, left, `${key} of ${organisation}: ${figure?.value}; seed ${seed}`)
      assert.equal(figure?.moved?.came ?? 0, 0)
      sum += left
    }
  assert.ok(sum > 5, `${sum} left`)
})

const listedFlows: ReadonlySet<FigureKey> = new Set([
  'devices.installations',
  'devices.activations',
  'faults.raised',
  'faults.eliminated',
  'faults.active',
])

test('a list of customers adds up to the figure: who left is among the others, and who came brings nothing along', async () => {
  const [to = '', from = ''] = [pastDays()[0], pastDays().at(-1)]
  const second = world.customerIds[1] ?? ''
  for (const [organisation, has] of [
    [world.distributorId, false],
    [agentId, false],
    [world.platformId, true],
  ] as const) {
    const query = { organisation, from, to }
    const { envelope } = await app.ask(statisticsApi.faults, query, { token })
    const value = envelope.data.figures.find(({ key }) => key === 'faults.raised')?.value
    const list = envelope.data.top.find(({ of }) => of === 'customers')
    assert.ok(list)
    assert.equal(
      list.rows.reduce((sum, row) => sum + row.value, list.others),
      value,
      organisation,
    )
    assert.equal(
      list.rows.some(({ key }) => key === second),
      has,
      organisation,
    )
    assert.equal(list.others > 0, organisation === world.distributorId, organisation)
  }
})

// Departed devices ---------------------------------------------------------------------------------------------------

const daysOfRange = (from: string, to: string) =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayMs + 1 }, (_, index) => {
    const begins = Date.parse(`${from}T00:00:00+08:00`) + index * dayMs
    return { begins, ends: begins + dayMs }
  })
const lastDays = () => ({ from: pastDays().at(-1) ?? '', to: dayOf(turning) })

/** All present and former rows, by the test's own record. */
async function everything() {
  const now = await exportRows(app)
  const rows = withGone(now, rowsBefore)
  const there = new Set(now.get('device')?.map((row) => text(row, 'id')))
  const devices = (rows.get('device') ?? []).map((row) => {
    const id = text(row, 'id')
    const state = [...(now.get('device_state') ?? []), ...(rowsBefore.get('device_state') ?? [])]
    const kind = text(
      state.find((one) => text(one, 'deviceId') === id),
      'kind',
    )
    // An uninstallation removes the date.
    return { id, kind, begins: firstDates.get(id) ?? time(row, 'createdAt') }
  })
  const had = (device: string, organisation: string, at: number, treeAt = at) => {
    const owner = past.ownerAt(device, at)
    return owner !== undefined && past.isWithin(owner, organisation, treeAt)
  }
  const hasLeft = (device: string, organisation: string) =>
    !(there.has(device) && had(device, organisation, app.clock.now()))
  return { rows, devices, had, hasLeft }
}

const movedOf = async (call: (typeof calls)[number], organisation: string, range: { from: string; to: string }) => {
  const { status, envelope } = await app.ask(statisticsApi[call], { organisation, ...range }, { token })
  assert.equal(status, 200, JSON.stringify(envelope))
  const { figures: values, span } = envelope.data
  return { span, of: (key: FigureKey) => values.find((one) => one.key === key) }
}

test('energy and water say how much of them is of devices that have left', async () => {
  const naive = await naiveCounts(app, rowsBefore)
  const { hasLeft } = await everything()
  const range = lastDays()
  let sum = 0
  for (const organisation of everybody()) {
    const { of } = await movedOf('devices', organisation, range)
    // For device figures the plain count includes only devices that have left.
    const gone: NaivePast = {
      ...past,
      ownerAt: (device, at) => (hasLeft(device, organisation) ? past.ownerAt(device, at) : undefined),
    }
    for (const key of ['devices.energy', 'devices.water'] as const) {
      const left = daysOfRange(range.from, range.to).reduce(
        (all, { begins, ends }) =>
          all +
          (naive.of(key, { organisationId: organisation, from: begins, to: ends, asOf: turning, past: gone }) ?? 0),
        0,
      )
      const figure = of(key)
      assert.ok(
        same(figure?.moved?.left ?? 0, left),
        `${key} of ${organisation}: ${figure?.value}, ${JSON.stringify(figure?.moved)}, counted ${left}; seed ${seed}`,
      )
      assert.ok(figure?.moved === null || figure?.moved.of === 'amount', JSON.stringify(figure))
      sum += left
    }
  }
  assert.ok(sum > 20, `${sum} left`)
})

test('a share says over how many devices that have left it is counted', async () => {
  const { rows, devices, had, hasLeft } = await everything()
  const range = lastDays()
  const days = daysOfRange(range.from, range.to)
  // At all moments at which something may have changed.
  const moments = [
    ...days.map(({ begins }) => begins),
    ...turns.map(({ at }) => at),
    ...moves.map(({ at }) => at),
    ...devices.map(({ begins }) => begins),
  ]
  const endOf = (at: number) => (days.find(({ begins, ends }) => at >= begins && at < ends)?.ends ?? Number.NaN) - 1
  const isIn = (at: number) => !Number.isNaN(endOf(at))
  const ended = new Set(['succeeded', 'failed', 'unknown', 'timed_out', 'late'])
  let sum = 0
  for (const organisation of everybody()) {
    const { of } = await movedOf('devices', organisation, range)
    const count = (isOne: (device: (typeof devices)[number]) => boolean) =>
      devices.filter((device) => hasLeft(device.id, organisation) && isOne(device)).length
    const expected = {
      // The owner is that of the moment, and the tree that of the end of its day.
      'devices.availability': count(
        ({ id, kind, begins }) =>
          kind === 'cooler' &&
          moments.some(
            (at) =>
              isIn(at + 1) &&
              begins <= at + 1 &&
              past.isInstalledAt(id, at + 1) &&
              had(id, organisation, at + 1, endOf(at + 1)),
          ),
      ),
      'devices.inUse': count(
        ({ id, kind, begins }) =>
          kind === 'oven' &&
          days.some(({ ends }) => begins < ends && past.isInstalledAt(id, ends - 1) && had(id, organisation, ends - 1)),
      ),
      'commands.success': count(({ id }) =>
        (rows.get('command') ?? []).some((row) => {
          const at = time(row, 'createdAt')
          return text(row, 'deviceId') === id && ended.has(text(row, 'status')) && isIn(at) && had(id, organisation, at)
        }),
      ),
    } as const
    for (const key of ['devices.availability', 'devices.inUse', 'commands.success'] as const) {
      const figure = of(key)
      if (figure?.value === null) continue
      const found = figure?.moved ?? null
      assert.equal(found?.left ?? 0, expected[key], `${key} of ${organisation}: ${JSON.stringify(found)}; seed ${seed}`)
      assert.ok(found === null || found.of === 'devices')
      sum += expected[key]
    }
  }
  assert.ok(sum > 5, `${sum} left`)
})

/**
 * Returns figures that neither report departed devices nor explain why not. `said`: those that were seen to report
 * them.
 */
const untold = (table: Readonly<Record<string, Figure>>, said: ReadonlySet<string>) =>
  Object.entries(table)
    .filter(
      ([key, { moved, isTaken }]) =>
        !said.has(key) && unsaidWords[moved] === undefined && !(moved === 'live' && !isTaken),
    )
    .map(([key]) => key)

test('every figure of the past says what has left, or why it does not; a new one that does neither is found', async () => {
  // A measure of a moment needs a day that a run has counted, so these devices leave after it.
  const [first = ''] = world.customerIds
  const owned = await sql<{ id: string; kind: 'oven' | 'cooler' }>`
    select device_id::text as id, kind from device_state where organisation_id = ${first} and installed`.execute(app.db)
  for (const { id, kind } of owned.rows)
    await post(app.ask(recordCalls[kind].transfer, { ids: [id], organisationId: agentId }, { token }))
  const yesterday = dayOf(app.clock.now() - dayMs)
  const said = new Set<FigureKey>()
  for (const range of [
    { from: dayOf(turning - 29 * dayMs), to: dayOf(turning) },
    { from: yesterday, to: yesterday },
  ])
    for (const organisation of everybody())
      for (const call of calls) {
        const { envelope } = await app.ask(statisticsApi[call], { organisation, ...range }, { token })
        for (const { key, moved } of envelope.data.figures) {
          if (moved === null) continue
          const { moved: saying } = figures[key]
          assert.ok([saying, 'here'].includes(moved.of), `${key} says ${moved.of}, and is described as ${saying}`)
          said.add(key)
        }
      }
  assert.deepEqual(untold(figures, said), [])
  for (const moved of ['amount', 'live'] as const)
    assert.deepEqual(untold({ ...figures, 'devices.planted': { ...figures['devices.energy'], moved } }, said), [
      'devices.planted',
    ])
  for (const key of figureKeys)
    for (const locale of ['en', 'zh'] as const) {
      const told = { value: 306, moved: null, asOf: iso(turning) }
      assert.equal(
        movedText(key, told, locale, String) !== '',
        unsaidWords[figures[key].moved] !== undefined,
        `${key} in ${locale}`,
      )
    }
})

test('where rows of a device that was deleted are not kept any more, a figure says how many devices it is, and no number that is too small', async () => {
  // The fault is in the range; the days that a deletion keeps do not reach it.
  const owner = (await make.organisation(app, { kind: 'customer', name: 'Owner of the fault' })).id
  const device = await make.device(app, { kind: 'oven', organisationId: owner, createdAt: turning })
  const other = await make.device(app, { kind: 'oven', organisationId: owner, createdAt: turning })
  const at = iso(app.clock.now() - 60_000)
  for (const deviceId of [device.id, other.id])
    await app.db
      .insertInto('command')
      .values({ deviceId, kind: 'property.get', params: '{}', status: 'succeeded', createdAt: at, deadlineAt: at })
      .execute()
  const day = dayOf(Date.parse(at))
  await nights(1)
  const shown = async () => (await movedOf('devices', owner, { from: day, to: day })).of('commands.created')
  assert.deepEqual([(await shown())?.value, (await shown())?.moved], [2, null])
  await post(app.ask(recordCalls.oven.transfer, { ids: [other.id], organisationId: agentId }, { token }))
  assert.deepEqual((await shown())?.moved, { of: 'rows', left: 1, came: 0 })
  await nights(40)
  await post(app.ask(recordCalls.oven.remove, { id: device.id, sn: device.sn }, { token }))
  // The database's clock, not the test's, gives the time of a deletion.
  await sql`update device_owner set since = ${iso(app.clock.now())} where device_id = ${device.id} and organisation_id is null`.execute(
    app.db,
  )
  assert.deepEqual([(await shown())?.value, (await shown())?.moved], [2, { of: 'here', left: 2, came: 0 }])
})
