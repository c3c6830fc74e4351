import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { figureLists, type Counted, type FigureList } from '@brigade/contract/statistics/drill.rules.ts'
import { figureKeys, figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import type { FigureValue, StatisticReply } from '@brigade/contract/statistics/statistics.model.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { naiveCounts } from '../testing/statistics/count-naively.ts'
import { plantHistories, type World } from '../testing/statistics/plant-histories.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { takeDue } from './run/take-run.ts'

let app: TestApp
let world: World
let token: string
let naive: Awaited<ReturnType<typeof naiveCounts>>
/** It is half past one in the afternoon in Shanghai; the run of 13:00 has been taken. */
let now: number
let asOf: number

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const real = app.clock.now()
  const goal = Math.ceil((real - 5.5 * hourMs) / dayMs) * dayMs + 5.5 * hourMs
  app.clock.advance(goal - real)
  now = goal
  asOf = goal - 0.5 * hourMs
  ;({ token } = await make.account(app, { role: 'administrator' }))
  world = await plantHistories(app, asOf)
  // Some faults were closed with a cause, some without.
  await sql`update fault_record f set cause_id = c.id, cause_name = c.name, cause_en_name = c.en_name
    from fault_cause c where c.position = f.id % 4`.execute(app.db)
  await runAll()
  naive = await naiveCounts(app)
})
after(() => app.stop())

/** Takes the run that is due, after the days that have to be counted before it. */
async function runAll() {
  while (await takeDue(app));
}

const midnight = () => Math.floor((now + 8 * hourMs) / dayMs) * dayMs - 8 * hourMs
const dayOf = (at: number) => new Date(at + 8 * hourMs).toISOString().slice(0, 10)
/** A range of days that ends today. */
const lastDays = (days: number) => ({ from: dayOf(now - (days - 1) * dayMs), to: dayOf(now) })

type Query = Readonly<{
  from: string
  to: string
  organisation?: string
  kind?: 'oven' | 'cooler'
  seriesId?: string
  productId?: string
  province?: string
}>
const calls = ['devices', 'users', 'recipes', 'faults', 'keywords'] as const
async function allFigures(query: Query): Promise<ReadonlyMap<FigureKey, FigureValue>> {
  const replies = await Promise.all(calls.map((call) => askFor(call, query)))
  return new Map(replies.flatMap((reply) => reply.figures.map((figure) => [figure.key, figure] as const)))
}
async function askFor(call: (typeof calls)[number], query: Query): Promise<StatisticReply> {
  const { status, envelope } = await app.ask(statisticsApi[call], query, { token })
  assert.equal(status, 200, JSON.stringify(envelope))
  return envelope.data
}

const near = (a: number | null | undefined, b: number | null | undefined, what: string) =>
  assert.ok(
    a !== null && b !== null && a !== undefined && b !== undefined && Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b)),
    `${what}: the figure is ${a}, the count ${b}`,
  )

for (const days of [1, 7, 30])
  test(`every figure of ${days} days equals a plain count over the exported rows, for the platform, a distributor and a customer`, async () => {
    const range = lastDays(days)
    for (const organisation of [world.platformId, world.distributorId, world.customerIds[0] ?? '']) {
      const answered = await allFigures({ ...range, organisation })
      const from = midnight() - (days - 1) * dayMs
      for (const key of figureKeys.filter((one) => figures[one].isTaken)) {
        assert.ok(naive.has(key), `${key} is counted naively`)
        const figure = answered.get(key)
        if (figure?.until !== null && figure?.until !== undefined) {
          // Sealed days end the day before yesterday.
          const to = midnight() - dayMs
          near(
            figure.value,
            naive.of(key, { organisationId: organisation, from, to, asOf }),
            `${key} until ${figure.until}`,
          )
        } else if (figure?.reason === 'not-taken' && days === 1) {
          assert.ok(['devices.inUse', 'devices.energy', 'devices.water'].includes(key), key)
        } else
          near(
            figure?.value,
            naive.of(key, { organisationId: organisation, from, to: asOf, asOf }),
            `${key} of ${organisation}`,
          )
      }
    }
  })

test('no figure of the platform is 0 in this world, so that none passes by being empty', async () => {
  for (const [key, { value }] of await allFigures({ ...lastDays(7), organisation: world.platformId }))
    assert.ok((value ?? 0) > 0, key)
})

