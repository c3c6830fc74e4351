import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import { figures as figureTable, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { topOf, topPairs, type FigureValue } from '@brigade/contract/statistics/statistics.model.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import type { WallNews } from '@brigade/contract/statistics/wall/wall.model.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { insertMessageRate } from '../../telemetry/message-rate.store.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { plantHistories, type World } from '../../testing/statistics/plant-histories.ts'
import { watchLive } from '../../testing/watch-live.ts'
import { takeDue } from '../run/take-run.ts'
import { dayNow } from './today.ts'

let app: TestApp
let world: World
let today: string
/** The platform, a distributor with two customers below it, and one of these, each with an account of its own. */
let lookers: readonly MadeAccount[]
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  // It is half past one in the afternoon in Shanghai: the run of 13:00 has been taken.
  const real = app.clock.now()
  const now = Math.ceil((real - 5.5 * hourMs) / dayMs) * dayMs + 5.5 * hourMs
  app.clock.advance(now - real)
  world = await plantHistories(app, now - hourMs / 2, 11)
  while (await takeDue(app));
  today = dayNow(app.settings, app.clock.now())
  lookers = await Promise.all([
    make.account(app, { role: 'administrator' }),
    make.account(app, { role: 'distributor-administrator', organisationId: world.distributorId }),
    make.account(app, { role: 'administrator', organisationId: world.customerIds[0] ?? '' }),
  ])
})
after(() => app.stop())

const panels = ['users', 'devices', 'recipes', 'faults'] as const
type Figures = ReadonlyMap<FigureKey, FigureValue>
const byKey = (list: readonly FigureValue[]): Figures => new Map(list.map((figure) => [figure.key, figure]))

/** Every figure that the start page shows, of one range. */
async function dashboardOf({ token }: MadeAccount, range: { from?: string; to?: string } = {}): Promise<Figures> {
  const live = (await app.ask(statisticsApi.live, {}, { token })).envelope.data.figures
  const isLive = new Set(live.map(({ key }) => key))
  const taken = await Promise.all(
    panels.map(async (panel) => (await app.ask(statisticsApi[panel], range, { token })).envelope.data.figures),
  )
  return byKey([...taken.flat().filter(({ key }) => !isLive.has(key)), ...live])
}

async function wholeOf({ token }: MadeAccount): Promise<WallNews['parts']> {
  const stream = await watchLive(app.url, wallApi.live, {}, token)
  const whole = await stream.next()
  await stream.leave()
  return whole?.parts ?? assert.fail('the stream ended')
}

const daysBack = (days: number) => ({ from: addDays(today, 1 - days), to: today })
/** Two connectors have just counted, the first of them twice. */
async function countMessages() {
  const now = app.clock.now()
  for (const [connectorId, agoMs, received] of [
    ['00000000-0000-4000-8000-000000000001', 7000, 900],
    ['00000000-0000-4000-8000-000000000001', 2000, 40],
    ['00000000-0000-4000-8000-000000000002', 4000, 15],
  ] as const)
    await insertMessageRate(app.db, { connectorId, countedAtMs: now - agoMs, received, sent: 0 })
}

test('every figure that a call of the wall answers is the dashboard’s, of the same organisation and moment', async () => {
  await countMessages()
  let compared = 0
  for (const looker of lookers)
    for (const range of [{}, daysBack(7), daysBack(30)]) {
      const dashboard = await dashboardOf(looker, range)
      const shown = (
        await Promise.all(
          panels.map(async (panel) => (await app.ask(wallApi[panel], range, looker)).envelope.data.figures),
        )
      ).flat()
      assert.deepEqual(shown.map(({ key }) => key).toSorted(), [...dashboard.keys()].toSorted())
      for (const figure of shown) {
        assert.deepEqual(figure, dashboard.get(figure.key), `${figure.key} of ${looker.organisationId}`)
        compared += figure.value === null ? 0 : 1
      }
    }
  assert(compared > 150, `${compared} figures had a value`)
})

test('top lists and words of the wall are the dashboard’s', async () => {
  for (const looker of lookers) {
    for (const of of topOf)
      for (const by of topPairs[of]) {
        const query = { ...daysBack(30), of, by }
        const [wall, dashboard] = await Promise.all([
          app.ask(wallApi.top, query, looker),
          app.ask(statisticsApi.top, query, looker),
        ])
        assert.deepEqual(wall.envelope.data.top, dashboard.envelope.data.top, `${of} by ${by}`)
      }
    const [wall, dashboard] = await Promise.all([
      app.ask(wallApi.keywords, daysBack(30), looker),
      app.ask(statisticsApi.keywords, daysBack(30), looker),
    ])
    assert.deepEqual(wall.envelope.data.words, dashboard.envelope.data.words.slice(0, 20))
  }
})

