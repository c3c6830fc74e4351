import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { dayMs, hourMs, iso } from '@brigade/contract/time.ts'
import { withPartitions } from '../platform/db/partitions.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { dayIn, dayOf, nextNoon, random } from '../testing/statistics/days-of-zone.ts'
import { takeDue } from './run/take-run.ts'

/** Hour of the clock of a zone, 0 to 23. */
const clockIn = (zone: string, at: number): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(at))

type Moments = readonly number[]

/** A day, and days before it, with commands at random moments, counted at each run as the time passes. */
async function worldOf(zone: string, noon: number, daysBefore: number, next: () => number) {
  const app = await startTestApp({ roles: ['api'], settings: { STATISTICS_ZONE: zone } })
  const target = dayOf(zone, noon < app.clock.now() ? nextNoon(zone, app.clock.now(), 0) : noon)
  const begin = target.from - daysBefore * dayMs
  app.clock.advance(begin - app.clock.now())
  const { id: deviceId } = await make.device(app, { createdAt: begin - 30 * dayMs })
  await app.db
    .updateTable('organisation')
    .set({ createdAt: iso(begin - dayMs) })
    .execute()
  const moments: number[] = Array.from({ length: 24 * daysBefore }, () =>
    Math.floor(begin + next() * (target.to - begin + 6 * hourMs)),
  ).toSorted((a, b) => a - b)
  // Earlier days are counted afterwards in one run; hours of the day itself are counted as it passes.
  const past = moments.filter((at) => at < target.from)
  await plantCommands(app, deviceId, past)
  let planted = past.length
  const goTo = async (at: number, { runs = true } = {}) => {
    const due = moments.slice(planted).filter((one) => one < at)
    await plantCommands(app, deviceId, due)
    planted += due.length
    app.clock.advance(at - app.clock.now())
    if (runs) while (await takeDue(app));
  }
  return { app, moments, target, begin, goTo, deviceId }
}

async function plantCommands(app: TestApp, deviceId: string, moments: Moments): Promise<void> {
  if (moments.length === 0) return
  await withPartitions(app.db, () =>
    app.db
      .insertInto('command')
      .values(
        moments.map((at) => ({
          deviceId,
          kind: 'property.get' as const,
          params: '{}',
          status: 'succeeded' as const,
          createdAt: iso(at),
          deadlineAt: iso(at + hourMs),
        })),
      )
      .execute(),
  )
}

const addDays = (day: string, days: number) => iso(Date.parse(day) + days * dayMs).slice(0, 10)

type World = Awaited<ReturnType<typeof worldOf>>

async function askDevices({ app }: World, query: Readonly<{ from: string; to: string }>) {
  // A session does not last as long as these days.
  const { token } = await make.account(app, { role: 'administrator' })
  const { status, envelope } = await app.ask(statisticsApi.devices, query, { token })
  assert.equal(status, 200, JSON.stringify(envelope))
  const { figures, series, asOf } = envelope.data
  return {
    asOf,
    figure: (key: FigureKey) => figures.find((one) => one.key === key),
    series: (key: FigureKey) => series.find((one) => one.key === key),
  }
}

/** Commands of days, the last of them up to an hour of the clock. */
const countIn = (zone: string, moments: Moments, days: Readonly<{ from: string; to: string }>, hour: number) =>
  moments.filter((at) => {
    const day = dayIn(zone, at)
    return day >= days.from && (day < days.to || (day === days.to && clockIn(zone, at) < hour))
  }).length

type Open = Readonly<{ zone: string; day: string; hour: number; today: string; told: string }>

/** Compares figure and trend of a range that ends today with a plain count. */
async function compare(world: World, length: number, { zone, day, hour, today, told }: Open) {
  const range = { from: addDays(today, 1 - length), to: today }
  const { figure, series } = await askDevices(world, range)
  const made = figure('commands.created')
  const what = `${told}, ${length} days to ${today}, open ${day} up to ${hour}:00`
  const then = { from: addDays(range.from, -length), to: addDays(day, -length) }
  assert.equal(made?.value, countIn(zone, world.moments, { from: range.from, to: day }, hour), what)
  assert.equal(made?.before, countIn(zone, world.moments, then, hour), `${what}: the period before`)
  const drawn = series('commands.created')
  if (length <= 2) {
    const earlier = drawn?.points.reduce((sum, point) => sum + (point.value === null ? 0 : (point.before ?? 0)), 0)
    const lost = world.moments.filter((at) => dayIn(zone, at) === then.to && isSkipped(zone, at, length)).length
    assert.equal(earlier, (made?.before ?? 0) - lost, `${what}: hours beside the same hours`)
    return
  }
  assert.equal(drawn?.open, day, what)
  const point = drawn?.points.find(({ at }) => at === day)
  assert.equal(point?.value, countIn(zone, world.moments, { from: day, to: day }, hour), what)
  assert.equal(
    point?.before,
    countIn(zone, world.moments, { from: then.to, to: then.to }, hour),
    `${what}: the point before`,
  )
}

