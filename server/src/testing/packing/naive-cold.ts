import { iso, minuteMs } from '@brigade/contract/time.ts'
import { alarmDelay } from './cooler-series.ts'
import { counting, heldAt, saidBy } from './naive-values.ts'
import type { Role, Series, ValueItem } from './series.ts'

/** Computes the printed report of a refrigerator by going through its days second by second. */

const second = 1000
const toleranceC = 0.5

type Side = 'high' | 'low'
export type NaiveExcursion = Readonly<{
  side: Side
  from: number
  /** Null: still so at the end. */
  to: number | null
  limitC: number
  worstC: number
  worstAt: number
  unknownMs: number
}>
export type NaiveExcused = Readonly<{ side: Side; from: number; to: number | null; by: 'door' | 'defrost' }>

/** A report counts for an hour. */
const holdMs = 60 * minuteMs

/** How long a cause excuses: the door as long as it is open, 15 minutes at most, and 15 after; a defrost 90 and 30. */
const excuses = {
  door: { longest: 15 * minuteMs, after: 15 * minuteMs },
  defrost: { longest: 90 * minuteMs, after: 30 * minuteMs },
}
type Cause = 'door' | 'defrost'
type Stretch = Readonly<{ from: number; to: number }>

/** The stretches in which a switch was on, by the last value of each instant. */
export function onTimes(values: readonly ValueItem[], end: number): readonly Stretch[] {
  const stretches: Stretch[] = []
  let since: number | undefined
  for (const { at, value } of counting(values)) {
    if (value !== 0 && since === undefined) since = at
    if (value === 0 && since !== undefined) {
      stretches.push({ from: since, to: at })
      since = undefined
    }
  }
  return since === undefined ? stretches : [...stretches, { from: since, to: end }]
}

type Run = {
  side: Side
  taken: Partial<Record<Cause, number>>
  from: number | undefined
  loneMs: number
  worst: Readonly<{ limitC: number; worstC: number; worstAt: number }> | undefined
  silentFrom: number | undefined
  unknownMs: number
  excused: { from: number; to: number; by: Cause } | undefined
}

export type NaiveCold = Readonly<{ excursions: readonly NaiveExcursion[]; excused: readonly NaiveExcused[] }>

export function naiveCold(series: Series, role: Role): NaiveCold {
  const said = saidBy(series, role)
  const of = (identifier: string) => counting(said.get(identifier) ?? [])
  const temperatures = of('CabinetTemp')
  const times = temperatures.map(({ at }) => at)
  const [highAt, lowAt] = [follow(of('HighLimit')), follow(of('LowLimit'))]
  const causes = { door: onTimes(of('DoorState'), series.to), defrost: onTimes(of('Defrost'), series.to) }
  /** The end of the time that the newest cause before a moment excuses, as far as it is known at that moment. */
  const excusedBy = (cause: Cause, at: number): Readonly<{ since: number; until: number }> | undefined => {
    const newest = causes[cause].findLast(({ from }) => from <= at)
    if (newest === undefined) return undefined
    const { longest, after } = excuses[cause]
    return { since: newest.from, until: Math.min(newest.to, newest.from + longest) + after }
  }
  const excursions: NaiveExcursion[] = []
  const excused: NaiveExcused[] = []
  let run: Run | undefined
  const close = (to: number | null) => {
    if (run === undefined) return
    if (run.loneMs > alarmDelay * minuteMs && run.from !== undefined && run.worst !== undefined)
      excursions.push({ side: run.side, from: run.from, to, ...run.worst, unknownMs: run.unknownMs })
    if (run.excused !== undefined) excused.push({ side: run.side, ...run.excused })
    run = undefined
  }
  let place = -1
  for (let at = series.from; at <= series.to; at += second) {
    const isReport = times[place + 1] === at
    if (isReport) place += 1
    const celsius = temperatures[place]?.value
    const [high, low] = [highAt(at), lowAt(at)]
    if (celsius === undefined) continue
    const side =
      high !== undefined && celsius > high + toleranceC
        ? 'high'
        : low !== undefined && celsius < low - toleranceC
          ? 'low'
          : undefined
    if (run !== undefined && isReport && run.silentFrom !== undefined) {
      if (side === run.side) addLone(run, Math.max(run.silentFrom, excusedUntil(run)), at)
      run.silentFrom = undefined
    }
    if (run !== undefined && run.side !== side) close(at)
    if (side === undefined) continue
    run ??= newRun(side)
    if (side === 'high') takeCauses(run, at, excusedBy)
    const limitC = (side === 'high' ? high : low) ?? 0
    const isKnown = at < (times[place] ?? 0) + holdMs
    goOn(run, { at, limitC, celsius, isKnown, isReport })
  }
  close(null)
  return { excursions, excused }
}

