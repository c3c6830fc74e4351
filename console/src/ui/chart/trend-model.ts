/** A point of a trend: an hour or a day. Null: it was not counted then, and the line has a gap. */
export type TrendPoint = Readonly<{
  /** The label on the axis, and the full text if there is room for it. */
  label: string
  title: string
  value: number | null
  /** It lies after the last count: this is not a gap, the count just does not exist yet. */
  isAhead?: boolean
  /** It was not over when it was counted: drawn as a ring, with a dotted line to it. */
  isOpen?: boolean
}>

export type Trend = Readonly<{
  /** One sentence describes the chart for people who cannot see it. */
  label: string
  name: string
  unit: string
  digits?: number | undefined
  colour: `--${string}`
  points: readonly TrendPoint[]
  /** The period before, point under point, dashed. */
  before?: Readonly<{ name: string; points: readonly TrendPoint[] }> | undefined
  /** Explains why the newest point is not final. */
  openNote?: string | undefined
  /** One value aimed at, as a line with its word. */
  target?: Readonly<{ value: number; label: string }> | undefined
  height?: number
}>

/** Runs of points that were not counted, first and last index. */
export function gapsOf(points: readonly TrendPoint[]): readonly (readonly [number, number])[] {
  const gaps: [number, number][] = []
  for (const [index, { value, isAhead }] of points.entries()) {
    if (value !== null || isAhead === true) continue
    const last = gaps.at(-1)
    if (last !== undefined && last[1] === index - 1) last[1] = index
    else gaps.push([index, index])
  }
  return gaps
}

/** A value with gaps on both sides has no line: it is drawn as a dot. */
export const isLonely = (points: readonly TrendPoint[], index: number): boolean =>
  (points[index - 1]?.value ?? null) === null && (points[index + 1]?.value ?? null) === null

/** The open point with the one before it, which a line of their own joins; nothing else. */
export const openEnd = (points: readonly TrendPoint[]): readonly TrendPoint[] =>
  points.map((point, index) =>
    point.isOpen === true || points[index + 1]?.isOpen === true ? point : { ...point, value: null },
  )

/** The points without the open one. */
export const closedPart = (points: readonly TrendPoint[]): readonly TrendPoint[] =>
  points.map((point) => (point.isOpen === true ? { ...point, value: null } : point))
