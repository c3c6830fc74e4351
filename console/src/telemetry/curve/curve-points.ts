import type { Curve as CurveReply } from '@brigade/contract/telemetry/curve.model.ts'
import type { DataType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { decimalsOf, isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Units } from '../../platform/units.ts'
import type { CurveMark, CurvePoint, CurveSeries } from '../../ui/chart/curve-model.ts'
import { shownUnit, toShown } from '../../device/view/shown-value.ts'

type Reports = CurveReply['series'][number]

/**
 * Converts one property's history into points in the viewer's units: the first may be from before the span. A value
 * holds until a gap; otherwise the last reaches `untilMs`.
 */
export function pointsOf(
  dataType: DataType,
  reports: Reports | undefined,
  units: Units,
  untilMs?: number,
): CurvePoint[] {
  if (reports === undefined) return []
  const show = isNumberType(dataType) ? (value: number) => toShown(dataType, value, units) : (value: number) => value
  const { before } = reports
  const points = [
    ...(before === null ? [] : [[before.time, show(before.value)] as const]),
    ...reports.time.map((time, index): CurvePoint => [time, show(reports.mean[index] ?? 0)]),
  ]
  const last = points.at(-1)
  const reaches = untilMs !== undefined && last !== undefined && last[0] < untilMs
  return reaches && !reports.gaps.some(({ from }) => from >= last[0]) ? [...points, [untilMs, last[1]]] : points
}

/** The stretches in which a value is held. A stretch that lasts beyond the end of the curve ends at `untilMs`. */
export function heldOf(reports: Reports | undefined, untilMs?: number): { from: number; to: number }[] {
  const held = reports?.held ?? []
  const end = reports?.time.at(-1) ?? reports?.before?.time ?? Number.POSITIVE_INFINITY
  return held.map((one, index) =>
    untilMs !== undefined &&
    index === held.length - 1 &&
    one.from >= end &&
    one.to < untilMs &&
    !isBroken(reports, one.to)
      ? { ...one, to: untilMs }
      : one,
  )
}
const isBroken = (reports: Reports | undefined, fromMs: number): boolean =>
  reports?.gaps.some(({ to }) => to > fromMs) === true

/** Lowest and highest values of each bucket, if buckets contain more than one report. */
export function spreadOf(
  dataType: DataType,
  reports: Reports | undefined,
  units: Units,
): NonNullable<CurveSeries['band']> {
  if (reports === undefined || !isNumberType(dataType)) return []
  return reports.time.map((time, index) => [
    time,
    toShown(dataType, reports.min[index] ?? reports.mean[index] ?? 0, units),
    toShown(dataType, reports.max[index] ?? reports.mean[index] ?? 0, units),
  ])
}

/** The types that a curve can show: numbers, and numbered values (switches, choices) as steps. */
export const isCurveType = (dataType: DataType): boolean =>
  isNumberType(dataType) || dataType.type === 'bool' || dataType.type === 'enum'

export function seriesStyle(dataType: DataType, units: Units): Pick<CurveSeries, 'unit' | 'digits' | 'isStep'> {
  return {
    unit: shownUnit(dataType, units),
    digits: isNumberType(dataType) ? Math.min(2, decimalsOf(dataType)) : 0,
    isStep: !isNumberType(dataType),
  }
}

/** Appends live reports to the points of the fetched curve. */
export function withLive(
  reports: Reports | undefined,
  live: readonly { time: number; value: number }[],
): Reports | undefined {
  if (reports === undefined || live.length === 0) return reports
  const last = reports.time.at(-1) ?? 0
  const later = live.filter((point) => point.time > last)
  if (later.length === 0) return reports
  const values = later.map((point) => point.value)
  const first = later[0]?.time ?? last
  return {
    ...reports,
    // A live report ends a gap at the end of the loaded curve.
    gaps: reports.gaps.map((gap) => (gap.from < first && first < gap.to ? { ...gap, to: first } : gap)),
    held: reports.held.map((one) => (one.to > first ? { ...one, to: first } : one)),
    time: [...reports.time, ...later.map((point) => point.time)],
    min: [...reports.min, ...values],
    max: [...reports.max, ...values],
    mean: [...reports.mean, ...values],
  }
}

/** When the device had no connection, as a thin strip: whether there is data is another matter. */
export const offlineStrip = (data: CurveReply, name: string): CurveMark => ({
  key: 'offline',
  name,
  colour: '--ink-4',
  look: 'stripe',
  stretches: data.offline,
})

/** A line of another time, laid over a later one. */
export function later(line: CurveSeries, byMs: number): CurveSeries {
  const moved = (stretches: readonly { from: number; to: number }[] | undefined) =>
    (stretches ?? []).map(({ from, to }) => ({ from: from + byMs, to: to + byMs }))
  return {
    ...line,
    points: line.points.map(([time, value]) => [time + byMs, value] as const),
    gaps: moved(line.gaps),
    held: moved(line.held),
  }
}
