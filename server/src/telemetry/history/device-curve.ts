import { curvePoints, type Curve, type CurveQuery } from '@brigade/contract/telemetry/curve.model.ts'
import { commonGaps, type Gap } from '@brigade/contract/telemetry/silence.rules.ts'
import { hourMs } from '@brigade/contract/time.ts'
import type { z } from 'zod'
import type { CachedDb } from '../../platform/caches.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'
import { denialsOf } from './denied-times.ts'
import { knownPropertyIds, listPoints, type CurvePoint } from './device-history.store.ts'
import { listBuckets, type Buckets } from './list-buckets.ts'
import { drawnOf, readPresence } from './series-gaps.ts'

type Series = Omit<Curve['series'][number], 'gaps' | 'held' | 'before'>

/**
 * The curves of some properties over a span: the reports themselves if none has more than 1,000, else buckets of whole
 * seconds or hours, the same for all so that they can be compared. Gaps are the times at which the device was not there (series-gaps.ts).
 */
export async function readCurve(
  cached: CachedDb,
  device: SeenDevice,
  query: z.output<typeof CurveQuery>,
  nowMs: number,
): Promise<Curve> {
  const { db } = cached
  const identifiers = [...new Set(query.identifiers.split(','))]
  const range = { startTime: query.startTime, endTime: query.endTime }
  const from = Date.parse(query.startTime)
  const span = { from, to: Math.max(from, Math.min(Date.parse(query.endTime), nowMs)) }
  const isBucketed = query.buckets !== undefined
  const buckets = { ...bucketsOf(query), knownTo: span.to }
  const model = (await publishedModel(cached, device.productId))?.model
  const read = async () => {
    const denials = await denialsOf(db, device, { model, identifiers }, range)
    const denied = new Map([...denials].map(([identifier, { times }]) => [identifier, times]))
    return { denied, ...(await readSeries(cached, device, identifiers, { ...range, denied, buckets, isBucketed })) }
  }
  // Both are read at once.
  const [{ denied, series, bucketMs }, presence] = await Promise.all([
    read(),
    readPresence(cached, device, { model, identifiers, span, nowMs }),
  ])
  const drawn = await drawnOf(cached, device, series, { model, presence, span, bucketMs, denied })
  const lines = series.map((one, index) => ({ ...one, ...(drawn[index] ?? { gaps: [], held: [], before: null }) }))
  return {
    bucketMs,
    series: lines,
    gaps: commonGaps(lines.map(({ gaps }) => gaps)),
    offline: presence.connection.offline,
  }
}

type SeriesFilter = Span &
  Readonly<{
    /** The times at which values of an identifier do not count. */
    denied: ReadonlyMap<string, readonly Gap[]>
    buckets: Buckets
    /** Buckets were requested. Otherwise the number of reports decides. */
    isBucketed: boolean
  }>

async function readSeries(
  cached: CachedDb,
  device: SeenDevice,
  identifiers: readonly string[],
  { buckets, isBucketed: isAsked, denied, startTime, endTime }: SeriesFilter,
): Promise<{ series: Series[]; bucketMs: number }> {
  const { db } = cached
  const propertyIds = await knownPropertyIds(cached, identifiers)
  // Properties without denied times are read in one statement.
  const always = identifiers.filter((identifier) => (denied.get(identifier)?.length ?? 0) === 0)
  const others = identifiers.filter((identifier) => !always.includes(identifier))
  const groups = [always, ...others.map((identifier) => [identifier])].map((group) => ({
    startTime,
    endTime,
    propertyIds: group.flatMap((identifier) => propertyIds.get(identifier) ?? []),
    denied: denied.get(group[0] ?? '') ?? [],
  }))
  const points: (CurvePoint[] | undefined)[] = []
  for (const group of isAsked ? [] : groups) points.push(await listPoints(db, device, group, curvePoints))
  const isBucketed = points.length === 0 || points.includes(undefined)
  const shown = isBucketed ? await Promise.all(groups.map((group) => listBuckets(db, device, group, buckets))) : points
  const all = shown.flatMap((some) => some ?? [])
  return {
    bucketMs: isBucketed ? buckets.widthMs : 0,
    series: identifiers.map((identifier) => seriesOf(identifier, all, propertyIds.get(identifier))),
  }
}

type Span = { startTime: string; endTime: string }

/**
 * As many buckets as requested, of whole milliseconds. Otherwise they are whole seconds, and whole hours for long
 * spans, because sealed days store the figures of each hour.
 */
function bucketsOf({ startTime, endTime, buckets }: Span & Readonly<{ buckets?: number | undefined }>): Buckets {
  const startMs = Date.parse(startTime)
  if (buckets !== undefined)
    return { widthMs: Math.ceil((Date.parse(endTime) - startMs) / buckets), origin: startTime, isHourly: false }
  const seconds = (Date.parse(endTime) - startMs) / 1000
  const widthMs = Math.ceil(seconds / curvePoints) * 1000
  if (widthMs <= hourMs / 2) return { widthMs, origin: startTime, isHourly: false }
  const origin = new Date(Math.floor(startMs / hourMs) * hourMs).toISOString()
  return { widthMs: Math.ceil(widthMs / hourMs) * hourMs, origin, isHourly: true }
}

function seriesOf(identifier: string, points: readonly CurvePoint[], propertyId: number | undefined): Series {
  const own = points.filter((point) => point.propertyId === propertyId)
  return {
    identifier,
    time: own.map((point) => point.at),
    min: own.map((point) => point.min),
    max: own.map((point) => point.max),
    mean: own.map((point) => point.mean),
    ...(own.some((point) => point.timeMean !== undefined) && {
      timeMean: own.map((point) => point.timeMean ?? point.mean),
      last: own.map((point) => point.last ?? null),
    }),
  }
}
