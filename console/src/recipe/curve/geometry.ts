import type { Stage } from '@brigade/contract/recipe/stage.model.ts'
import type { Plan, PlannedStage } from './plan.ts'

/** The positions of the curve's parts, in pixels of its picture. */
export const frame = {
  left: 44,
  right: 8,
  top: 6,
  zeroC: 152,
  maxC: 300,
  wet: 172,
  dry: 208,
  floor: 244,
  height: 266,
} as const
const pixelsPerC = (frame.zeroC - 28) / frame.maxC
const fanHeight = 20
/** A stage with an unknown duration takes this many minutes of the picture. */
const unknownMinutes = 10

export const yOfC = (celsius: number): number => frame.zeroC - Math.min(Math.max(celsius, 0), frame.maxC) * pixelsPerC
export const celsiusAt = (y: number): number => (frame.zeroC - y) / pixelsPerC
export const yOfHumidity = (share: number): number =>
  frame.dry - ((frame.dry - frame.wet) * Math.min(Math.max(share, 0), 100)) / 100
export const humidityAt = (y: number): number => ((frame.dry - y) * 100) / (frame.dry - frame.wet)
export const yOfFan = (share: number): number => frame.floor - (fanHeight * Math.min(Math.max(share, 0), 100)) / 100
export const fanAt = (y: number): number => ((frame.floor - y) * 100) / fanHeight

export type Span = Readonly<{ from: number; to: number; planned: PlannedStage; stage: Stage }>
export type Geometry = Readonly<{
  width: number
  minutes: number
  pixelsPerMinute: number
  preheatTo: number
  spans: readonly Span[]
}>

/** `minutes`: the width of the picture, if it must not change while a stage is drawn longer. */
export function geometryOf(plan: Plan, stages: readonly Stage[], width: number, minutes?: number): Geometry {
  const lengths = plan.stages.map(({ minutes: each }) => Math.max(each ?? unknownMinutes, 0.5))
  const heating = plan.preheat?.minutes ?? 0
  const all = minutes ?? Math.max(heating + lengths.reduce((sum, each) => sum + each, 0), 1)
  const pixelsPerMinute = Math.max(width - frame.left - frame.right, 60) / all
  const preheatTo = frame.left + heating * pixelsPerMinute
  let x = preheatTo
  const spans = stages.flatMap((stage, index): Span[] => {
    const planned = plan.stages[index]
    if (planned === undefined) return []
    const from = x
    x += (lengths[index] ?? 0) * pixelsPerMinute
    return [{ from, to: x, planned, stage }]
  })
  return { width, minutes: all, pixelsPerMinute, preheatTo, spans }
}

/** To a tenth of a pixel. */
const tenth = (value: number): number => Math.round(value * 10) / 10
const at = (x: number, y: number): string => `${tenth(x)} ${tenth(y)}`

type Level = Readonly<{ from: number; to: number; y1: number; y2: number; isEstimated: boolean }>
const levelsOf = ({ spans }: Geometry): Level[] =>
  spans.flatMap(({ from, to, planned: { fromC, toC, isEstimated } }): Level[] =>
    fromC === null || toC === null ? [] : [{ from, to, y1: yOfC(fromC), y2: yOfC(toC), isEstimated }],
  )

/** The temperature line: set parts are solid, estimated ones dashed. A stage without a temperature is a gap. */
export function heatPaths(geometry: Geometry, plan: Plan): { set: string; estimated: string; area: string } {
  const levels = levelsOf(geometry)
  const parts: Record<'set' | 'estimated' | 'area', string[]> = { set: [], estimated: [], area: [] }
  if (plan.preheat !== null) {
    const [from, to] = [at(frame.left, yOfC(20)), at(geometry.preheatTo, yOfC(plan.preheat.toC))]
    parts.estimated.push(`M${from}L${to}`)
    parts.area.push(`M${at(frame.left, frame.zeroC)}L${from}L${to}L${at(geometry.preheatTo, frame.zeroC)}z`)
  }
  let last: Level | undefined
  for (const level of levels) {
    const { from, to, y1, y2, isEstimated } = level
    if (last !== undefined && Math.abs(last.to - from) < 0.5) parts.set.push(`M${at(from, last.y2)}V${tenth(y1)}`)
    parts[isEstimated ? 'estimated' : 'set'].push(`M${at(from, y1)}L${at(to, y2)}`)
    parts.area.push(`M${at(from, frame.zeroC)}L${at(from, y1)}L${at(to, y2)}L${at(to, frame.zeroC)}z`)
    last = level
  }
  return { set: parts.set.join(''), estimated: parts.estimated.join(''), area: parts.area.join('') }
}

export function wetPaths({ spans }: Geometry): { line: string; area: string } {
  const line: string[] = []
  const area: string[] = []
  let last: { to: number; y: number } | undefined
  for (const { from, to, stage } of spans) {
    if (stage.humidity === null) {
      last = undefined
      continue
    }
    const y = yOfHumidity(stage.humidity)
    line.push(last === undefined ? `M${at(from, y)}H${tenth(to)}` : `V${tenth(y)}H${tenth(to)}`)
    area.push(`M${at(from, frame.dry)}V${tenth(y)}H${tenth(to)}V${frame.dry}z`)
    last = { to, y }
  }
  return { line: line.join(''), area: area.join('') }
}

/** Minutes under the axis: about five, at round figures. */
export function minuteTicks(minutes: number): readonly number[] {
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480].find((each) => minutes / each <= 6) ?? 720
  return Array.from({ length: Math.floor(minutes / step) + 1 }, (_, index) => index * step)
}
