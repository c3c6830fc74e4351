import {
  excursionDefaults,
  type Excursion,
  type Excused,
  type Step,
  type Stretch,
  type TemperatureVerdict,
} from './cold-chain.model.ts'
import { holdsOf } from '../telemetry/silence.rules.ts'
import type { Span } from '../telemetry/silence.rules.ts'
import { newMeans } from './kinetic-mean.rules.ts'
import { clipped, newLongest, newSteps, newSwitch, overlapMs, totalMs } from './stretch.rules.ts'

/** What a refrigeration device tells of its temperature; `heard`: anything else, which keeps alive a temperature told on change. */
export const signals = ['setPoint', 'high', 'low', 'defrost', 'door', 'temperature', 'heard'] as const
export type Signal = (typeof signals)[number]

/** The properties of the ready-made model behind them. */
export const signalIdentifiers = {
  temperature: 'CabinetTemp',
  setPoint: 'SetPoint',
  high: 'HighLimit',
  low: 'LowLimit',
  defrost: 'Defrost',
  door: 'DoorState',
} as const satisfies Partial<Record<Signal, string>>

export type Terms = Readonly<{
  span: Span
  /** Asked limits, °C; undefined: as the device tells them. */
  highC?: number | undefined
  lowC?: number | undefined
  toleranceC: number
  delayMinutes: number
}>

const minuteMs = 60_000
const holdMs = excursionDefaults.holdMinutes * minuteMs
const excuses = {
  defrost: {
    longestMs: excursionDefaults.longestDefrostMinutes * minuteMs,
    afterMs: excursionDefaults.afterDefrostMinutes * minuteMs,
  },
  door: {
    longestMs: excursionDefaults.afterDoorMinutes * minuteMs,
    afterMs: excursionDefaults.afterDoorMinutes * minuteMs,
  },
} as const
type Reason = keyof typeof excuses

type Side = Excursion['side']
type Worst = { limitC: number; worstC: number; worstAt: number }

/** One time beyond a limit without a break, as far as it is known. */
type Run = {
  side: Side
  /** The first moment that nothing explains. */
  from: number | null
  /** Unexplained, as far as it is known. */
  loneMs: number
  worst: Worst | null
  /** Since when there have been no reports. */
  silentFrom: number | null
  silentMs: number
  excused: { from: number; to: number; worst: Worst; by: Reason } | null
  /** The defrost and the door opening that excuse it, by when they began, and until when. One of each: a door that opens again excuses nothing more. */
  taken: Record<Reason, { since: number; until: number } | null>
}

/** Beyond the limits by more than the tolerance; null: within, or nothing is known. */
export function sideOf(
  celsius: number | null,
  { high, low, toleranceC }: { high: number | null; low: number | null; toleranceC: number },
): Side | null {
  if (celsius === null) return null
  if (high !== null && celsius > high + toleranceC) return 'high'
  return low !== null && celsius < low - toleranceC ? 'low' : null
}

export type Judged = Readonly<{
  setPoint: Step[]
  high: Step[]
  low: Step[]
  defrosts: Stretch[]
  doors: Stretch[]
  gaps: { from: number; to: number }[]
  excursions: Excursion[]
  excused: Excused[]
  min: number | null
  max: number | null
  mean: number | null
  meanKinetic: number | null
  points: number
  /** With reports and a limit. */
  judgedMs: number
  longestUnjudgedMs: number
  within: number | null
  beyondMs: number
  excusedMs: number
  doorOpenMs: number
  unknownMs: number
  /** Whether the device ever told of the one or the other, in or before the span. */
  tells: Readonly<Record<Reason, boolean>>
}>

/**
 * Judges reports told in the order of time (of one moment: settings and switches before the temperature). Those from before
 * the span say how things stood when it began. A value holds until the next report is overdue, an hour at most. Nothing ends in
 * silence: a time beyond a limit goes on until a report says otherwise.
 */
