import { excursionDefaults, mostListed } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import type { TemperatureCurve, TemperatureQuery } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { newJudge, signalIdentifiers, verdictOf } from '@brigade/contract/cold-chain/excursion.rules.ts'
import type { Judged, Terms } from '@brigade/contract/cold-chain/excursion.rules.ts'
import { longest, merged } from '@brigade/contract/cold-chain/stretch.rules.ts'
import { curvePoints } from '@brigade/contract/telemetry/curve.model.ts'
import { findProperty } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Db } from '../platform/db/database.ts'
import type { SeenDevice } from '../device/list/device.store.ts'
import { publishedModel } from '../thing-model/published-models.ts'
import { listPropertyIds, listReports } from '../telemetry/history/device-history.store.ts'
import { offlineTimes } from '../telemetry/history/offline-times.ts'
import { newPoints } from './bucket-points.ts'
import { chunksOf, type SpanMs } from './read-reports.ts'

export type Asked = Omit<TemperatureQuery, 'id'>

/** The span as far as it is past: of the time to come nothing is missing. */
const spanOf = ({ startTime, endTime }: Asked, nowMs: number): SpanMs => {
  const from = Date.parse(startTime)
  return { from, to: Math.max(from, Math.min(Date.parse(endTime), nowMs)) }
}

/** What it is judged by: as asked, else by the device's own delay, else by ours. */
export async function termsOf(db: Db, device: SeenDevice, asked: Asked, nowMs: number): Promise<Terms> {
  return {
    span: spanOf(asked, nowMs),
    highC: asked.highC,
    lowC: asked.lowC,
    toleranceC: asked.toleranceC ?? excursionDefaults.toleranceC,
    delayMinutes: asked.delayMinutes ?? (await ownDelay(db, device, asked)) ?? excursionDefaults.delayMinutes,
  }
}

/** The delay of its own alarm, at the end of the span. */
async function ownDelay(db: Db, device: SeenDevice, { endTime }: Asked): Promise<number | null> {
  const propertyIds = [...(await listPropertyIds(db, ['AlarmDelay'])).values()]
  if (propertyIds.length === 0) return null
  const newest = { descending: true, limit: 1, offset: 0 }
  const [report] = await listReports(db, device, { propertyIds, endTime }, newest)
  return report?.number ?? null
}

type Span = Readonly<{
  judged: Judged
  points: ReturnType<ReturnType<typeof newPoints>['end']>
  offline: TemperatureCurve['offline']
  /** Whether devices of its product have a cabinet temperature; without a thing model nobody knows. */
  measures: boolean
}>

/** The judgement of a whole span and, with it, its points. `say` hears until when it has come. */
export async function judgeSpan(
  db: Db,
  device: SeenDevice,
  terms: Terms,
  say: (to: number) => Promise<void> = () => Promise.resolve(),
): Promise<Span> {
  const judge = newJudge(terms)
  const points = newPoints(terms.span)
  for await (const chunk of chunksOf(db, device, terms.span)) {
    chunk.tell((at, signal, value, heldMs) => {
      if (signal === 'temperature') points.add(at, value)
      judge.tell(at, signal, value, heldMs)
    })
    await say(chunk.to)
  }
  const [offline, published] = await Promise.all([
    offlineTimes(db, device, terms.span),
    publishedModel(db, device.productId),
  ])
  const measures = published === undefined || findProperty(published.model, signalIdentifiers.temperature) !== undefined
  return { judged: judge.end(), points: points.end(), offline, measures }
}

export function curveOf(terms: Terms, { judged, points, offline, measures }: Span): TemperatureCurve {
  const { span, toleranceC, delayMinutes } = terms
  const { setPoint, high, low, gaps, defrosts, doors, excursions, excused, tells, ...figures } = judged
  const ifJudged = (value: number) => (judged.judgedMs > 0 ? value : null)
  const ifTold = (by: keyof typeof tells, value: number) => (tells[by] ? value : null)
  const nearMs = (span.to - span.from) / curvePoints
  const drawn = (stretches: Judged['doors']) => (stretches.length <= mostListed ? stretches : merged(stretches, nearMs))
  return {
    verdict: verdictOf(judged, span, measures),
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
    judged: { toleranceC, delayMinutes },
    figures: {
      ...figures,
      spanMs: span.to - span.from,
      beyondMs: ifJudged(figures.beyondMs),
      excusedMs: ifJudged(figures.excusedMs),
      excursions: ifJudged(excursions.length),
      excused: ifJudged(excused.length),
      defrosts: ifTold('defrost', defrosts.length),
      doorOpenings: ifTold('door', doors.length),
      doorOpenMs: ifTold('door', figures.doorOpenMs),
    },
  }
}

export async function readTemperature(
  db: Db,
  device: SeenDevice,
  asked: Asked,
  nowMs: number,
): Promise<TemperatureCurve> {
  const terms = await termsOf(db, device, asked, nowMs)
  return curveOf(terms, await judgeSpan(db, device, terms))
}
