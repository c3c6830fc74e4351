import {
  excursionDefaults,
  type Excursion,
  type Excused,
  type Step,
  type Stretch,
  type TemperatureVerdict,
} from './cold-chain.model.ts'
import type { Span } from '../telemetry/silence.rules.ts'
import { newRuns, type Reading, type Reason, type Terms } from './excursion-run.rules.ts'
import { newMeans } from './kinetic-mean.rules.ts'
import { newLongest, newSteps, newSwitch, overlapMs, totalMs } from './stretch.rules.ts'
import { minuteMs } from '../time.ts'

/** The signals of a refrigeration device. */
export const signals = ['delay', 'setPoint', 'high', 'low', 'defrost', 'door', 'temperature'] as const
export type Signal = (typeof signals)[number]

/** The properties of the ready-made model that carry the signals. */
export const signalIdentifiers = {
  temperature: 'CabinetTemp',
  delay: 'AlarmDelay',
  setPoint: 'SetPoint',
  high: 'HighLimit',
  low: 'LowLimit',
  defrost: 'Defrost',
  door: 'DoorState',
} as const satisfies Record<Signal, string>

const holdMs = excursionDefaults.holdMinutes * minuteMs

export type Evaluation = Readonly<{
  /** The delays that applied, minutes. */
  delay: Step[]
  setPoint: Step[]
  high: Step[]
  low: Step[]
  defrosts: Stretch[]
  doors: Stretch[]
  /** Without a temperature that counts. */
  gaps: { from: number; to: number }[]
  excursions: Excursion[]
  excused: Excused[]
  min: number | null
  max: number | null
  mean: number | null
  meanKinetic: number | null
  points: number
  /** The time with reports and a limit. */
  judgedMs: number
  longestUnjudgedMs: number
  within: number | null
  beyondMs: number
  excusedMs: number
  doorOpenMs: number
  unknownMs: number
  /** Whether the device ever reported defrosts or its door, in or before the span. */
  reported: Readonly<Record<Reason, boolean>>
}>

/**
 * Evaluates reports that are added in the order of time; at one moment, settings and switches come before the
 * temperature. Reports from before the span give the state at its beginning. A temperature counts for an hour at most;
 * one that is reported on change counts as long as its device is there, and none beyond a silence. Silence begins and
 * ends nothing: an excursion continues until a report of the temperature is within the limit.
 */
export function newExcursionEvaluator(terms: Terms) {
  const { span } = terms
  const steps = { delay: newSteps(span), setPoint: newSteps(span), high: newSteps(span), low: newSteps(span) }
  steps.delay.add(span.from, terms.delayMinutes)
  if (terms.highC !== undefined) steps.high.add(span.from, terms.highC)
  if (terms.lowC !== undefined) steps.low.add(span.from, terms.lowC)
  const switches = { defrost: newSwitch(span), door: newSwitch(span) }
  const reported = { defrost: false, door: false }
  const { highC = null, lowC = null, delayMinutes } = terms
  const reading: Reading = { celsius: null, high: highC, low: lowC, delayMinutes }
  const runs = newRuns(terms, reading)
  const coverage = newCoverage(span)
  let lastAt = Number.NEGATIVE_INFINITY
  let heldUntil = Number.NEGATIVE_INFINITY

  /** Accounts for the time since the last report, during which the reading was the same. */
  const advance = (to: number) => {
    if (lastAt === Number.NEGATIVE_INFINITY) lastAt = Math.min(to, span.from)
    if (to <= lastAt) return
    const from = lastAt
    lastAt = to
    const known = reading.celsius === null ? from : Math.min(to, Math.max(from, heldUntil))
    coverage.add({ from, known, to }, reading, runs.isBeyond())
    runs.advance(from, known, to)
  }

  return {
    /** `heldMs`: how long a temperature counts, if no other follows; an hour, or until a silence. */
    add: (at: number, signal: Signal, value: number, heldMs = holdMs) => {
      if (at >= span.to) return
      advance(at)
      if (signal === 'temperature') {
        reading.celsius = value
        heldUntil = at + heldMs
        coverage.addPoint(at, value)
        runs.addTemperature(at)
      } else if (signal === 'defrost' || signal === 'door') {
        reported[signal] = true
        switches[signal].add(at, value !== 0)
        runs.addSwitch(at, signal, value !== 0)
      } else if (signal === 'setPoint') steps.setPoint.add(at, value)
      else if (signal === 'delay') {
        if (terms.followsDelay !== true) return
        steps.delay.add(at, value)
        reading.delayMinutes = value
        runs.addDelay()
      } else if ((signal === 'high' ? terms.highC : terms.lowC) === undefined) {
        steps[signal].add(at, value)
        reading[signal] = value
        runs.addLimit(at, at <= heldUntil)
      }
    },
    end: (): Evaluation => {
      advance(span.to)
      const doors = switches.door.end()
      return {
        delay: steps.delay.end(),
        setPoint: steps.setPoint.end(),
        high: steps.high.end(),
        low: steps.low.end(),
        defrosts: switches.defrost.end(),
        doors,
        ...runs.end(),
        ...coverage.end(),
        doorOpenMs: totalMs(doors, span.to),
        reported,
      }
    },
  }
}