test('use, energy and water of days on which no device reported are not known, and not 0', async () => {
  const ago = (days: number) => new Date(midnight() - days * dayMs + 8 * hourMs).toISOString().slice(0, 10)
  const { figures: values, series } = await askFor('devices', { from: ago(20), to: ago(12) })
  for (const key of ['devices.inUse', 'devices.energy', 'devices.water'] as const) {
    const figure = values.find((one) => one.key === key)
    assert.deepEqual([figure?.value, figure?.reason], [null, 'not-reported'], key)
    const points = series.find((one) => one.key === key)?.points ?? []
    assert.equal(points.length, 9, key)
    assert.ok(
      points.every(({ value }) => value === null),
      key,
    )
  }
})

test('the times to acknowledge and to eliminate faults equal a plain count by kind, model, series and place of the devices', async () => {
  const range = lastDays(7)
  const from = midnight() - 6 * dayMs
  const { rows: series } = await sql<{ id: string }>`
    select series_id::text as id from product where id = ${world.ovenProduct}::bigint`.execute(app.db)
  const narrowings = [
    { query: { kind: 'oven' }, counted: { kind: 'oven' } },
    { query: { kind: 'cooler' }, counted: { kind: 'cooler' } },
    { query: { productId: world.ovenProduct }, counted: { productId: world.ovenProduct } },
    { query: { seriesId: series[0]?.id ?? '' }, counted: { productId: world.ovenProduct } },
    { query: { province: '310000' }, counted: { province: '310000' } },
    { query: { province: 'unknown' }, counted: { province: 'unknown' } },
    {
      query: { productId: world.ovenProduct, province: '310000' },
      counted: { productId: world.ovenProduct, province: '310000' },
    },
  ] as const
  for (const { query, counted } of narrowings) {
    const { figures: values } = await askFor('faults', { ...range, ...query })
    for (const key of figureKeys.filter((one) => figures[one].kind === 'quantile'))
      near(
        values.find((figure) => figure.key === key)?.value,
        naive.of(key, { organisationId: world.platformId, from, to: asOf, asOf, ...counted }),
        `${key} of ${JSON.stringify(query)}`,
      )
  }
})

test('what adds up adds up: children make their parent, kinds make all, provinces with abroad and not given make all', async () => {
  const range = lastDays(7)
  const adding = figureKeys.filter(
    (key) =>
      figures[key].isTaken &&
      ['stock', 'flow'].includes(figures[key].kind) &&
      figures[key].tab !== 'users' &&
      figures[key].tab !== 'searches',
  )
  const [platform, distributor, ...customers] = await Promise.all(
    [world.platformId, world.distributorId, ...world.customerIds].map((organisation) =>
      allFigures({ ...range, organisation }),
    ),
  )
  const sum = (key: FigureKey, parts: readonly (ReadonlyMap<FigureKey, FigureValue> | undefined)[]) =>
    parts.reduce((all, part) => all + (part?.get(key)?.value ?? 0), 0)
  for (const key of adding) {
    near(distributor?.get(key)?.value, sum(key, customers.slice(0, 2)), `${key} of the distributor`)
    // Recipes of the platform itself are in no organisation below it.
    if (figures[key].tab !== 'recipes')
      near(platform?.get(key)?.value, sum(key, [distributor, customers[2]]), `${key} of the platform`)
  }
  const byKind = await Promise.all((['oven', 'cooler'] as const).map((kind) => allFigures({ ...range, kind })))
  const places = ['310000', '330000', '440000', 'elsewhere', 'unknown']
  const byPlace = await Promise.all(places.map((province) => allFigures({ ...range, province })))
  for (const key of adding.filter((one) => figures[one].cuts.includes('place'))) {
    near(platform?.get(key)?.value, sum(key, byKind), `${key} by kind`)
    near(platform?.get(key)?.value, sum(key, byPlace), `${key} by place`)
  }
})

test('a split adds up to its figure, and a top list with its others', async () => {
  for (const call of ['devices', 'users', 'recipes', 'faults'] as const) {
    const { figures: values, splits, top } = await askFor(call, lastDays(7))
    const valueOf = (key: FigureKey) => values.find((figure) => figure.key === key)?.value
    assert.ok(splits.length > 0, call)
    for (const { key, by, parts } of splits)
      near(
        parts.reduce((sum, { value }) => sum + value, 0),
        valueOf(key),
        `${key} by ${by}`,
      )
    for (const { key, of, rows, others } of top)
      near(
        rows.reduce((sum, { value }) => sum + value, others),
        valueOf(key),
        `${of} by ${key}`,
      )
  }
})

