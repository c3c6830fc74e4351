import { addDays, dayNumber } from '@brigade/contract/statistics/day.rules.ts'
import { dayMs, iso, minuteMs } from '@brigade/contract/time.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/http/context.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import {
  countDay,
  countHours,
  countSealed,
  countSpans,
  countStocks,
  digestTree,
  sumDays,
  type Digest,
} from './count-measures.store.ts'
import { countActive, countPeople } from './count-people.store.ts'
import { atOneMoment, beginCounting, endMoment, holdingRuns, type Counting, type Portions } from './counting.store.ts'
import { daySources, sealedSources } from './day-sources.store.ts'
import { countFleet, countPastFleet } from './fleet-stock.store.ts'
import { flowSources } from './flow-sources.store.ts'
import { publish } from './publish.ts'
import { emptyStaging } from './staging.store.ts'
import { recountDay, recountedDay } from './recount.ts'
import {
  daysOf,
  findDue,
  findLastRun,
  findReconstructed,
  findRunAt,
  isPastComing,
  firstDay,
  listDueBetween,
  listHoursWithin,
  listTouched,
  spanOf,
  spansOf,
  writeRun,
  type Due,
  type KeptRun,
} from './run.store.ts'
import type { Window } from './source.store.ts'
import { spanSources, type SpanSource } from './span-sources.store.ts'
import { datedStocks, stockSources } from './stock-sources.store.ts'

type Running = Pick<Platform, 'db' | 'clock' | 'settings'> &
  Partial<Pick<Platform, 'stopping'>> &
  Readonly<{ portions?: Portions }>

/** Days before the first run of an installation that are counted at once. */
const reconstructedDays = 90
/** Rows written while the run before began may have become visible after it. */
const overlapMs = 10 * minuteMs
/** Past days are counted on one connection for so long: what a count begins with costs as much as several days of few devices. */
const togetherMs = 20_000
const sealedAfterDays = 2
const lookBackSealed = 8

/** The longest span, and as far back as a day is counted again. */
const reachDays = 36

/**
 * Takes the run that is due, if nobody has; one worker at a time does. It counts in many short transactions, and its
 * rows become visible in one. A kill at any point leaves nothing, and a repetition writes the same rows. Returns false
 * if there is nothing to do.
 */
export async function takeDue({ db, clock, settings, stopping, portions }: Running): Promise<boolean> {
  const now = iso(clock.now())
  const zone = settings.statisticsZone
  const { last: due } = await findDue(db, now, zone)
  if (due === undefined || (await findRunAt(db, due.dueAt))?.outcome === 'succeeded') return false
  // Until the demo's past is written, its days would be counted without it.
  if (await isPastComing(db)) return false
  const before = await findLastRun(db, zone)
  const taken = await holdingRuns(db, async (connection) => {
    const kept = await findLastRun(connection, zone)
    // Another process has taken a later run meanwhile.
    if (kept?.dueAt !== before?.dueAt || (await findRunAt(connection, due.dueAt))?.outcome === 'succeeded') return false
    const from = kept === undefined ? daysBefore(due.dueAt, reconstructedDays) : daysBefore(kept.dueAt)
    const counting = await beginCounting(connection, { from, now, zone, portions })
    if (kept === undefined) await reconstruct(counting, due, { now, stopping })
    else await take(counting, due, { before: kept, now, clock })
    return true
  })
  return taken ?? false
}

/** Nothing earlier is counted for a run. */
const daysBefore = (at: string, days = 0) => iso(Date.parse(at) - (days + reachDays) * dayMs)

type Taking = Readonly<{ before: KeptRun; now: string; clock: Platform['clock'] }>
type Since = Parameters<typeof listTouched>[2]

async function take(counting: Counting, due: Due, { before, now, clock }: Taking): Promise<void> {
  const { db, zone } = counting
  const since = iso(Date.parse(before.beganAt ?? before.dueAt) - overlapMs)
  const window = { since, from: before.dueAt, to: due.dueAt, zone }
  const flows = await countFlows(counting, window)
  await sumDays(counting, flows.days)
  const [firstOpen = due.day] = await daysOf(db, [before.dueAt], zone)
  const open = daysBetween(firstOpen, due.day)
  for (const day of open) await countOpen(counting, day, due)
  const isNightly = due.day !== firstOpen
  const digests = isNightly ? await countSealedDays(counting, due.day) : []
  await countFleet(counting, { takenAt: due.dueAt, day: due.day })
  await countPeople(counting, { takenAt: due.dueAt, day: due.day, at: due.dueAt })
  await countStocks(counting, stockSources, { at: due.dueAt, dueAt: due.dueAt })
  await countAllSpans(counting, open, window)
  const recount = isNightly ? await recountDay(counting, recountedDay(due.day)) : undefined
  await publish(counting, {
    digests,
    takenAt: due.dueAt,
    finish: async (trx, rows) => {
      for (const missed of await listDueBetween(trx, before.dueAt, due.dueAt, zone))
        await writeRun(trx, missed, 'missed')
      const ended = { beganAt: now, endedAt: iso(clock.now()), since, hours: flows.hours, rows, ...recount }
      await writeRun(trx, due, 'succeeded', ended)
      await notifyOnCommit(trx, 'live', { kind: 'statistics', ids: [due.dueAt] })
    },
  })
}

