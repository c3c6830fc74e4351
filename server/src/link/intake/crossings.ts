import { sideOf } from '@brigade/contract/cold-chain/excursion-run.rules.ts'
import { excursionDefaults } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { signalIdentifiers } from '@brigade/contract/cold-chain/excursion.rules.ts'
import { isEndedBy } from '@brigade/contract/fault/ends-when.rules.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { hourMs } from '@brigade/contract/time.ts'
import type { EndWatch, ReportedEntry, Sides } from '../../telemetry/shadow/shadow-entry.ts'

/** A value as it was parsed, with its time and the time of its receipt. */
export type Reported = Readonly<{ identifier: string; value: Value; timeMs: number; receivedAt: number }>
type Before = Readonly<{ reported: Readonly<Record<string, ReportedEntry>>; sides: Sides }>

const { temperature, high, low, defrost, door, delay } = signalIdentifiers
/** Properties that an excursion depends on: the temperature and its limits, and those that excuse or delay it. */
const roles: ReadonlyMap<string, 'temperature' | 'high' | 'low' | 'other'> = new Map([
  [temperature, 'temperature'],
  [high, 'high'],
  [low, 'low'],
  [defrost, 'other'],
  [door, 'other'],
  [delay, 'other'],
] as const)

type Known = { value: number | null; at: number }
type Walk = {
  readonly temperature: Known
  readonly high: Known
  readonly low: Known
  side: 'high' | 'low' | null
  /** No known value beyond a limit, and no crossing, is later. */
  at: number
  /** The last change of a limit. */
  set: number
  /** The earliest instant from which the past has to be judged again. */
  from: number
}

/** Whether a value is relevant to the comparison; most values are not. */
export const isCompared = ({ ends }: Sides, identifier: string): boolean =>
  roles.has(identifier) || (ends !== undefined && ends.some(({ p }) => p === identifier))

/**
 * Returns how one batch changes the known sides of a device, in the order of the times of its values: a crossing within
 * the batch counts like one between batches. A value older than the known ones counts only if it may change the past:
 * if it is beyond a limit, not later than the last crossing, or within the present excursion. Almost every batch
 * changes nothing, and undefined is returned.
 */
export function sidesAfterReports(before: Before, reports: readonly Reported[]): Sides | undefined {
  const ends = endsAfter(before.sides.ends, reports)
  const own = reports.filter(({ identifier, value }) => roles.has(identifier) && typeof value === 'number')
  const judged = own.length === 0 ? undefined : judgedAfter(before, own)
  if (judged === undefined) return ends === undefined ? undefined : { ...before.sides, ends }
  return ends === undefined ? judged : { ...judged, ends }
}

function judgedAfter({ reported, sides }: Before, own: readonly Reported[]): Sides | undefined {
  const known = (identifier: string): Known => {
    const entry = reported[identifier]
    if (entry === undefined) return { value: null, at: Number.NEGATIVE_INFINITY }
    return { value: typeof entry.v === 'number' ? entry.v : null, at: Math.min(entry.t, entry.s) }
  }
  const walk: Walk = {
    temperature: known(temperature),
    high: known(high),
    low: known(low),
    side: sides.excursion ?? null,
    at: sides.at ?? Number.NEGATIVE_INFINITY,
    set: sides.set ?? Number.NEGATIVE_INFINITY,
    from: Number.POSITIVE_INFINITY,
  }
  const ordered = isOrdered(own) ? own : own.toSorted((a, b) => a.timeMs - b.timeMs)
  let isFresh = false
  for (const [index, report] of ordered.entries()) {
    isFresh = take(walk, report) || isFresh
    const next = ordered[index + 1]
    // All values of one instant are taken before the comparison.
    if (!isFresh || (next !== undefined && next.timeMs === report.timeMs)) continue
    isFresh = false
    cross(walk, timeOf(report))
  }
  return sidesOf(sides, walk)
}

const isOrdered = (own: readonly Reported[]): boolean =>
  own.every(({ timeMs }, index) => index === 0 || timeMs >= (own[index - 1]?.timeMs ?? 0))

/** No time counts beyond its receive time. */
const timeOf = ({ timeMs, receivedAt }: Reported): number => Math.floor(Math.min(timeMs, receivedAt))

const sideIn = ({ high: { value: upper }, low: { value: lower } }: Walk, celsius: number | null) =>
  sideOf(celsius, { high: upper, low: lower, toleranceC: excursionDefaults.toleranceC })

