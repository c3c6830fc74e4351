import type { Point } from './geometry.ts'

export type LabelPlace = Readonly<{
  code: string
  /** The place of the province and of its name; at the coast the name is at a distance, with a leader line. */
  at: Point
  text: Point
  anchor: 'start' | 'middle' | 'end'
  hasLeader: boolean
}>

/** Names of the east coast are placed in the sea, one below another. */
const east: ReadonlySet<string> = new Set([
  '120000',
  '210000',
  '370000',
  '320000',
  '310000',
  '330000',
  '350000',
  '710000',
])
/** Small ones and those in the south have a place of their own. */
const own: Readonly<Record<string, Readonly<{ text: Point; anchor: LabelPlace['anchor'] }>>> = {
  '110000': { text: [668, 268], anchor: 'end' },
  '440000': { text: [800, 770], anchor: 'start' },
  '810000': { text: [800, 826], anchor: 'start' },
  '820000': { text: [700, 800], anchor: 'end' },
  '460000': { text: [560, 806], anchor: 'end' },
}
/** It ends above the name of the inset (province-map.tsx). */
const column = { x: 918, from: 300, to: 640, gap: 62 } as const
/** A name over its figure. */
const size = { width: 96, height: 52 } as const

type Named = Readonly<{ code: string; at: Point }>

/** Places the names of these provinces, the most important first, and leaves out a name that would cover another. */
export function placeLabels(provinces: readonly Named[]): readonly LabelPlace[] {
  const inSea = columnOf(provinces.filter(({ code }) => east.has(code)))
  const placed: LabelPlace[] = []
  for (const { code, at } of provinces) {
    const place = labelOf(code, at, inSea.get(code))
    if (placed.every((other) => !overlaps(place, other))) placed.push(place)
  }
  return placed
}

function labelOf(code: string, at: Point, y: number | undefined): LabelPlace {
  const fixed = own[code]
  if (fixed !== undefined) return { code, at, ...fixed, hasLeader: true }
  if (y !== undefined) return { code, at, text: [column.x, y], anchor: 'start', hasLeader: true }
  return { code, at, text: [at[0], at[1] - 4], anchor: 'middle', hasLeader: false }
}

/** Each name is placed as near to its own height as the gap between them allows. */
function columnOf(provinces: readonly Named[]): ReadonlyMap<string, number> {
  const sorted = provinces.toSorted((a, b) => a.at[1] - b.at[1])
  const heights: number[] = []
  for (const { at } of sorted) {
    const above = heights.at(-1)
    const wished = Math.max(column.from, at[1] - 8)
    heights.push(above === undefined ? wished : Math.max(wished, above + column.gap))
  }
  const over = Math.max(0, (heights.at(-1) ?? 0) - column.to)
  return new Map(sorted.map(({ code }, index) => [code, (heights[index] ?? column.from) - over]))
}

function overlaps(a: LabelPlace, b: LabelPlace): boolean {
  const left = ({ text, anchor }: LabelPlace): number =>
    anchor === 'start' ? text[0] : anchor === 'end' ? text[0] - size.width : text[0] - size.width / 2
  return Math.abs(left(a) - left(b)) < size.width && Math.abs(a.text[1] - b.text[1]) < size.height
}