/** Whether the same hour does not exist some days later, as the clocks go forward then. */
function isSkipped(zone: string, at: number, days: number): boolean {
  const later = addDays(dayIn(zone, at), days)
  const hours = new Set<string>()
  for (let one = at + (days - 1) * dayMs - 12 * hourMs; one < at + (days + 1) * dayMs + 12 * hourMs; one += hourMs / 4)
    hours.add(`${dayIn(zone, one)} ${clockIn(zone, one)}`)
  return !hours.has(`${later} ${clockIn(zone, at)}`)
}

for (const [zone, change, name] of [
  ['Asia/Shanghai', 0, 'a day'],
  ['America/New_York', 1, 'a day on which the clocks go back'],
  ['America/New_York', -1, 'a day on which the clocks go forward'],
  ['Asia/Kathmandu', 0, 'a day of a zone with quarters of an hour'],
] as const)
  test(`${name} that has begun in ${zone} is open, and compared with the same hour and never with a whole day, after a run, when it is late, and after midnight`, async (t) => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    const told = `${zone}, seed ${seed}`
    const world = await worldOf(zone, nextNoon(zone, Date.now() + 20 * dayMs, change), 15, random(seed))
    t.after(() => world.app.stop())
    const { target, goTo } = world
    const today = dayIn(zone, target.from + 12 * hourMs)
    const at = (hour: number) => {
      let moment = target.from
      while (clockIn(zone, moment) < hour) moment += hourMs / 4
      return moment
    }
    await goTo(target.from + 2 * hourMs)
    await goTo(at(13) + hourMs / 2)
    for (const length of [1, 2, 7]) await compare(world, length, { zone, day: today, hour: 13, today, told })
    // The run of 19:00 is late, so the figures are of 13:00.
    await goTo(at(21), { runs: false })
    for (const length of [1, 7]) await compare(world, length, { zone, day: today, hour: 13, today, told })
    await goTo(at(21))
    for (const length of [1, 7]) await compare(world, length, { zone, day: today, hour: 19, today, told })
    // Midnight has passed, and no run has counted the day to its end yet.
    await goTo(target.to + hourMs / 4)
    await compare(world, 7, { zone, day: today, hour: 19, today: addDays(today, 1), told })
  })

test('what is counted by whole days alone is compared without the day that has begun, or not at all', async (t) => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const zone = 'Asia/Shanghai'
  const world = await worldOf(zone, nextNoon(zone, Date.now() + 20 * dayMs, 0), 15, random(seed))
  t.after(() => world.app.stop())
  const { app, target, begin, goTo } = world
  const { id: coolerId } = await make.device(app, { kind: 'cooler', createdAt: begin - 30 * dayMs })
  await app.db.updateTable('deviceState').set({ online: true }).where('deviceId', '=', coolerId).execute()
  for (let day = 0; day < 15; day += 1)
    for (const [hours, online] of [
      [14, false],
      [14 + 1 + (day % 5), true],
    ] as const)
      await withPartitions(app.db, () =>
        app.db
          .insertInto('onlineLog')
          .values({
            deviceId: coolerId,
            occurredAt: iso(begin + day * dayMs + hours * hourMs),
            online,
            reason: 'connected',
          })
          .execute(),
      )
  await goTo(target.from + 2 * hourMs)
  await goTo(target.from + 13.5 * hourMs)
  const today = dayIn(zone, target.from)
  const one = (await askDevices(world, { from: today, to: today })).figure('devices.availability')
  assert.equal(one?.value, 100, 'nothing was away so far')
  assert.deepEqual([one.before, one.beforeOf], [null, null], 'today so far beside the whole day of yesterday')
  const range = { from: addDays(today, -6), to: today }
  const { figure, series } = await askDevices(world, range)
  const week = figure('devices.availability')
  const whole = (from: string, to: string) => askDevices(world, { from, to })
  const last = await whole(addDays(today, -6), addDays(today, -1))
  const earlier = await whole(addDays(today, -13), addDays(today, -8))
  assert.equal(week?.beforeOf, last.figure('devices.availability')?.value)
  assert.equal(week?.before, earlier.figure('devices.availability')?.value)
  assert.ok((week?.before ?? 100) < 100 && week?.value !== week?.beforeOf)
  const drawn = series('devices.availability')
  assert.deepEqual([drawn?.open, drawn?.points.at(-1)?.before], [today, null])
})
