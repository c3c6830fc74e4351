import { labelPx } from './time-ticks.ts'
import { closedPart, gapsOf, isLonely, openEnd, type Trend, type TrendPoint } from './trend-model.ts'

/** Free around the plot, for the labels of its axes. */
export const margins = { left: 56, right: 24, top: 16, bottom: 28 } as const
const leastSteps = 4
const besidePx = 8

export type Mark = Readonly<{ x: number; y: number }>
/** A line of several stretches as the `d` of a path, with the dots of values that have none beside them, and rings of open ones. */
export type Line = Readonly<{ path: string; dots: readonly Mark[]; rings: readonly Mark[] }>

/** Where everything of a trend stands, in pixels of a drawing of this size. */
export type TrendShape = Readonly<{
  right: number
  bottom: number
  places: readonly number[]
  /** Values of the axis with their heights, and the points that it names. */
  steps: readonly Readonly<{ value: number; y: number }>[]
  named: readonly Readonly<{ label: string; x: number }>[]
  gaps: readonly Readonly<{ from: number; to: number }>[]
  before: Line | undefined
  now: Line
  /** The dotted stretch to the point that was not over. */
  open: Line
  targetY: number | undefined
}>

export function trendShape(trend: Trend, widthPx: number, heightPx: number): TrendShape {
  const { points, before, target } = trend
  const [right, bottom] = [Math.max(margins.left, widthPx - margins.right), heightPx - margins.bottom]
  const steps = stepsOf(trend)
  const [lowest = 0, highest = 1] = [steps[0], steps.at(-1)]
  const y = (value: number): number => bottom - ((value - lowest) / (highest - lowest)) * (bottom - margins.top)
  // A single point stands in the middle.
  const x = (index: number): number =>
    margins.left + (points.length === 1 ? 0.5 : index / Math.max(1, points.length - 1)) * (right - margins.left)
  const lineOf = (line: readonly TrendPoint[]): Line => lineThrough(line, x, y)
  return {
    right,
    bottom,
    places: points.map((_, index) => x(index)),
    steps: steps.map((value) => ({ value, y: y(value) })),
    named: namedOf(points, (right - margins.left) / Math.max(1, points.length - 1)).map((index) => ({
      label: points[index]?.label ?? '',
      x: x(index),
    })),
    gaps: gapsOf(points).map(([from, to]) => ({
      from: x(Math.max(0, from - 1)),
      to: x(Math.min(points.length - 1, to + 1)),
    })),
    before: before === undefined ? undefined : lineOf(before.points),
    now: lineOf(closedPart(points)),
    open: lineOf(openEnd(points)),
    targetY: target === undefined ? undefined : y(target.value),
  }
}

/** Round steps from below the lowest value to above the highest; from zero where none is below it, to the whole for shares. */
export function stepsOf({ points, before, target, unit, digits = 0 }: Trend): readonly number[] {
  const values = [...points, ...(before?.points ?? [])].flatMap(({ value }) => (value === null ? [] : [value]))
  const isShare = unit === '%' && values.every((value) => value >= 0 && value <= 100)
  const lowest = Math.min(0, ...values)
  // The target is in sight even where no value comes near.
  const highest = isShare ? 100 : Math.max(...values, target?.value ?? lowest, lowest + 10 ** -digits)
  const step = roundStep((highest - lowest) / leastSteps, digits)
  const first = Math.floor(lowest / step)
  const count = Math.ceil(highest / step - 1e-9) - first
  return Array.from({ length: count + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** The next of 1, 2 and 5 times a power of ten, and none that the figure cannot say. */
function roundStep(atLeast: number, digits: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const step = [1, 2, 5, 10].map((times) => times * power).find((round) => round >= atLeast * (1 - 1e-9)) ?? 10 * power
  return Math.max(step, digits === 0 ? 1 : 10 ** -digits)
}

/** Which points the axis names: each, or each second, third …, so that no label touches the next. */
function namedOf(points: readonly TrendPoint[], apartPx: number): readonly number[] {
  const widest = Math.max(0, ...points.map(({ label }) => labelPx(label)))
  const every = Math.max(1, Math.ceil((widest + besidePx) / Math.max(1, apartPx)))
  return points.flatMap((_, index) => (index % every === 0 ? [index] : []))
}

type Scale = (value: number) => number

function lineThrough(points: readonly TrendPoint[], x: Scale, y: Scale): Line {
  const marks = points.map(({ value, isOpen }, index) => ({
    isOpen: isOpen === true,
    isLonely: isLonely(points, index),
    mark: value === null ? null : { x: x(index), y: y(value) },
  }))
  const path = marks.map(({ mark }, index) => {
    if (mark === null) return ''
    const isFirst = (marks[index - 1]?.mark ?? null) === null
    return `${isFirst ? 'M' : 'L'}${mark.x.toFixed(1)} ${mark.y.toFixed(1)}`
  })
  const marked = (is: (one: (typeof marks)[number]) => boolean): readonly Mark[] =>
    marks.flatMap((one) => (one.mark !== null && is(one) ? [one.mark] : []))
  return {
    path: path.join(''),
    dots: marked((one) => one.isLonely && !one.isOpen),
    rings: marked((one) => one.isOpen),
  }
}