const newRun = (side: Side): Run => ({
  side,
  taken: {},
  from: undefined,
  loneMs: 0,
  worst: undefined,
  silentFrom: undefined,
  unknownMs: 0,
  excused: undefined,
})

type ExcusedBy = (cause: Cause, at: number) => Readonly<{ since: number; until: number }> | undefined

/** A run is excused by one opening of the door and one defrost: the first that reaches into it. */
function takeCauses(run: Run, at: number, excusedBy: ExcusedBy): void {
  for (const cause of ['door', 'defrost'] as const) {
    if (run.taken[cause] !== undefined) continue
    const found = excusedBy(cause, at)
    if (found !== undefined && found.until > at) run.taken[cause] = found.until
  }
}
const excusedUntil = ({ taken }: Run): number => Math.max(taken.door ?? 0, taken.defrost ?? 0)

function addLone(run: Run, from: number, to: number): void {
  if (to <= from) return
  run.from ??= from
  run.loneMs += to - from
}

type Moment = Readonly<{ at: number; limitC: number; celsius: number; isKnown: boolean; isReport: boolean }>

function goOn(run: Run, { at, limitC, celsius, isKnown, isReport }: Moment): void {
  if (!isKnown) {
    run.silentFrom ??= at
    run.unknownMs += second
    return
  }
  if (at < excusedUntil(run)) {
    const by = (run.taken.door ?? 0) >= (run.taken.defrost ?? 0) ? 'door' : 'defrost'
    run.excused ??= { from: at, to: at, by }
    run.excused.to = at + second
    return
  }
  addLone(run, at, at + second)
  const isWorse =
    run.worst === undefined || (run.side === 'high' ? celsius > run.worst.worstC : celsius < run.worst.worstC)
  if (isWorse || (run.worst === undefined && isReport)) run.worst = { limitC, worstC: celsius, worstAt: at }
}

export const excursionLine = ({ side, from, to, limitC, worstC, worstAt, unknownMs }: NaiveExcursion): string =>
  `${side} ${iso(from)} to ${to === null ? '-' : iso(to)}, limit ${limitC}, worst ${worstC} at ${iso(worstAt)}, unknown ${unknownMs / 1000} s`

/** The last value before or at a moment, for moments that rise. */
function follow(values: readonly ValueItem[]): (at: number) => number | undefined {
  let place = -1
  return (at) => {
    while ((values[place + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) place += 1
    return values[place]?.value
  }
}

/** Lines of the table that is exported: one for each instant with a temperature. */
export function naiveTable(series: Series, role: Role, { excursions }: NaiveCold): readonly string[] {
  const said = saidBy(series, role)
  const of = (identifier: string) => said.get(identifier) ?? []
  return counting(of('CabinetTemp')).map(({ at, value }) => {
    const held = (identifier: string) => heldAt(of(identifier), at)
    const beyond = excursions.find(({ from, to }) => at >= from && (to === null || at < to))?.side
    const words = [
      value,
      held('SetPoint'),
      held('HighLimit'),
      held('LowLimit'),
      held('Defrost') === 1 ? 'Yes' : '',
      held('DoorState') === 1 ? 'Open' : '',
      beyond === undefined ? '' : beyond === 'high' ? 'Too warm' : 'Too cold',
    ]
    return `${iso(at)} ${words.join('|')}`
  })
}
