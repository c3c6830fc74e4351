import type { CurvePoint, CurveSeries } from './curve-model.ts'

export type Gap = { from: number; to: number }

/** A line is broken where there was no data, never drawn across. */
export function broken(points: readonly CurvePoint[], gaps: readonly Gap[]): (readonly [number, number | null])[] {
  const result: (readonly [number, number | null])[] = []
  let before = Number.NEGATIVE_INFINITY
  for (const point of points) {
    const gap = gaps.find(({ from, to }) => before <= from && point[0] >= to && before !== Number.NEGATIVE_INFINITY)
    // A step holds its value until the gap begins.
    if (gap !== undefined) result.push([gap.from, null])
    result.push(point)
    before = point[0]
  }
  return result
}

/** The value in force at an instant: the last at or before it, unless a gap began since. */
export function valueAt(series: CurveSeries, timeMs: number, gaps: readonly Gap[] = []): number | null {
  let low = 0
  let high = series.points.length - 1
  let found: CurvePoint | undefined
  while (low <= high) {
    const middle = (low + high) >> 1
    const point = series.points[middle]
    if (point === undefined) break
    if (point[0] <= timeMs) {
      found = point
      low = middle + 1
    } else high = middle - 1
  }
  const at = found?.[0]
  if (found === undefined || at === undefined || gaps.some(({ from }) => at <= from && from < timeMs)) return null
  return found[1]
}
