import { excursionDefaults, maxListed } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import type { TemperatureCurve, TemperatureQuery } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { newExcursionEvaluator, signalIdentifiers, verdictOf } from '@brigade/contract/cold-chain/excursion.rules.ts'
import type { Evaluation } from '@brigade/contract/cold-chain/excursion.rules.ts'
import type { Terms } from '@brigade/contract/cold-chain/excursion-run.rules.ts'
import { longest, merged } from '@brigade/contract/cold-chain/stretch.rules.ts'
import { curvePoints } from '@brigade/contract/telemetry/curve.model.ts'
import { heldOf, newGaps, without, type Gap } from '@brigade/contract/telemetry/silence.rules.ts'
import { findProperty } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import type { CachedDb } from '../platform/caches.ts'
import type { Db } from '../platform/db/database.ts'
import type { SeenDevice } from '../device/list/device.store.ts'
import { publishedModel } from '../thing-model/published-models.ts'
import { listPropertyIds, listReports } from '../telemetry/history/device-history.store.ts'
import { isSetting, leadMs, messagesBetween, readPresence, reportsOf } from '../telemetry/history/series-gaps.ts'
import { newPoints } from './bucket-points.ts'
import { chunksOf, type SpanMs } from './read-reports.ts'

const holdMs = excursionDefaults.holdMinutes * minuteMs

export type TemperatureFilter = Omit<TemperatureQuery, 'id'>

/** The past part of the span: reports of the future are not missing. */
const spanOf = ({ startTime, endTime }: TemperatureFilter, nowMs: number): SpanMs => {
  const from = Date.parse(startTime)
  return { from, to: Math.max(from, Math.min(Date.parse(endTime), nowMs)) }
}

/**
 * The terms of the evaluation: from the request, else the device's own alarm delay, else the default. Its own applies as it was at each
 * moment, so that a delay that is set longer today takes back no excursion of yesterday.
 */
export async function termsOf(db: Db, device: SeenDevice, filter: TemperatureFilter, nowMs: number): Promise<Terms> {
  return {
    span: spanOf(filter, nowMs),
    highC: filter.highC,
    lowC: filter.lowC,
    toleranceC: filter.toleranceC ?? excursionDefaults.toleranceC,
    followsDelay: filter.delayMinutes === undefined,
    delayMinutes: filter.delayMinutes ?? (await ownDelay(db, device, filter)) ?? excursionDefaults.delayMinutes,
  }
}

/** The delay of the device's own alarm, at the end of the span. */
async function ownDelay(db: Db, device: SeenDevice, { endTime }: TemperatureFilter): Promise<number | null> {
  const propertyIds = [...(await listPropertyIds(db, ['AlarmDelay'])).values()]
  if (propertyIds.length === 0) return null
  const newest = { descending: true, limit: 1, offset: 0 }
  const [report] = await listReports(db, device, { propertyIds, endTime }, newest)
  return report?.number ?? null
}

type Span = Readonly<{
  evaluation: Evaluation
  points: ReturnType<ReturnType<typeof newPoints>['end']>
  /** The same parts as in the history of this property. */
  drawn: Pick<TemperatureCurve['series'][number], 'gaps' | 'held' | 'before'>
  setPointGaps: Gap[]
  offline: TemperatureCurve['offline']
  /** Whether devices of its product have a cabinet temperature; unknown without a thing model. */
  measures: boolean
}>

type Evaluating = Readonly<{
  /** Gets the progress, epoch ms. */
  reportProgress?: (to: number) => Promise<void>
  /** Messages up to now show whether the device was there at the end of the span; by default its end. */
  nowMs?: number
}>

/** Evaluates a whole span and collects its points. */
export async function evaluateSpan(
  cached: CachedDb,
  device: SeenDevice,
  terms: Terms,
  { reportProgress = () => Promise.resolve(), nowMs = terms.span.to }: Evaluating = {},
): Promise<Span> {
  const { span } = terms
  const { temperature, setPoint } = signalIdentifiers
  const model = (await publishedModel(cached, device.productId))?.model
  const asked = { model, identifiers: [temperature, setPoint], span, nowMs }
  const presence = await readPresence(cached, device, asked)
  const silences = presence.silencesOf(temperature)
  const evaluator = newExcursionEvaluator(terms)
  const points = newPoints(span)
  const resumes = isSetting(model, temperature)
  const silent = resumes ? without(silences, presence.connection.online) : silences
  const line = newKnown(silent, span, resumes)
  const untilSilence = newUntil(silent)
  const countsFor = (at: number) =>
    resumes && at >= span.from - leadMs ? untilSilence(at) : Math.min(holdMs, untilSilence(at))
  for await (const chunk of chunksOf(cached.db, device, span)) {
    chunk.into((at, signal, value) => {
      if (signal === 'temperature') {
        points.add(at, value)
        line.add(at, value)
      }
      evaluator.add(at, signal, value, signal === 'temperature' ? countsFor(at) : undefined)
    })
    await reportProgress(chunk.to)
  }
  const { points: shown, bucketMs } = points.end()
  const { gaps, before } = line.end()
  const reports = reportsOf(before, shown.time, { span, bucketMs })
  const messages = resumes
    ? []
    : (await messagesBetween(cached.db, device, presence, [{ identifier: temperature, reports }], span))(temperature)
  const ofSetPoint = newGaps(without(presence.silencesOf(setPoint), presence.connection.online), span, {
    resumes: true,
    isKnown: true,
  })
  return {
    evaluation: evaluator.end(),
    points: { points: shown, bucketMs },
    drawn: { gaps, held: heldOf(reports, { span, gaps, resumes, messages }), before },
    setPointGaps: ofSetPoint.end(),
    offline: presence.connection.offline,
    measures: model === undefined || findProperty(model, temperature) !== undefined,
  }
}

