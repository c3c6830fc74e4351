// @both-databases: where days and hours begin in a zone, each PostgreSQL reckons.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { hourMs, iso } from '@brigade/contract/time.ts'
import { withPartitions } from '../platform/db/partitions.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { dayIn, dayOf, hourIn, nextNoon, random } from '../testing/statistics/days-of-zone.ts'
import { takeDue } from './run/take-run.ts'

/** Plants rows at random moments of the day, and of the days before and after it. */
async function plant(app: TestApp, day: Readonly<{ from: number; to: number }>, random: () => number) {
  const { id: deviceId } = await make.device(app)
  const { id: coolerId } = await make.device(app, { kind: 'cooler' })
  await app.db.updateTable('deviceState').set({ online: true }).where('deviceId', '=', coolerId).execute()
  const length = day.to - day.from
  const moments = Array.from(
    { length: 90 },
    () => day.from - 8 * hourMs + Math.floor(random() * (length + 14 * hourMs)),
  )
  // The first and the last of the day, and those of the hours around its changes.
  moments.push(day.from, day.from + 1, day.to - 1, day.to, day.from - 1, ...[1, 2, 3].map((n) => day.from + n * hourMs))
  const away = [0, 1].map(() => day.from + Math.floor(random() * length)).toSorted((a, b) => a - b)
  const plantUpTo = async (from: number, to: number) => {
    for (const at of moments.filter((one) => one >= from && one < to))
      await withPartitions(app.db, () =>
        app.db
          .insertInto('command')
          .values({
            deviceId,
            kind: 'property.get',
            params: '{}',
            status: 'succeeded',
            createdAt: iso(at),
            deadlineAt: iso(at + hourMs),
          })
          .execute(),
      )
    for (const [index, at] of away.entries())
      if (at >= from && at < to)
        await withPartitions(app.db, () =>
          app.db
            .insertInto('onlineLog')
            .values({ deviceId: coolerId, occurredAt: iso(at), online: index === 1, reason: 'connected' })
            .execute(),
        )
  }
  return { moments, away: (away[1] ?? 0) - (away[0] ?? 0), plantUpTo }
}

/** The figures of the day, by plain counting and by the product. */
async function compare(
  app: TestApp,
  zone: string,
  noon: number,
  planted: Awaited<ReturnType<typeof plant>>,
  seed: number,
) {
  const { from, to } = dayOf(zone, noon)
  const day = dayIn(zone, noon)
  const { token } = await make.account(app, { role: 'administrator' })
  const { envelope } = await app.ask(statisticsApi.devices, { from: day, to: day }, { token })
  const valueOf = (key: string) => envelope.data.figures.find((one) => one.key === key)?.value
  const told = `${zone} ${day}, seed ${seed}`
  const own = planted.moments.filter((at) => dayIn(zone, at) === day).toSorted((a, b) => a - b)
  assert.equal(valueOf('commands.created'), own.length, told)
  assert.deepEqual([envelope.data.span.from, envelope.data.span.to], [iso(from), iso(to)], told)
  const availability = ((to - from - planted.away) / (to - from)) * 100
  assert.ok(Math.abs((valueOf('devices.availability') ?? 0) - availability) < 1e-6, `${told}: ${availability}`)
  const { points } = envelope.data.series.find(({ key }) => key === 'commands.created') ?? { points: [] }
  const byHour = [...Map.groupBy(own, (at) => hourIn(zone, at)).values()].map((some) => some.length)
  assert.deepEqual(
    points.map(({ value }) => value).filter((value) => value !== 0),
    byHour,
    told,
  )
}

const tried = [
  ['Asia/Kolkata', 0],
  ['Asia/Kathmandu', 0],
  ['Australia/Lord_Howe', 1],
  ['Australia/Lord_Howe', -1],
  ['America/New_York', 1],
  ['America/New_York', -1],
  // Midnight comes twice in autumn, and not at all in spring.
  ['Atlantic/Azores', 1],
  ['America/Havana', -1],
] as const
const lengths = {
  0: 'a day',
  1: 'a day on which the clocks go back',
  '-1': 'a day on which the clocks go forward',
} as const

for (const [zone, change] of tried)
  test(`the figures of ${lengths[change]} in ${zone} equal a plain count, taken as it goes and made up later`, async (t) => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    const app = await startTestApp({ roles: ['api'], settings: { STATISTICS_ZONE: zone } })
    t.after(() => app.stop())
    const noon = nextNoon(zone, app.clock.now(), change)
    const day = dayOf(zone, noon)
    const goTo = (at: number) => app.clock.advance(at - app.clock.now())
    goTo(day.from - 9 * hourMs)
    const planted = await plant(app, day, random(seed))
    // Only yesterday is counted afterwards: three months before it would prove no more.
    await app.db
      .updateTable('organisation')
      .set({ createdAt: iso(day.from - 9 * hourMs) })
      .execute()
    while (await takeDue(app));
    for (let at = day.from - 9 * hourMs; at < day.to + 8 * hourMs; at += 2 * hourMs) {
      await planted.plantUpTo(at, at + 2 * hourMs)
      goTo(at + 2 * hourMs)
      while (await takeDue(app));
    }
    await compare(app, zone, noon, planted, seed)
    // The same rows before a first run.
    for (const table of ['statisticRun', 'statisticHour', 'statisticDay', 'statisticShare'] as const)
      await app.db.deleteFrom(table).execute()
    while (await takeDue(app));
    await compare(app, zone, noon, planted, seed)
  })
