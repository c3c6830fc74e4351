import { addDays, dayNumber } from '@brigade/contract/statistics/day.rules.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/http/context.ts'
import { longTransaction } from '../../platform/db/transaction.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { daySources, sealedSources } from './day-sources.store.ts'
import { writeFleetStock, writePastFleet } from './fleet-stock.store.ts'
import { flowSources } from './flow-sources.store.ts'
import { recountDay, recountedDay } from './recount.ts'
import {
  daysOf,
  findDue,
  findLastRun,
  findReconstructed,
  findRunAt,
  firstDay,
  holdRuns,
  listDueBetween,
  listHoursWithin,
  listTouched,
  spanOf,
  spansOf,
  writeRun,
  type Due,
  type KeptRun,
} from './run.store.ts'
import { writeActive, writePeople } from './people.store.ts'
import { prepareRun } from './prepare-run.store.ts'
import type { Window } from './source.store.ts'
import { spanSources, type SpanSource } from './span-sources.store.ts'
import { datedStocks, stockSources } from './stock-sources.store.ts'
import { sumDays, writeDay, writeHours, writeSealed, writeSpans, writeStocks } from './write-measures.store.ts'

type Running = Pick<Platform, 'db' | 'clock' | 'settings'>

/** Days before the first run of an installation that are counted at once. */
const reconstructedDays = 90
/** Rows written while the run before began may have become visible after it. */
const overlapMs = 10 * 60_000
const sealedAfterDays = 2
const lookBackSealed = 8

/** The longest span, and as far back as a day is counted again. */
const reachDays = 36

const iso = (ms: number) => new Date(ms).toISOString()

/**
 * Takes the run that is due, if nobody has: one transaction, which one worker at a time has. Killed anywhere it leaves nothing, and
 * done again it writes the same rows. Answers false where there is nothing to do.
 */
export async function takeDue({ db, clock, settings }: Running): Promise<boolean> {
  const now = iso(clock.now())
  const zone = settings.statisticsZone
  const { last: due } = await findDue(db, now, zone)
  if (due === undefined || (await findRunAt(db, due.dueAt))?.outcome === 'succeeded') return false
  const before = await findLastRun(db, zone)
  if (before === undefined) return reconstruct(db, due, zone, now)
  return longTransaction(db, async (trx) => {
    if (!(await holdRuns(trx)) || (await findRunAt(trx, due.dueAt))?.outcome === 'succeeded') return false
    const kept = (await findLastRun(trx, zone)) ?? before
    await prepareRun(trx, daysBefore(kept.dueAt))
    await take(trx, due, { before: kept, zone, now, clock })
    await notifyOnCommit(trx, 'live', { kind: 'statistics', ids: [due.dueAt] })
    return true
  })
}

/** Nothing before is counted of a run. */
const daysBefore = (at: string, days = 0) => iso(Date.parse(at) - (days + reachDays) * 86_400_000)

type Taking = Readonly<{ before: KeptRun; zone: string; now: string; clock: Platform['clock'] }>

async function take(db: Transaction, due: Due, { before, zone, now, clock }: Taking): Promise<void> {
  for (const missed of await listDueBetween(db, before.dueAt, due.dueAt, zone)) await writeRun(db, missed, 'missed')
  const since = iso(Date.parse(before.beganAt ?? before.dueAt) - overlapMs)
  const flows = await countFlows(db, { since, from: before.dueAt, to: due.dueAt, zone })
  let { rows } = flows
  rows += await sumDays(db, flows.days, zone)
  const [firstOpen = due.day] = await daysOf(db, [before.dueAt], zone)
  const open = daysBetween(firstOpen, due.day)
  for (const day of open) {
    const { from, to } = await spanOf(db, day, 1, zone)
    const window = { from, to: to < due.dueAt ? to : due.dueAt, zone }
    if (window.from >= window.to) continue
    for (const source of daySources) rows += await writeDay(db, source, day, window)
    rows += await writeActive(db, day, window)
  }
  const isNightly = due.day !== firstOpen
  if (isNightly) rows += await countSealed(db, due.day, zone)
  rows += await writeFleetStock(db, { takenAt: due.dueAt, day: due.day })
  rows += await writePeople(db, { takenAt: due.dueAt, day: due.day, at: due.dueAt })
  rows += await writeStocks(db, stockSources, { at: due.dueAt, dueAt: due.dueAt })
  rows += await countSpans(db, open, { since, from: before.dueAt, to: due.dueAt, zone })
  const recount = isNightly ? await recountDay(db, recountedDay(due.day), zone) : undefined
  await writeRun(db, due, 'succeeded', {
    beganAt: now,
    endedAt: iso(clock.now()),
    since,
    hours: flows.hours,
    rows,
    ...recount,
  })
}