export function newJudge(terms: Terms) {
  const { span, toleranceC } = terms
  const delayMs = terms.delayMinutes * minuteMs
  const steps = { setPoint: newSteps(span), high: newSteps(span), low: newSteps(span) }
  const switches = { defrost: newSwitch(span), door: newSwitch(span) }
  const means = newMeans()
  const limits: { high: number | null; low: number | null } = { high: terms.highC ?? null, low: terms.lowC ?? null }
  if (terms.highC !== undefined) steps.high.tell(span.from, terms.highC)
  if (terms.lowC !== undefined) steps.low.tell(span.from, terms.lowC)

  const excursions: Excursion[] = []
  const excused: Excused[] = []
  const gaps: { from: number; to: number }[] = []
  const figures = { points: 0, judgedMs: 0, beyondMs: 0, excusedMs: 0, unknownMs: 0 }
  const unjudged = newLongest()
  const tells = { defrost: false, door: false }
  let min: number | null = null
  let max: number | null = null
  let lastAt = Number.NEGATIVE_INFINITY
  let celsius: number | null = null
  let heldUntil = Number.NEGATIVE_INFINITY
  let run: Run | null = null
  /** The newest defrost and door opening: since when, whether it goes on, until when it excuses. */
  const newest: Record<Reason, { since: number; on: boolean; until: number } | null> = { defrost: null, door: null }

  const worstOf = (side: Side, before: Worst | null, at: number): Worst => {
    const now = { limitC: limits[side] ?? 0, worstC: celsius ?? 0, worstAt: at }
    if (before === null) return now
    return (side === 'high' ? now.worstC > before.worstC : now.worstC < before.worstC) ? now : before
  }
  const excusedUntil = (of: Run): number =>
    Math.max(of.taken.defrost?.until ?? Number.NEGATIVE_INFINITY, of.taken.door?.until ?? Number.NEGATIVE_INFINITY)

  const silence = (from: number, to: number) => {
    const [start, end] = [Math.max(from, span.from), Math.min(to, span.to)]
    if (end <= start) return
    figures.unknownMs += end - start
    unjudged.add(start, end)
    const last = gaps.at(-1)
    if (last !== undefined && last.to === start) last.to = end
    else gaps.push({ from: start, to: end })
  }

  /** From the last moment to this one all was as it was then. */
  const advance = (to: number) => {
    if (lastAt === Number.NEGATIVE_INFINITY) lastAt = Math.min(to, span.from)
    if (to <= lastAt) return
    const from = lastAt
    lastAt = to
    const known = celsius === null ? from : Math.min(to, Math.max(from, heldUntil))
    silence(known, to)
    const knownMs = overlapMs(span, from, known)
    if (celsius !== null && knownMs > 0) {
      means.add(celsius, knownMs)
      if (limits.high === null && limits.low === null) unjudged.add(Math.max(from, span.from), Math.min(known, span.to))
      else figures.judgedMs += knownMs
      if (run !== null) figures.beyondMs += knownMs
    }
    if (run === null) return
    const lone = Math.min(known, Math.max(from, excusedUntil(run)))
    if (lone > from) {
      figures.excusedMs += overlapMs(span, from, lone)
      const worst = worstOf(run.side, run.excused?.worst ?? null, from)
      const by = (run.taken.door?.until ?? 0) >= (run.taken.defrost?.until ?? 0) ? 'door' : 'defrost'
      run.excused = { from: run.excused?.from ?? from, to: lone, worst, by: run.excused?.by ?? by }
    }
    if (known > lone) {
      run.from ??= lone
      run.loneMs += known - lone
      run.worst = worstOf(run.side, run.worst, lone)
    }
    if (to > known) {
      run.silentFrom ??= known
      run.silentMs += to - known
    }
  }

  const excursionOf = (of: Run, to: number | null): Excursion | undefined => {
    if (of.loneMs <= delayMs || of.from === null || of.worst === null) return undefined
    const whole = { from: of.from, to, side: of.side, ...of.worst, unknownMs: of.silentMs }
    return clipped(whole, span)
  }
  const close = (of: Run, to: number | null) => {
    const excursion = excursionOf(of, to)
    if (excursion !== undefined) excursions.push(excursion)
    if (of.excused === null) return
    const { worst, ...stretch } = of.excused
    const kept = clipped({ ...stretch, to: stretch.to, side: of.side, ...worst }, span)
    if (kept !== undefined) excused.push(kept)
  }

  const opened = (side: Side, at: number): Run => {
    const taken: Run['taken'] = { defrost: null, door: null }
    for (const reason of ['defrost', 'door'] as const) {
      const of = newest[reason]
      if (side === 'high' && of !== null && of.until > at) taken[reason] = { since: of.since, until: of.until }
    }
    return { side, from: null, loneMs: 0, worst: null, silentFrom: null, silentMs: 0, excused: null, taken }
  }

  /** After the state of a moment was told. */
  const judge = (at: number) => {
    const side = sideOf(celsius, { ...limits, toleranceC })
    if (run !== null && run.side !== side) {
      close(run, at)
      run = null
    }
    if (side !== null) run ??= opened(side, at)
  }

  const tellTemperature = (at: number, value: number, heldMs: number) => {
    celsius = value
    heldUntil = at + Math.min(heldMs, holdMs)
    if (at >= span.from && at < span.to) {
      figures.points += 1
      if (min === null || value < min) min = value
      if (max === null || value > max) max = value
    }
    if (run !== null && run.silentFrom !== null) {
      // As warm after the silence as before: so it was all the while.
      if (sideOf(value, { ...limits, toleranceC }) === run.side) {
        const from = Math.max(run.silentFrom, excusedUntil(run))
        if (at > from) {
          run.from ??= from
          run.loneMs += at - from
        }
      }
      run.silentFrom = null
    }
    judge(at)
    if (run !== null && at >= excusedUntil(run)) run.worst = worstOf(run.side, run.worst, at)
  }

  const tellSwitch = (at: number, reason: Reason, on: boolean) => {
    tells[reason] = true
    switches[reason].tell(at, on)
    const { longestMs, afterMs } = excuses[reason]
    const before = newest[reason]
    if ((before?.on ?? false) === on) return
    const since = on || before === null ? at : before.since
    const until = (on ? since + longestMs : Math.min(at, since + longestMs)) + afterMs
    newest[reason] = { since, on, until }
    if (run === null || run.side !== 'high') return
    const taken = run.taken[reason]
    if (taken === null ? on : taken.since === since) run.taken[reason] = { since, until }
  }

  return {
    /** `heldMs`: for how long a temperature, or a sign of life, stands. */
    tell: (at: number, signal: Signal, value: number, heldMs = holdMs) => {
      if (at >= span.to) return
      advance(at)
      if (signal === 'temperature') tellTemperature(at, value, heldMs)
      else if (signal === 'heard') {
        // After a silence the temperature has to be told again.
        if (at <= heldUntil) heldUntil = Math.max(heldUntil, at + Math.min(heldMs, holdMs))
      } else if (signal === 'defrost' || signal === 'door') tellSwitch(at, signal, value !== 0)
      else if (signal === 'setPoint') steps.setPoint.tell(at, value)
      else if ((signal === 'high' ? terms.highC : terms.lowC) === undefined) {
        steps[signal].tell(at, value)
        limits[signal] = value
        judge(at)
      }
    },
    end: (): Judged => {
      advance(span.to)
      if (run !== null) close(run, null)
      const doors = switches.door.end()
      return {
        setPoint: steps.setPoint.end(),
        high: steps.high.end(),
        low: steps.low.end(),
        defrosts: switches.defrost.end(),
        doors,
        gaps,
        excursions,
        excused,
        min,
        max,
        mean: means.mean(),
        meanKinetic: means.kinetic(),
        points: figures.points,
        judgedMs: figures.judgedMs,
        longestUnjudgedMs: unjudged.longest(),
        within: figures.judgedMs === 0 ? null : 1 - figures.beyondMs / figures.judgedMs,
        beyondMs: figures.beyondMs,
        excusedMs: figures.excusedMs,
        doorOpenMs: totalMs(doors, span.to),
        unknownMs: figures.unknownMs,
        tells,
      }
    },
  }
}

