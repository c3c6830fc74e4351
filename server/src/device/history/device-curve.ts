import type { z } from 'zod'
import { curvePoints, type Curve, type CurveQuery } from '@brigade/contract/device/device.model.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  listBuckets,
  listPoints,
  listPropertyIds,
  listSwitches,
  type Buckets,
  type CurvePoint,
} from './device-history.store.ts'
import type { SeenDevice } from '../device.store.ts'

type Series = z.output<typeof Curve>['series'][number]
type Gap = z.output<typeof Curve>['gaps'][number]

/**
 * The curves of some properties over a span: the reports themselves where none has more than 1,000, else buckets of whole
 * seconds or hours, the same for all so that they can be read off together.
 */
export async function readCurve(
  db: Db,
  device: SeenDevice,
  query: z.output<typeof CurveQuery>,
  nowMs: number,
): Promise<z.output<typeof Curve>> {
  const identifiers = [...new Set(query.identifiers.split(','))]
  const span = { startTime: query.startTime, endTime: query.endTime }
  const [propertyIds, switches] = await Promise.all([listPropertyIds(db, identifiers), listSwitches(db, device, span)])
  const ids = [...propertyIds.values()]
  const points = await listPoints(db, device, ids, span, curvePoints)
  const buckets = bucketsOf(span)
  const shown = points ?? (await listBuckets(db, device, ids, span, buckets))
  return {
    bucketMs: points === undefined ? buckets.widthMs : 0,
    series: identifiers.map((identifier) => seriesOf(identifier, shown, propertyIds.get(identifier))),
    gaps: gapsOf(switches, Date.parse(query.startTime), Math.min(Date.parse(query.endTime), nowMs)),
  }
}

type Span = { startTime: string; endTime: string }

const hourMs = 3_600_000

/** Whole seconds from the start; of long spans whole hours, for those are kept ready. */
function bucketsOf({ startTime, endTime }: Span): Buckets {
  const startMs = Date.parse(startTime)
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
  }
}

/** Spans offline, from the online log. Before its first connect a device was not online. A gap in time to come is none. */
function gapsOf(switches: readonly { at: number; online: boolean }[], startMs: number, endMs: number): Gap[] {
  const gaps: Gap[] = []
  let offlineSince: number | null = startMs
  for (const { at, online } of switches) {
    if (online && offlineSince !== null) {
      if (at > offlineSince) gaps.push({ from: offlineSince, to: at })
      offlineSince = null
    }
    if (!online) offlineSince ??= Math.max(at, startMs)
  }
  if (offlineSince !== null && offlineSince < endMs) gaps.push({ from: offlineSince, to: endMs })
  return gaps
}
