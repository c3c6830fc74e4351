import { excursionDefaults, type Excursion, type Excused } from './cold-chain.model.ts'
import type { Span } from '../telemetry/silence.rules.ts'
import { clipped, overlapMs } from './stretch.rules.ts'
import { minuteMs } from '../time.ts'

export type Terms = Readonly<{
  span: Span
  /** Limits that the request sets, °C. If they are left out, the limits that the device reports apply. */
  highC?: number | undefined
  lowC?: number | undefined
  toleranceC: number
  delayMinutes: number
  /** The delays that the device reports apply, each from its moment on; `delayMinutes` applies before the first. */
  followsDelay?: boolean
}>

/** The newest values of a device; null: not known. */
export type Reading = { celsius: number | null; high: number | null; low: number | null; delayMinutes: number }

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
const reasons = ['defrost', 'door'] as const
export type Reason = (typeof reasons)[number]

type Side = Excursion['side']
type Worst = { limitC: number; worstC: number; worstAt: number }

/** A known time beyond one limit without a break. */
type Run = {
  side: Side
  /** The first moment without an excuse. */
  from: number | null
  /** The known time without an excuse. */
  loneMs: number
  /** It was longer than the delay of that moment, so it is an excursion, whatever the delay is later. */
  isLong: boolean
  worst: Worst | null
  /** The begin of the silence, while there are no reports. */
  silentFrom: number | null
  silentMs: number
  excused: { from: number; to: number; worst: Worst; by: Reason } | null
  /** The defrost and the door opening that excuse the run, with their begin and end. There is one of each: a door that opens again excuses nothing more. */
  taken: Record<Reason, { since: number; until: number } | null>
}

/** The newest defrost or door opening: its begin, whether it is still in progress, and the end of the time that it excuses. */
type Cause = { since: number; on: boolean; until: number }

/** The limit that is exceeded by more than the tolerance; null within the limits, or if nothing is known. */
export function sideOf(
  celsius: number | null,
  { high, low, toleranceC }: { high: number | null; low: number | null; toleranceC: number },
): Side | null {
  if (celsius === null) return null
  if (high !== null && celsius > high + toleranceC) return 'high'
  return low !== null && celsius < low - toleranceC ? 'low' : null
}

/** Follows the runs of a span. The caller changes `reading` between two calls. */
export function newRuns(terms: Terms, reading: Readonly<Reading>) {
  const { span, toleranceC } = terms
  const excursions: Excursion[] = []
  const excused: Excused[] = []
  const causes: Record<Reason, Cause | null> = { defrost: null, door: null }
  let excusedMs = 0
  let run: Run | null = null

  const close = (ended: Run, to: number | null) => {
    const excursion = excursionOf(ended, to, span)
    if (excursion !== undefined) excursions.push(excursion)
    const kept = excusedOf(ended, span)
    if (kept !== undefined) excused.push(kept)
  }

  /** Opens or closes a run after a change of `reading`. */
  const evaluate = (at: number) => {
    const side = sideOf(reading.celsius, { high: reading.high, low: reading.low, toleranceC })
    if (run !== null && run.side !== side) {
      close(run, at)
      run = null
    }
    if (side !== null) run ??= openRun(side, at, causes)
  }

  const measure = () => {
    if (run !== null && run.loneMs > reading.delayMinutes * minuteMs) run.isLong = true
  }

  return {
    /**
     * Handles a change of a limit. `isHeld`: the temperature is known at this moment. During a silence it is not: a
     * limit neither begins nor ends anything then, and the next report of the temperature decides.
     */
    addLimit: (at: number, isHeld: boolean) => {
      if (isHeld) evaluate(at)
    },
    /** After a change of the delay. */
    addDelay: measure,
    isBeyond: (): boolean => run !== null,
    /** The reading holds from `from` to `known`, and is unknown from there to `to`. */
    advance: (from: number, known: number, to: number) => {
      if (run === null) return
      const lone = extendKnown(run, { from, to: known }, reading)
      excusedMs += overlapMs(span, from, lone)
      measure()
      if (to > known) {
        run.silentFrom ??= known
        run.silentMs += to - known
      }
    },
    /** A report of the temperature. `reading` has it already. */
    addTemperature: (at: number) => {
      if (run !== null && run.silentFrom !== null) {
        if (sideOf(reading.celsius, { high: reading.high, low: reading.low, toleranceC }) === run.side)
          extendOverSilence(run, run.silentFrom, at)
        run.silentFrom = null
        measure()
      }
      evaluate(at)
      if (run !== null && at >= excusedUntil(run)) run.worst = worseOf(run, run.worst, at, reading)
    },
    addSwitch: (at: number, reason: Reason, on: boolean) => {
      const cause = causeAfter(causes[reason], at, reason, on)
      if (cause === undefined) return
      causes[reason] = cause
      if (run === null || run.side !== 'high') return
      const { since, until } = cause
      const taken = run.taken[reason]
      if (taken === null ? on : taken.since === since) run.taken[reason] = { since, until }
    },
    end: () => {
      if (run !== null) close(run, null)
      return { excursions, excused, excusedMs }
    },
  }
}