/** The times of a span with and without reports, with limits and beyond them, and the figures of its temperatures. */
function newCoverage(span: Span) {
  const means = newMeans()
  const gaps: { from: number; to: number }[] = []
  const unjudged = newLongest()
  let [points, judgedMs, beyondMs, unknownMs] = [0, 0, 0, 0]
  let min: number | null = null
  let max: number | null = null

  const addSilence = (from: number, to: number) => {
    const [start, end] = [Math.max(from, span.from), Math.min(to, span.to)]
    if (end <= start) return
    unknownMs += end - start
    unjudged.add(start, end)
    const last = gaps.at(-1)
    if (last !== undefined && last.to === start) last.to = end
    else gaps.push({ from: start, to: end })
  }

  return {
    /** The reading holds from `from` to `known`, and is unknown from there to `to`. */
    add: (
      { from, known, to }: Readonly<{ from: number; known: number; to: number }>,
      { celsius, high, low }: Readonly<Reading>,
      isBeyond: boolean,
    ) => {
      addSilence(known, to)
      const knownMs = overlapMs(span, from, known)
      if (celsius === null || knownMs === 0) return
      means.add(celsius, knownMs)
      if (high === null && low === null) unjudged.add(Math.max(from, span.from), Math.min(known, span.to))
      else judgedMs += knownMs
      if (isBeyond) beyondMs += knownMs
    },
    addPoint: (at: number, celsius: number) => {
      if (at < span.from) return
      points += 1
      if (min === null || celsius < min) min = celsius
      if (max === null || celsius > max) max = celsius
    },
    end: () => ({
      gaps,
      min,
      max,
      mean: means.mean(),
      meanKinetic: means.kinetic(),
      points,
      judgedMs,
      longestUnjudgedMs: unjudged.longest(),
      within: judgedMs === 0 ? null : 1 - beyondMs / judgedMs,
      beyondMs,
      unknownMs,
    }),
  }
}

export type SignalReport = readonly [at: number, signal: Signal, value: number]

export function evaluateReports(terms: Terms, reports: readonly SignalReport[]): Evaluation {
  const evaluator = newExcursionEvaluator(terms)
  for (const report of reports) evaluator.add(...report)
  return evaluator.end()
}

/** The verdict of a span. `measures`: the thing model has the temperature. The all-clear needs enough coverage. */
export function verdictOf(evaluation: VerdictOf, { from, to }: Span, measures: boolean): TemperatureVerdict {
  if (evaluation.excursions.length > 0) return 'excursions'
  if (evaluation.points === 0 && !measures) return 'notMeasured'
  if (to - from - evaluation.unknownMs <= 0) return 'unknown'
  if (evaluation.judgedMs === 0) return 'noLimits'
  const isEnough =
    evaluation.judgedMs >= excursionDefaults.minJudged * (to - from) &&
    evaluation.longestUnjudgedMs <= excursionDefaults.longestUnjudgedMinutes * minuteMs
  return isEnough ? 'clear' : 'partly'
}
type VerdictOf = Pick<Evaluation, 'excursions' | 'points' | 'unknownMs' | 'judgedMs' | 'longestUnjudgedMs'>
