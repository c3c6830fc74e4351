import {
  excursionDefaults,
  mostListed,
  type TemperatureCurve,
  type TemperatureQuery,
} from '@brigade/contract/device/cooler/cooler.model.ts'
import { newJudge, signalIdentifiers, type Judged, type Terms } from '@brigade/contract/device/cooler/cooler.rules.ts'
import { longest, merged } from '@brigade/contract/device/cooler/stretch.rules.ts'
import { curvePoints } from '@brigade/contract/device/device.model.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SeenDevice } from '../device.store.ts'
import { listPropertyIds, listReports } from '../history/device-history.store.ts'
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

type Span = Readonly<{ judged: Judged; points: ReturnType<ReturnType<typeof newPoints>['end']> }>

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
    chunk.tell((at, signal, value) => {
      if (signal === 'temperature') points.add(at, value)
      judge.tell(at, signal, value)
    })
    await say(chunk.to)
  }
  return { judged: judge.end(), points: points.end() }
}

export function curveOf(terms: Terms, { judged, points }: Awaited<ReturnType<typeof judgeSpan>>): TemperatureCurve {
  const { span, toleranceC, delayMinutes } = terms
  const { setPoint, high, low, gaps, defrosts, doors, excursions, excused, ...figures } = judged
  const nearMs = (span.to - span.from) / curvePoints
  const drawn = (stretches: Judged['doors']) => (stretches.length <= mostListed ? stretches : merged(stretches, nearMs))
  return {
    bucketMs: points.bucketMs,
    series: [{ identifier: signalIdentifiers.temperature, ...points.points }],
    gaps,
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
      excursions: excursions.length,
      excused: excused.length,
      defrosts: defrosts.length,
      doorOpenings: doors.length,
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