async function countFlows(db: Transaction, window: Parameters<typeof listTouched>[2]) {
  const touched = new Set<string>()
  let rows = 0
  for (const source of flowSources) {
    const hours = await listTouched(db, source, window)
    for (const hour of hours) touched.add(hour)
    rows += await writeHours(db, source, hours, window.zone)
  }
  const all = [...touched].toSorted()
  return { rows, hours: all.length, days: await daysOf(db, all, window.zone) }
}

const daysBetween = (first: string, last: string): string[] =>
  Array.from({ length: Math.max(dayNumber(last) - dayNumber(first), 0) + 1 }, (_, at) => addDays(first, at))

/** Once a night: days that are sealed now, as far back as reports come late. */
async function countSealed(db: Transaction, today: string, zone: string): Promise<number> {
  let rows = 0
  for (let back = sealedAfterDays; back <= lookBackSealed; back += 1) {
    const day = addDays(today, -back)
    for (const source of sealedSources) rows += await writeSealed(db, source, day, await spanOf(db, day, 1, zone))
  }
  return rows
}

/** Counts the days since the run before, and those that received late rows. */
async function countSpans(
  db: Transaction,
  open: readonly string[],
  window: Parameters<typeof listTouched>[2],
): Promise<number> {
  const counted = new Map<string, SpanSource[]>()
  for (const source of spanSources) {
    const late =
      source.touched === undefined ? [] : await daysOf(db, await listTouched(db, source, window), window.zone)
    for (const day of new Set([...late, ...open])) counted.set(day, [...(counted.get(day) ?? []), source])
  }
  let rows = 0
  for (const [day, sources] of counted) rows += await countSpan(db, sources, day, window)
  return rows
}

async function countSpan(
  db: Transaction,
  sources: readonly SpanSource[],
  day: string,
  { to: dueAt, zone }: Pick<Window, 'to' | 'zone'>,
): Promise<number> {
  const spans = await spansOf(db, day, [1, 7, 30], zone)
  const until = spans.map(({ days, window }) => ({
    days,
    window: { ...window, to: window.to < dueAt ? window.to : dueAt },
  }))
  return writeSpans(db, sources, day, until)
}

/**
 * Before the first run the past days are counted, one a call and a transaction, the oldest first. Flows from their rows; of the stocks
 * those that follow from dated rows. When all are there, the next look takes the run that is due, from the beginning of its day.
 */
async function reconstruct(db: Db, due: Due, zone: string, now: string): Promise<boolean> {
  return longTransaction(db, async (trx) => {
    if (!(await holdRuns(trx)) || (await findLastRun(trx, zone)) !== undefined) return false
    await prepareRun(trx, daysBefore(due.dueAt, reconstructedDays))
    const day = await nextPastDay(trx, due.day, zone)
    if (day === undefined) {
      const { from } = await spanOf(trx, due.day, 1, zone)
      await writeRun(trx, { dueAt: from, day: due.day }, 'reconstructed', { beganAt: now, endedAt: now })
    } else await reconstructDay(trx, day, zone, now)
    return true
  })
}

async function nextPastDay(db: Db, today: string, zone: string): Promise<string | undefined> {
  const done = await findReconstructed(db)
  const first = (await firstDay(db, zone)) ?? today
  const oldest = addDays(today, -reconstructedDays)
  const day = done === undefined ? (first > oldest ? first : oldest) : addDays(done, 1)
  return day < today ? day : undefined
}

async function reconstructDay(db: Transaction, day: string, zone: string, now: string): Promise<void> {
  const window = await spanOf(db, day, 1, zone)
  const hours = await listHoursWithin(db, window)
  let rows = 0
  for (const source of flowSources) rows += await writeHours(db, source, hours, zone)
  rows += await sumDays(db, [day], zone)
  for (const source of [...daySources, ...sealedSources]) rows += await writeDay(db, source, day, window)
  rows += await writeActive(db, day, window)
  rows += await countSpan(db, spanSources, day, window)
  const [due] = (await listDueBetween(db, window.from, window.to, zone)).slice(-1)
  if (due === undefined) throw new Error(`No run is due on ${day}`)
  rows += await writePastFleet(db, { takenAt: due.dueAt, day, at: window.to })
  rows += await writePeople(db, { takenAt: due.dueAt, day, at: window.to })
  rows += await writeStocks(db, datedStocks, { at: window.to, dueAt: due.dueAt })
  await writeRun(db, due, 'reconstructed', { beganAt: now, endedAt: now, hours: hours.length, rows })
}