const judgeFrom = (walk: Walk, at: number) => {
  walk.from = Math.min(walk.from, at)
}

/** Takes one value; true if it is newer than the known one. */
function take(walk: Walk, report: Reported): boolean {
  const [role, at] = [roles.get(report.identifier), timeOf(report)]
  const value = typeof report.value === 'number' ? report.value : null
  if (role === 'temperature') return takeTemperature(walk, at, value, report.receivedAt)
  if (role === 'high' || role === 'low') return takeLimit(walk, walk[role], { at, value })
  if (at <= walk.at || (walk.side !== null && at < walk.temperature.at)) judgeFrom(walk, at)
  return false
}

function takeTemperature(walk: Walk, at: number, value: number | null, receivedAt: number): boolean {
  const isLate = at < walk.temperature.at
  const settledAt = walk.at + excursionDefaults.settledHours * hourMs
  // How long the last report beyond a limit holds depends on those that follow it. A device that sends stored values
  // sends them one by one, after the time at which this was evaluated again.
  if (at > walk.at && at <= settledAt && receivedAt >= settledAt) judgeFrom(walk, walk.at)
  // It is compared with the present limits: if they were others at that time, it is judged in any case.
  if (at < walk.set) cover(walk, at)
  if (!isLate) {
    Object.assign(walk.temperature, { value, at })
    return true
  }
  if (sideIn(walk, value) !== null) cover(walk, at)
  else if (at <= walk.at || walk.side !== null) judgeFrom(walk, at)
  return false
}

/** Between a late value and the newest one the temperature may be beyond its limits, as far as is known here. */
function cover(walk: Walk, at: number): void {
  judgeFrom(walk, at)
  walk.at = Math.max(walk.at, at, walk.temperature.at)
}

function takeLimit(walk: Walk, limit: Known, { at, value }: Readonly<Known>): boolean {
  const isChange = value !== limit.value
  if (at < limit.at) {
    if (isChange) {
      walk.set = Math.max(walk.set, limit.at)
      cover(walk, at)
    } else if (at <= walk.set) cover(walk, at)
    return false
  }
  if (isChange) {
    walk.set = Math.max(walk.set, at)
    if (at < walk.temperature.at) cover(walk, at)
  }
  Object.assign(limit, { value, at })
  return true
}

function cross(walk: Walk, at: number): void {
  const side = sideIn(walk, walk.temperature.value)
  if (side === walk.side) return
  walk.side = side
  cover(walk, at)
}

function sidesOf(before: Sides, { side, at, set, from }: Walk): Sides | undefined {
  const isJudged = Number.isFinite(from)
  if (!isJudged && set === (before.set ?? Number.NEGATIVE_INFINITY)) return undefined
  const { excursion: _side, at: _at, set: _set, judge, ...others } = before
  return {
    ...others,
    ...(side === null ? {} : { excursion: side }),
    ...(Number.isFinite(at) ? { at } : {}),
    ...(Number.isFinite(set) ? { set } : {}),
    ...(isJudged ? { judge: { from, n: (judge?.n ?? 0) + 1 } } : judge === undefined ? {} : { judge }),
  }
}

/**
 * The first value after the last report of an alarm that fulfils its condition ends it, whenever that value arrives. Of
 * an instant the value that was received last counts: one that does not fulfil it withdraws the end of that instant,
 * and the next one is looked for in the history.
 */
function endsAfter(
  ends: readonly EndWatch[] | undefined,
  reports: readonly Reported[],
): readonly EndWatch[] | undefined {
  if (ends === undefined) return undefined
  let isChanged = false
  const after = ends.map((end) => {
    let { until } = end
    let isTakenBack = false
    for (const [index, report] of reports.entries()) {
      if (report.identifier !== end.p || typeof report.value !== 'number') continue
      const at = timeOf(report)
      // The last of several values of one instant counts.
      if (reports.some((later, place) => place > index && later.identifier === end.p && timeOf(later) === at)) continue
      const isFulfilled = isEndedBy(end, report.value)
      if (at === end.until && !isFulfilled) isTakenBack = true
      if (at > end.after && (until === null || at < until) && isFulfilled) until = at
    }
    if (isTakenBack && until === end.until) until = null
    if (until === end.until) return end
    isChanged = true
    return { ...end, until }
  })
  return isChanged ? after : undefined
}
