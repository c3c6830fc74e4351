import type { CurveMark } from '../chart/curve-model.ts'

/** One of many lines: a value for each time, or null for a gap. */
export type Line = Readonly<{
  key: string
  name: string
  /** Shown beside the name if there is room, such as a serial number. */
  note: string
  colour: `--${string}`
  dash: 'solid' | 'dashed' | 'dotted'
  values: readonly (number | null)[]
  low: readonly (number | null)[]
  high: readonly (number | null)[]
  /** The value for the whole span; null without any value. */
  whole: number | null
}>

export type Lines = Readonly<{
  /** One sentence describes the chart for people who cannot see it. */
  label: string
  unit: string
  digits: number
  /** Starts of hours or days, epoch ms; and the end of the last one. */
  times: readonly number[]
  to: number
  /** Formats a time. */
  format: (time: number) => string
  lines: readonly Line[]
  /** Events of the chosen device. */
  marks?: readonly CurveMark[]
  height?: number
}>

const colours = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6'] as const
const dashes = ['solid', 'dashed', 'dotted'] as const

/** There are eighteen looks; of more lines some look alike, and highlighting tells them apart. */
export const lookOf = (index: number): Pick<Line, 'colour' | 'dash'> => ({
  colour: colours[index % colours.length] ?? '--chart-1',
  dash: dashes[Math.floor(index / colours.length) % dashes.length] ?? 'solid',
})

/** The place of the time that holds an instant; -1 before the first. */
export const placeAt = ({ times }: Pick<Lines, 'times'>, at: number): number =>
  times.findLastIndex((time) => time <= at)

/** Returns the line whose value at this place is nearest; undefined if no line has a value there. */
export function nearestLine({ lines }: Pick<Lines, 'lines'>, place: number, value: number): string | undefined {
  let nearest: { key: string; distance: number } | undefined
  for (const { key, values } of lines) {
    const own = values[place]
    if (own === null || own === undefined) continue
    const distance = Math.abs(own - value)
    if (nearest === undefined || distance < nearest.distance) nearest = { key, distance }
  }
  return nearest?.key
}

/** The parts of a line between its gaps, each with the places of its values. */
export function stretchesOf(values: readonly (number | null)[]): (readonly [place: number, value: number])[][] {
  const stretches: (readonly [number, number])[][] = []
  let open: (readonly [number, number])[] | undefined
  for (const [place, value] of values.entries()) {
    if (value === null) open = undefined
    else if (open === undefined) stretches.push((open = [[place, value]]))
    else open.push([place, value])
  }
  return stretches
}
