/** A point of a curve: epoch milliseconds and the value in the viewer's units. */
export type CurvePoint = readonly [timeMs: number, value: number]

export type CurveSeries = {
  key: string
  name: string
  unit: string
  /** A colour's name from the theme. */
  colour: `--${string}`
  /** Series differ in weight as well as colour: 1.25, 1.75, 2.25. */
  weight?: number
  axis?: 'left' | 'right'
  /** Decimals of its values. */
  digits?: number
  points: readonly CurvePoint[]
  /** The lowest and highest value of each bucket, or a tolerance, drawn as a band behind the line. */
  band?: readonly (readonly [timeMs: number, low: number, high: number])[]
  /** Set values are a dashed step line. */
  isPlan?: boolean
  /** The line of this series breaks at these gaps; by default it uses the gaps of the whole curve. */
  gaps?: readonly { from: number; to: number }[]
  /** Stretches in which the last value holds without being reported again: level and thinner. */
  held?: readonly { from: number; to: number }[]
  /** The series belongs to an earlier time and is drawn over this one: dotted and faint. */
  isEarlier?: boolean
  /** Values hold until the next (states, set values). */
  isStep?: boolean
}

/** A span along the top: a programme's stages. */
export type CurveSpan = { key: string; from: number; to: number; label: string; state: 'past' | 'current' | 'next' }

/** A limit with everything beyond it hatched. */
export type CurveLimit = {
  value: number
  label: string
  beyond: 'above' | 'below'
  axis?: 'left' | 'right'
  /** The axis includes this value even if no other value is near it. */
  isAlwaysShown?: boolean
  /** The time in which the limit applied; by default all of the time. */
  during?: { from: number; to: number }
}

/**
 * `label`: the event, which is shown at the cursor. `share`: the fraction of the time for which it is true, 0 to 1;
 * absent, it is true for all of it.
 */
export type CurveStretch = Readonly<{ from: number; to: number; label?: string; share?: number }>

/** A mark is a period in which something happened: it shades the full height, or draws a stripe at the bottom. */
export type CurveMark = {
  key: string
  name: string
  colour: `--${string}`
  look: 'shade' | 'hatch' | 'stripe'
  stretches: readonly CurveStretch[]
}

/** A single value aimed at: a dotted line with its word. */
export type CurveTarget = { value: number; label: string; colour: `--${string}`; axis?: 'left' | 'right' }

export type Curve = {
  /** One sentence describes the chart for people who cannot see it. */
  label: string
  from: number
  to: number
  series: readonly CurveSeries[]
  /** Times without data of any series: drawn with their own hatch. */
  gaps?: readonly { from: number; to: number }[]
  spans?: readonly CurveSpan[]
  limits?: readonly CurveLimit[]
  targets?: readonly CurveTarget[]
  marks?: readonly CurveMark[]
  /** A solid line at this instant. */
  now?: number
  /** Pixels of the plot. */
  height?: number
}