test('every figure of the live picture is the dashboard’s, of the same organisation and moment', async () => {
  await countMessages()
  for (const looker of lookers) {
    const [parts, day, week, month] = await Promise.all([
      wholeOf(looker),
      dashboardOf(looker),
      dashboardOf(looker, daysBack(7)),
      dashboardOf(looker, daysBack(30)),
    ])
    const { devices, cooking, messages, faults, excursions, places, taken } = parts
    const of = (figures: Figures, key: FigureKey) => figures.get(key)?.value ?? null
    const tenth = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)
    const share = (part = 0, whole = 0) => (whole === 0 ? null : (part / whole) * 100)
    const pairs: Partial<Record<FigureKey, [number | null | undefined, number | null]>> = {
      'devices.installed': [devices?.installed, of(day, 'devices.installed')],
      'devices.online': [devices?.online, of(day, 'devices.online')],
      'devices.onlineShare': [share(devices?.online, devices?.installed), of(day, 'devices.onlineShare')],
      'devices.cooking': [cooking?.cooking, of(day, 'devices.cooking')],
      'devices.cookingShare': [share(cooking?.cooking, cooking?.onlineOvens), of(day, 'devices.cookingShare')],
      'messages.rate': [messages?.perSecond ?? null, tenth(of(day, 'messages.rate'))],
      'messages.peak': [messages?.peak ?? null, tenth(of(day, 'messages.peak'))],
      'faults.open': [faults?.open, of(day, 'faults.open')],
      'faults.openDevices': [faults?.devices, of(day, 'faults.openDevices')],
      'excursions.open': [excursions?.open, of(day, 'excursions.open')],
      'devices.activations': [taken?.activations?.total, of(month, 'devices.activations')],
      'faults.raised': [taken?.faults?.raised, of(day, 'faults.raised')],
      'faults.active': [taken?.faults?.open, of(day, 'faults.active')],
      'commands.created': [taken?.commands?.created, of(day, 'commands.created')],
      'commands.success': [taken?.commands?.succeededShare, of(day, 'commands.success')],
      'devices.availability': [taken?.availability, of(week, 'devices.availability')],
      'devices.inUse': [taken?.inUseHours, of(week, 'devices.inUse')],
    }
    for (const [key, [shown, expected]] of Object.entries(pairs))
      assert.equal(shown, expected, `${key} of ${looker.organisationId}`)
    assert.equal(taken?.activations?.today, of(day, 'devices.activations'))
    assert.equal(taken?.activations?.before, month.get('devices.activations')?.before)
    assert.equal(taken?.activations?.yearAgo, month.get('devices.activations')?.yearAgo)
    // Every live figure of the table is among them.
    const missing = Object.entries(figureTable).filter(([key, { isLive }]) => isLive && !(key in pairs))
    assert.deepEqual(missing, [])
    await comparePartsOf(looker, { devices, places, taken })
  }
})

/** Compares the dashboard's breakdowns by kind, model, province, code and recipe. */
async function comparePartsOf(
  looker: MadeAccount,
  { devices, places, taken }: Pick<WallNews['parts'], 'devices' | 'places' | 'taken'>,
) {
  const splits = async (panel: 'devices' | 'faults', key: FigureKey, by: string) => {
    const { data } = (await app.ask(statisticsApi[panel], {}, looker)).envelope
    const parts = data.splits.find((split) => split.key === key && split.by === by)?.parts ?? []
    return new Map(parts.filter(({ value }) => value !== 0).map((part) => [part.key, part.value]))
  }
  const counted = (rows: readonly (readonly [string, number])[]) => new Map(rows.filter(([, value]) => value !== 0))
  assert.deepEqual(
    counted((devices?.kinds ?? []).map(({ kind, installed }) => [kind, installed])),
    await splits('devices', 'devices.installed', 'kind'),
  )
  assert.deepEqual(
    counted((devices?.models ?? []).map(({ id, installed }) => [id, installed])),
    await splits('devices', 'devices.installed', 'product'),
  )
  assert.deepEqual(
    counted([
      ...(places?.provinces ?? []).map(({ code, devices: here }) => [code, here] as const),
      ['elsewhere', places?.abroad ?? 0],
      ['unknown', places?.notGiven ?? 0],
    ]),
    await splits('devices', 'devices.installed', 'province'),
  )
  const codes = await splits('faults', 'faults.raised', 'code')
  const most = [...codes.values()].toSorted((a, b) => b - a).slice(0, taken?.faults?.codes.length)
  assert.deepEqual(
    taken?.faults?.codes.map(({ raised }) => raised),
    most,
  )
  const cooked = { of: 'recipes', by: 'cooked', size: 5 } as const
  const [list] = (await app.ask(statisticsApi.top, cooked, looker)).envelope.data.top
  assert.deepEqual(
    taken?.recipes?.map(({ id, times }) => [id, times]),
    list?.rows.map(({ key, value }) => [key, value]),
  )
}

