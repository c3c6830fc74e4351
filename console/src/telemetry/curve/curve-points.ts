import type { Curve as CurveReply } from '@brigade/contract/telemetry/curve.model.ts'
import type { DataType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { decimalsOf, isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Units } from '../../platform/units.ts'
import type { CurveMark, CurvePoint, CurveSeries } from '../../ui/chart/curve-model.ts'
import { shownUnit, toShown } from '../../device/view/shown-value.ts'

type Reports = CurveReply['series'][number]

/** One property's history as points in the viewer's units. A value holds until reports are missing: till then the last reaches `untilMs`. */
export function pointsOf(
  dataType: DataType,
  reports: Reports | undefined,
  units: Units,
  untilMs?: number,
): CurvePoint[] {
  if (reports === undefined) return []
  const show = isNumberType(dataType) ? (value: number) => toShown(dataType, value, units) : (value: number) => value
  const points = reports.time.map((time, index): CurvePoint => [time, show(reports.mean[index] ?? 0)])
  const last = points.at(-1)
  const reaches = untilMs !== undefined && last !== undefined && last[0] < untilMs
  return reaches && !reports.gaps.some(({ from }) => from >= last[0]) ? [...points, [untilMs, last[1]]] : points
}

/** Lowest and highest within each bucket, where buckets hold more than one report. */
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

/** Reports that came live after the curve was fetched, behind its own points. */
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