function openRun(side: Side, at: number, causes: Readonly<Record<Reason, Cause | null>>): Run {
  const taken: Run['taken'] = { defrost: null, door: null }
  for (const reason of reasons) {
    const cause = causes[reason]
    if (side === 'high' && cause !== null && cause.until > at)
      taken[reason] = { since: cause.since, until: cause.until }
  }
  return {
    side,
    from: null,
    loneMs: 0,
    isLong: false,
    worst: null,
    silentFrom: null,
    silentMs: 0,
    excused: null,
    taken,
  }
}

/** Undefined if the switch did not change. */
function causeAfter(before: Cause | null, at: number, reason: Reason, on: boolean): Cause | undefined {
  if ((before?.on ?? false) === on) return undefined
  const { longestMs, afterMs } = excuses[reason]
  const since = on || before === null ? at : before.since
  const until = (on ? since + longestMs : Math.min(at, since + longestMs)) + afterMs
  return { since, on, until }
}

const excusedUntil = ({ taken }: Run): number =>
  Math.max(taken.defrost?.until ?? Number.NEGATIVE_INFINITY, taken.door?.until ?? Number.NEGATIVE_INFINITY)

function worseOf({ side }: Run, before: Worst | null, at: number, reading: Readonly<Reading>): Worst {
  const now = { limitC: reading[side] ?? 0, worstC: reading.celsius ?? 0, worstAt: at }
  if (before === null) return now
  return (side === 'high' ? now.worstC > before.worstC : now.worstC < before.worstC) ? now : before
}

/** Adds a known time to a run, and returns the moment at which its excuse ended. */
function extendKnown(run: Run, { from, to }: Span, reading: Readonly<Reading>): number {
  const lone = Math.min(to, Math.max(from, excusedUntil(run)))
  if (lone > from) {
    const worst = worseOf(run, run.excused?.worst ?? null, from, reading)
    const by = (run.taken.door?.until ?? 0) >= (run.taken.defrost?.until ?? 0) ? 'door' : 'defrost'
    run.excused = { from: run.excused?.from ?? from, to: lone, worst, by: run.excused?.by ?? by }
  }
  if (to > lone) {
    run.from ??= lone
    run.loneMs += to - lone
    run.worst = worseOf(run, run.worst, lone, reading)
  }
  return lone
}

/** After the silence the temperature is beyond the same limit as before, so it counts as beyond it all the while. */
function extendOverSilence(run: Run, silentFrom: number, at: number): void {
  const from = Math.max(silentFrom, excusedUntil(run))
  if (at <= from) return
  run.from ??= from
  run.loneMs += at - from
}

function excursionOf(run: Run, to: number | null, span: Span): Excursion | undefined {
  if (!run.isLong || run.from === null || run.worst === null) return undefined
  return clipped({ from: run.from, to, side: run.side, ...run.worst, unknownMs: run.silentMs }, span)
}

function excusedOf({ side, excused }: Run, span: Span): Excused | undefined {
  if (excused === null) return undefined
  const { worst, ...stretch } = excused
  return clipped({ ...stretch, side, ...worst }, span)
}
