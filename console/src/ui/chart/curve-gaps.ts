import type { CurvePoint, CurveSeries } from './curve-model.ts'

export type Gap = { from: number; to: number }

/** The reading of a series at an instant. */
type ReadingAt = Readonly<{
  value: number | null
  /** It was reported then, and not again since, though the device was there. */
  heldSinceMs: number | null
  /** The value is unknown since this time. */
  unknownSinceMs: number | null
}>

/** The value in force at an instant: the last at or before it, unless a gap began since. */
export function readingAt(series: CurveSeries, timeMs: number, gaps: readonly Gap[] = []): ReadingAt {
  const found = lastPoint(series.points, timeMs)
  const isIn = ({ from, to }: Gap): boolean => from <= timeMs && timeMs <= to
  const gap = gaps.findLast(({ from }) => (found?.[0] ?? Number.NEGATIVE_INFINITY) <= from && from < timeMs)
  if (found !== undefined && series.held?.some(isIn) === true && (gap === undefined || gap.to <= timeMs))
    return { value: found[1], heldSinceMs: found[0] < timeMs ? found[0] : null, unknownSinceMs: null }
  if (found === undefined || gap !== undefined)
    return { value: null, heldSinceMs: null, unknownSinceMs: gap?.from ?? null }
  return { value: found[1], heldSinceMs: null, unknownSinceMs: null }
}

function lastPoint(points: readonly CurvePoint[], timeMs: number): CurvePoint | undefined {
  let low = 0
  let high = points.length - 1
  let found: CurvePoint | undefined
  while (low <= high) {
    const middle = (low + high) >> 1
    const point = points[middle]
    if (point === undefined) break
    if (point[0] <= timeMs) {
      found = point
      low = middle + 1
    } else high = middle - 1
  }
  return found
}