test('a rate of messages that no connector counted lately is a gap and not a zero, on the wall and on the dashboard', async () => {
  await app.db.deleteFrom('messageRate').execute()
  const [admin] = lookers
  assert(admin !== undefined)
  assert.deepEqual((await wholeOf(admin)).messages, { perSecond: null, peak: null })
  const rate = (await dashboardOf(admin)).get('messages.rate')
  assert.deepEqual([rate?.value, rate?.reason], [null, 'not-taken'])
  // A connector that counted no messages reports zero.
  await insertMessageRate(app.db, {
    connectorId: '00000000-0000-4000-8000-000000000001',
    countedAtMs: app.clock.now() - 1000,
    received: 0,
    sent: 0,
  })
  assert.equal((await wholeOf(admin)).messages?.perSecond, 0)
  assert.equal((await dashboardOf(admin)).get('messages.rate')?.value, 0)
})

test('figures of users are those of today with a trend of 30 days, and those of faults come with their latest events', async () => {
  const [admin] = lookers
  assert(admin !== undefined)
  const users = (await app.ask(wallApi.users, {}, admin)).envelope.data
  assert.deepEqual(users.figures, (await app.ask(statisticsApi.users, {}, admin)).envelope.data.figures)
  assert.deepEqual(
    users.series.map(({ points }) => points.length),
    users.series.map(() => 30),
  )
  const { data } = (await app.ask(wallApi.faults, {}, admin)).envelope
  assert(data.latest.length <= 5)
  assert.deepEqual(
    data.latest.map(({ at }) => at),
    data.latest.map(({ at }) => at).toSorted((a, b) => Date.parse(b) - Date.parse(a)),
  )
  for (const { kind } of data.latest) assert(['fault', 'excursion', 'cleared'].includes(kind))
  const text = JSON.stringify(data.latest)
  for (const id of [...world.ovens, ...world.coolers]) assert(!text.includes(`"${id}"`))
})

test('where names are hidden, top lists and panels of a link have customers by their place', async () => {
  const [admin, distributor] = lookers
  assert(admin !== undefined && distributor !== undefined)
  // A hidden organisation is called "Customer 1".
  await sql`update organisation set name = 'Kitchens of ' || id where kind = 'customer'`.execute(app.db)
  const link = {
    organisationId: distributor.organisationId,
    name: 'Lobby',
    locale: 'en',
    hidesCustomers: true,
  } as const
  const token = (await app.ask(wallApi.saveLink, link, admin)).envelope.data.tokenSecret ?? ''
  const query = { ...daysBack(30), of: 'customers', by: 'devices' } as const
  const shown = (await app.ask(wallApi.top, query, distributor)).envelope.data.top[0]?.rows ?? []
  const byLink = (await app.ask(wallApi.top, query, { token })).envelope.data.top[0]?.rows ?? []
  assert(shown.length > 0)
  assert.deepEqual(
    byLink.map(({ key, name, value }) => ({ key, name, value })),
    shown.map(({ value }, index) => ({
      key: String(index + 1),
      name: { en: `Customer ${index + 1}`, zh: `客户 ${index + 1}` },
      value,
    })),
  )
  for (const panel of panels) {
    const text = JSON.stringify((await app.ask(wallApi[panel], daysBack(30), { token })).envelope.data)
    assert.doesNotMatch(text, /Kitchens of/, panel)
  }
})

test('a run replaces the figures that it took on all screens of an organisation at the same moment', async () => {
  const [admin] = lookers
  assert(admin !== undefined)
  await app.db.deleteFrom('statisticRun').where('dueAt', '=', newest().select('dueAt')).execute()
  const screens = await Promise.all([1, 2, 3].map(() => watchLive(app.url, wallApi.live, {}, admin.token)))
  const first = await Promise.all(screens.map((screen) => screen.next()))
  while (await takeDue(app));
  const received = await Promise.all(screens.map((screen) => screen.nextThat(({ parts }) => parts.taken !== undefined)))
  assert(first.every((news) => news?.parts.taken?.asOf !== received[0]?.parts.taken?.asOf))
  assert.deepEqual(new Set(received.map(({ at, parts }) => JSON.stringify([at, parts.taken]))).size, 1)
  await Promise.all(screens.map((screen) => screen.leave()))
})

test('where a run failed, a wall shows the figures of the run before, with its time, and says so', async () => {
  const [admin] = lookers
  assert(admin !== undefined)
  await sql`
    insert into statistic_run (due_at, day, began_at, ended_at, outcome)
    select due_at - interval '6 hours', day, began_at, ended_at, outcome from statistic_run
    where outcome = 'succeeded' order by due_at desc limit 1
    on conflict (due_at) do update set outcome = excluded.outcome`.execute(app.db)
  const before_ = (await wholeOf(admin)).taken
  assert.equal(before_?.hasFailed, false)
  await app.db
    .updateTable('statisticRun')
    .set({ outcome: 'failed' })
    .where('dueAt', '=', newest().select('dueAt'))
    .execute()
  const taken = (await wholeOf(admin)).taken
  assert.equal(taken?.hasFailed, true)
  assert(taken.asOf !== null && before_.asOf !== null)
  assert.equal(Date.parse(before_.asOf) - Date.parse(taken.asOf), 6 * hourMs)
})

const newest = () =>
  app.db.selectFrom('statisticRun').where('outcome', '=', 'succeeded').orderBy('dueAt', 'desc').limit(1)
