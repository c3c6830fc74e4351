import type { Point } from '../map/geometry.ts'

export type Box = Readonly<{ x: number; y: number; width: number; height: number }>
export type NotePlace = Readonly<{ text: Point; anchor: 'start' | 'end'; box: Box }>

/** Boxes that cover the map: the title, both keys and the inset, in the units of the map. */
export const coveredBoxes: readonly Box[] = [
  { x: 0, y: 0, width: 330, height: 84 },
  { x: 330, y: 0, width: 280, height: 250 },
  { x: 0, y: 560, width: 200, height: 282 },
  { x: 900, y: 660, width: 140, height: 182 },
]

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** The approximate width of a text: Chinese characters are square. */
export const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, char) => sum + size * (/[\u2e80-\uffef]/.test(char) ? 1 : 0.56), 0)

export function cut(text: string, size: number, most: number): string {
  if (widthOf(text, size) <= most) return text
  let kept = ''
  for (const char of text) {
    if (widthOf(`${kept}${char}…`, size) > most) break
    kept += char
  }
  return `${kept.trimEnd()}…`
}

const ways: readonly Point[] = [
  [-120, -34],
  [-120, 40],
  [120, -34],
  [120, 40],
  [-60, -90],
  [60, -90],
  [-60, 90],
  [60, 90],
  [-220, -10],
  [220, -10],
  [-150, -140],
  [150, 140],
  [-150, 140],
  [150, -140],
  [-320, 0],
  [320, 0],
]

/** A free place for the two lines about the newest event; undefined if there is no room. */
export function placeNote(
  at: Point,
  size: Readonly<{ width: number; height: number }>,
  taken: readonly Box[],
): NotePlace | undefined {
  for (const [dx, dy] of ways) {
    const anchor = dx < 0 ? ('end' as const) : ('start' as const)
    const text: Point = [at[0] + dx, at[1] + dy]
    const box = { x: anchor === 'end' ? text[0] - size.width : text[0], y: text[1] - 24, ...size }
    const isWithin = box.x >= 4 && box.y >= 4 && box.x + box.width <= 1036 && box.y + box.height <= 838
    if (isWithin && !taken.some((one) => overlaps(box, one))) return { text, anchor, box }
  }
  return undefined
}