test('a flow is compared with the same length before, today with yesterday up to the same run: each equals a plain count', async () => {
  const flows = figureKeys.filter((key) => figures[key].isTaken && figures[key].kind === 'flow')
  for (const days of [1, 7]) {
    const answered = await allFigures({ ...lastDays(days), organisation: world.platformId })
    const [from, to] = [midnight() - (2 * days - 1) * dayMs, asOf - days * dayMs]
    // Sealed days end the day before yesterday.
    for (const key of flows.filter((one) => !['devices.energy', 'devices.water'].includes(one)))
      near(
        answered.get(key)?.before,
        naive.of(key, { organisationId: world.platformId, from, to, asOf }),
        `${key} before the last ${days} days`,
      )
  }
})

test('the points of a trend, hours up to two days and days beyond, add up to the figure of a flow', async () => {
  for (const [days, unit] of [
    [1, 'hour'],
    [2, 'hour'],
    [3, 'day'],
    [30, 'day'],
  ] as const)
    for (const call of calls) {
      const { figures: values, series } = await askFor(call, lastDays(days))
      const flows = series.filter(({ key }) => figures[key].kind === 'flow')
      for (const { key, unit: drawn, points } of flows) {
        const isOfWholeDays = ['devices.energy', 'devices.water'].includes(key)
        assert.equal(drawn, isOfWholeDays ? 'day' : unit, `${key} of ${days} days`)
        if (isOfWholeDays && days < 3) continue
        near(
          points.reduce((sum, { value }) => sum + (value ?? 0), 0),
          values.find((figure) => figure.key === key)?.value,
          `${key} by ${drawn} of ${days} days`,
        )
      }
    }
})

async function totalOf({ list, query }: FigureList): Promise<number> {
  const requested = { token }
  const call = {
    ovens: () => app.ask(deviceCalls.oven.list, query, requested),
    coolers: () => app.ask(deviceCalls.cooler.list, query, requested),
    users: () => app.ask(appUserApi.list, query, requested),
    recipes: () => app.ask(recipeApi.page, query, requested),
    faults: () => app.ask(faultApi.page, query, requested),
    alarms: () => app.ask(faultApi.alarms, query, requested),
  }[list]
  const { status, envelope } = await call()
  assert.equal(status, 200, `${list} ${JSON.stringify(query)}: ${JSON.stringify(envelope)}`)
  return envelope.data.total
}

test('each figure, and each bar, leads to lists whose totals add up to it', async () => {
  const drilled = new Set<FigureKey>()
  const notGiven = new Set<string>()
  const check = async (key: FigureKey, value: number | null | undefined, counted: Counted) => {
    const lists = figureLists(key, counted)
    if (lists.length === 0) return
    drilled.add(key)
    if (counted.part?.key === 'unknown') notGiven.add(counted.part.by)
    const totals = await Promise.all(lists.map(totalOf))
    near(
      totals.reduce((sum, total) => sum + total, 0),
      value,
      `${key} ${JSON.stringify(lists.map(({ query }) => query))}`,
    )
  }
  for (const narrowing of [
    {},
    { organisation: world.distributorId },
    { kind: 'oven' as const },
    { province: '310000' },
    { province: 'unknown' as const },
  ]) {
    for (const days of [1, 7, 30] as const) {
      const query = { ...lastDays(days), ...narrowing }
      for (const call of calls) {
        const reply = await askFor(call, query)
        const counted = { ...narrowing, span: reply.span, asOf: reply.asOf, days }
        for (const { key, value, reason } of reply.figures) if (reason === null) await check(key, value, counted)
        for (const { key, by, parts } of reply.splits)
          for (const { key: part, value } of parts) await check(key, value, { ...counted, part: { by, key: part } })
      }
    }
    const live = await app.ask(statisticsApi.live, narrowing, { token })
    for (const { key, value, reason } of live.envelope.data.figures)
      if (reason === null) await check(key, value, { ...narrowing, span: { from: '', to: '' }, asOf: null })
  }
  assert.deepEqual(
    figureKeys.filter((key) => figures[key].lists.length > 0 && !drilled.has(key)),
    [],
  )
  assert.deepEqual([...notGiven].toSorted(), ['appType', 'category', 'channel', 'firmware', 'province'])
})

const tables = ['hour', 'day', 'share', 'stock', 'people', 'active', 'span', 'digest'].map(
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

test('a run taken again, and by two workers at once, writes the same rows', async () => {
  const first = await everything()
  await sql`delete from statistic_run where outcome = 'succeeded'`.execute(app.db)
  await Promise.all([takeDue(app), takeDue(app)])
  await runAll()
  assert.equal(await everything(), first)
})
