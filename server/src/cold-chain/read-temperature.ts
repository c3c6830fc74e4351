import { excursionDefaults, mostListed } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import type { TemperatureCurve, TemperatureQuery } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { newExcursionEvaluator, signalIdentifiers, verdictOf } from '@brigade/contract/cold-chain/excursion.rules.ts'
import type { Evaluation } from '@brigade/contract/cold-chain/excursion.rules.ts'
import type { Terms } from '@brigade/contract/cold-chain/excursion-run.rules.ts'
import { longest, merged } from '@brigade/contract/cold-chain/stretch.rules.ts'
import { curvePoints } from '@brigade/contract/telemetry/curve.model.ts'
import { findProperty } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { CachedDb } from '../platform/caches.ts'
import type { Db } from '../platform/db/database.ts'
import type { SeenDevice } from '../device/list/device.store.ts'
import { publishedModel } from '../thing-model/published-models.ts'
import { listPropertyIds, listReports } from '../telemetry/history/device-history.store.ts'
import { offlineTimes } from '../telemetry/history/offline-times.ts'
import { newPoints } from './bucket-points.ts'
import { chunksOf, type SpanMs } from './read-reports.ts'

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
  offline: TemperatureCurve['offline']
  /** Whether devices of its product have a cabinet temperature; unknown without a thing model. */
  measures: boolean
}>

/** Evaluates a whole span and collects its points. `reportProgress` gets the progress, epoch ms. */
export async function evaluateSpan(
  cached: CachedDb,
  device: SeenDevice,
  terms: Terms,
  reportProgress: (to: number) => Promise<void> = () => Promise.resolve(),
): Promise<Span> {
  const evaluator = newExcursionEvaluator(terms)
  const points = newPoints(terms.span)
  for await (const chunk of chunksOf(cached, device, terms.span)) {
    chunk.into((at, signal, value, heldMs) => {
      if (signal === 'temperature') points.add(at, value)
      evaluator.add(at, signal, value, heldMs)
    })
    await reportProgress(chunk.to)
  }
  const [offline, published] = await Promise.all([
    offlineTimes(cached.db, device, terms.span),
    publishedModel(cached, device.productId),
  ])
  const measures = published === undefined || findProperty(published.model, signalIdentifiers.temperature) !== undefined
  return { evaluation: evaluator.end(), points: points.end(), offline, measures }
}

export function curveOf(terms: Terms, { evaluation, points, offline, measures }: Span): TemperatureCurve {
  const { span, toleranceC, delayMinutes } = terms
  const { delay, setPoint, high, low, gaps, defrosts, doors, excursions, excused, reported, ...figures } = evaluation
  const ifJudged = (value: number) => (evaluation.judgedMs > 0 ? value : null)
  const ifReported = (by: keyof typeof reported, value: number) => (reported[by] ? value : null)
  const nearMs = (span.to - span.from) / curvePoints
  const drawn = (stretches: Evaluation['doors']) =>
    stretches.length <= mostListed ? stretches : merged(stretches, nearMs)
  return {
    verdict: verdictOf(evaluation, span, measures),
    bucketMs: points.bucketMs,
    series: [{ identifier: signalIdentifiers.temperature, ...points.points, gaps }],
    gaps,
    offline,
    setPoint,
    high,
    low,
    defrosts: drawn(defrosts),
    doors: drawn(doors),
    excursions: longest(excursions, mostListed, span.to),
    excused: longest(excused, mostListed, span.to),
    judged: { toleranceC, delayMinutes, delays: [...new Set(delay.flatMap(({ value }) => value ?? []))] },
    figures: {
      ...figures,
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
  return curveOf(terms, await evaluateSpan(cached, device, terms))
}