async function countFlows(counting: Counting, window: Since) {
  const touched = new Set<string>()
  for (const source of flowSources) {
    const hours = await atOneMoment(counting, (trx) => listTouched(trx, source, window))
    for (const hour of hours) touched.add(hour)
    await countHours(counting, source, hours)
  }
  const all = [...touched].toSorted()
  return { hours: all.length, days: await daysOf(counting.db, all, window.zone) }
}

/** A day since the previous run, as far as it has passed. */
async function countOpen(counting: Counting, day: string, due: Due): Promise<void> {
  const { from, to } = await spanOf(counting.db, day, 1, counting.zone)
  const window = { from, to: to < due.dueAt ? to : due.dueAt, zone: counting.zone }
  if (window.from >= window.to) return
  for (const source of daySources) await countDay(counting, source, { day, window })
  await countActive(counting, day, window)
}

const daysBetween = (first: string, last: string): string[] =>
  Array.from({ length: Math.max(dayNumber(last) - dayNumber(first), 0) + 1 }, (_, at) => addDays(first, at))

/** Once a night: days that are now sealed, as far back as reports may arrive late. */
async function countSealedDays(counting: Counting, today: string): Promise<readonly Digest[]> {
  const digests: Digest[] = []
  for (let back = sealedAfterDays; back <= lookBackSealed; back += 1) {
    const day = addDays(today, -back)
    const window = await spanOf(counting.db, day, 1, counting.zone)
    const tree = await digestTree(counting, window)
    for (const source of sealedSources) {
      const digest = await countSealed(counting, source, { day, window, tree })
      if (digest !== undefined) digests.push(digest)
    }
  }
  return digests
}

/** Counts the days since the run before, and those that received late rows. */
async function countAllSpans(counting: Counting, open: readonly string[], window: Since): Promise<void> {
  const counted = new Map<string, SpanSource[]>()
  for (const source of spanSources) {
    const late =
      source.touched === undefined
        ? []
        : await daysOf(counting.db, await atOneMoment(counting, (trx) => listTouched(trx, source, window)), window.zone)
    for (const day of new Set([...late, ...open])) counted.set(day, [...(counted.get(day) ?? []), source])
  }
  for (const [day, sources] of counted) await countSpan(counting, sources, day, window.to)
}

async function countSpan(
  counting: Counting,
  sources: readonly SpanSource[],
  day: string,
  dueAt: string,
): Promise<void> {
  const spans = await spansOf(counting.db, day, [1, 7, 30], counting.zone)
  const until = spans.map(({ days, window }) => ({
    days,
    window: { ...window, to: window.to < dueAt ? window.to : dueAt },
  }))
  await countSpans(counting, sources, day, until)
}

type Reconstructing = Readonly<{ now: string; stopping: AbortSignal | undefined }>

/**
 * Before the first run the past days are counted, one after another, the oldest first, for some seconds a call. Flows from their rows; of the
 * stocks those that follow from dated rows. When all are there, the next look takes the run that is due, from the beginning of its day.
 */
async function reconstruct(counting: Counting, due: Due, { now, stopping }: Reconstructing): Promise<void> {
  const { db, zone } = counting
  const until = performance.now() + togetherMs
  // Somebody who ends the program waits for one day.
  const goesOn = () => performance.now() < until && stopping?.aborted !== true
  for (let isNext = false; !isNext || goesOn(); isNext = true) {
    const day = await nextPastDay(db, due.day, zone)
    if (day === undefined) return endReconstruction(counting, due, now)
    if (isNext) await emptyStaging(db)
    await reconstructDay(counting, day, now)
  }
}

async function endReconstruction(counting: Counting, due: Due, now: string): Promise<void> {
  const { db, zone } = counting
  const { from } = await spanOf(db, due.day, 1, zone)
  await endMoment(counting)
  await writeRun(db, { dueAt: from, day: due.day }, 'reconstructed', { beganAt: now, endedAt: now })
}

async function nextPastDay(db: Db, today: string, zone: string): Promise<string | undefined> {
  const done = await findReconstructed(db)
  const first = (await firstDay(db, zone)) ?? today
  const oldest = addDays(today, -reconstructedDays)
  const day = done === undefined ? (first > oldest ? first : oldest) : addDays(done, 1)
  return day < today ? day : undefined
}

async function reconstructDay(counting: Counting, day: string, now: string): Promise<void> {
  const { db, zone } = counting
  const window: Window = await spanOf(db, day, 1, zone)
  const hours = await listHoursWithin(db, window)
  for (const source of flowSources) await countHours(counting, source, hours)
  await sumDays(counting, [day])
  for (const source of [...daySources, ...sealedSources]) await countDay(counting, source, { day, window })
  await countActive(counting, day, window)
  await countSpan(counting, spanSources, day, window.to)
  const [due] = (await listDueBetween(db, window.from, window.to, zone)).slice(-1)
  if (due === undefined) throw new Error(`No run is due on ${day}`)
  await countPastFleet(counting, { takenAt: due.dueAt, day, at: window.to })
  await countPeople(counting, { takenAt: due.dueAt, day, at: window.to })
  await countStocks(counting, datedStocks, { at: window.to, dueAt: due.dueAt })
  await publish(counting, {
    takenAt: due.dueAt,
    finish: (trx, rows) =>
      writeRun(trx, due, 'reconstructed', { beganAt: now, endedAt: now, hours: hours.length, rows }),
  })
}