/** A report as tests and other callers hold it. */
export type Told = readonly [at: number, signal: Signal, value: number]

export function judgeReports(terms: Terms, reports: readonly Told[]): Judged {
  const judge = newJudge(terms)
  const times = reports.filter(([, signal]) => signal === 'temperature').map(([at]) => at)
  const holds = holdsOf(times)
  let place = 0
  for (const [at, signal, value] of reports) {
    judge.tell(at, signal, value, signal === 'temperature' ? holds[place] : undefined)
    if (signal === 'temperature') place += 1
  }
  return judge.end()
}

/** What can be said of a span. `measures`: its thing model has the temperature. Coverage comes before "none". */
export function verdictOf(judged: VerdictOf, { from, to }: Span, measures: boolean): TemperatureVerdict {
  if (judged.excursions.length > 0) return 'excursions'
  if (judged.points === 0 && !measures) return 'notMeasured'
  if (to - from - judged.unknownMs <= 0) return 'unknown'
  if (judged.judgedMs === 0) return 'noLimits'
  const isEnough =
    judged.judgedMs >= excursionDefaults.leastJudged * (to - from) &&
    judged.longestUnjudgedMs <= excursionDefaults.longestUnjudgedMinutes * minuteMs
  return isEnough ? 'clear' : 'partly'
}
type VerdictOf = Pick<Judged, 'excursions' | 'points' | 'unknownMs' | 'judgedMs' | 'longestUnjudgedMs'>