/**
 * Finds where the temperature is unknown, and the value at the beginning of the span. It reads every report, even if
 * only buckets are drawn.
 */
function newKnown(breaks: readonly Gap[], span: SpanMs, resumes: boolean) {
  const wide = { from: span.from - leadMs, to: span.to }
  const finder = newGaps(breaks, wide, { resumes, isKnown: false })
  let last: { time: number; value: number } | null = null
  return {
    add: (at: number, value: number) => {
      // After an older reading it is unknown whether the device stayed connected.
      if ((at < wide.from && !resumes) || at >= span.to) return
      finder.add(at)
      if (at < span.from) last = { time: at, value }
    },
    end: () => {
      const gaps = finder.end().flatMap((gap) => {
        const from = Math.max(gap.from, span.from)
        return gap.to > from ? [{ from, to: gap.to }] : []
      })
      return { gaps, before: !resumes && gaps[0]?.from === span.from ? null : last }
    },
  }
}

/** The time from a moment to the next silence; moments rise. */
function newUntil(silences: readonly Gap[]): (at: number) => number {
  let place = 0
  return (at) => {
    while ((silences[place]?.to ?? Number.POSITIVE_INFINITY) <= at) place += 1
    return Math.max(0, (silences[place]?.from ?? Number.POSITIVE_INFINITY) - at)
  }
}

export function curveOf(terms: Terms, found: Span): TemperatureCurve {
  const { evaluation, points, drawn: line, setPointGaps, offline, measures } = found
  const { span, toleranceC, delayMinutes } = terms
  const {
    delay,
    setPoint,
    high,
    low,
    gaps: _judged,
    defrosts,
    doors,
    excursions,
    excused,
    reported,
    ...figures
  } = evaluation
  const unknownMs = line.gaps.reduce((sum, { from, to }) => sum + to - from, 0)
  const ifJudged = (value: number) => (evaluation.judgedMs > 0 ? value : null)
  const ifReported = (by: keyof typeof reported, value: number) => (reported[by] ? value : null)
  const nearMs = (span.to - span.from) / curvePoints
  const drawn = (stretches: Evaluation['doors']) =>
    stretches.length <= maxListed ? stretches : merged(stretches, nearMs)
  return {
    verdict: verdictOf(evaluation, span, measures),
    bucketMs: points.bucketMs,
    series: [{ identifier: signalIdentifiers.temperature, ...points.points, ...line }],
    gaps: line.gaps,
    offline,
    setPoint,
    setPointGaps,
    high,
    low,
    defrosts: drawn(defrosts),
    doors: drawn(doors),
    excursions: longest(excursions, maxListed, span.to),
    excused: longest(excused, maxListed, span.to),
    judged: { toleranceC, delayMinutes, delays: [...new Set(delay.flatMap(({ value }) => value ?? []))] },
    figures: {
      ...figures,
      unknownMs,
      heldMs: Math.max(0, figures.unknownMs - unknownMs),
      spanMs: span.to - span.from,
      beyondMs: ifJudged(figures.beyondMs),
      excusedMs: ifJudged(figures.excusedMs),
      excursions: ifJudged(excursions.length),
      excused: ifJudged(excused.length),
      defrosts: ifReported('defrost', defrosts.length),
      doorOpenings: ifReported('door', doors.length),
      doorOpenMs: ifReported('door', figures.doorOpenMs),
    },
  }
}

export async function readTemperature(
  cached: CachedDb,
  device: SeenDevice,
  filter: TemperatureFilter,
  nowMs: number,
): Promise<TemperatureCurve> {
  const terms = await termsOf(cached.db, device, filter, nowMs)
  return curveOf(terms, await evaluateSpan(cached, device, terms, { nowMs }))
}
