import { randomInt } from 'node:crypto'
import { inkRaster, type InkRaster, type Weight } from './ink-raster.ts'
import { outlineOf, type Point } from './letter-outlines.ts'

// Twice the 120 x 40 at which it is shown, so that it is sharp on a dense screen.
const width = 240
const height = 80
const paper = [238, 242, 241] as const
type Ink = readonly [number, number, number]
/** A picture has one of them: several colours would separate letters from lines, and letters from each other. */
const inks: readonly [Ink, ...Ink[]] = [
  [11, 92, 92],
  [122, 74, 0],
  [29, 79, 158],
  [107, 42, 107],
  [138, 43, 43],
  [47, 90, 30],
]

const between = (from: number, to: number) => from + ((to - from) * randomInt(0, 1_000_001)) / 1_000_000
const oneOf = <T>(list: readonly [T, ...T[]]): T => list[randomInt(0, list.length)] ?? list[0]
type Bend = (point: Point) => Point

/** Adds points to long straight lines, so that a bend of the whole picture bends them too. */
function dense(points: readonly Point[]): Point[] {
  return points.flatMap((point, index): Point[] => {
    const next = points[index + 1]
    if (next === undefined) return [point]
    const steps = Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) * 6)
    return Array.from({ length: steps }, (_, step): Point => [
      point[0] + ((next[0] - point[0]) * step) / steps,
      point[1] + ((next[1] - point[1]) * step) / steps,
    ])
  })
}

/** Waves in both directions, long and short, of random phase, so that no two pictures are distorted alike. */
function bend(): Bend {
  const wave = (shortest: number, longest: number, least: number, most: number) => {
    const [phase, length, size] = [between(0, 6.28), between(shortest, longest), between(least, most)]
    return (at: number) => size * Math.sin((at / length) * 6.28 + phase)
  }
  const [rise, ripple] = [wave(110, 190, 3, 6), wave(50, 75, 0.8, 1.8)]
  const [lean, shiver] = [wave(70, 120, 1.5, 3.2), wave(30, 44, 0.2, 0.6)]
  return ([x, y]) => [x + lean(y) + shiver(y), y + rise(x) + ripple(x)]
}

/** A thickness that varies along the stroke. */
function uneven(least: number, most: number): Weight {
  const [from, to, middle] = [between(least, most), between(least, most), between(least, most)]
  return (share) => from + (to - from) * share + (middle - (from + to) / 2) * Math.sin(share * Math.PI)
}

/** Draws a letter with a random size, slant, rotation, taper and uneven thickness. */
function letter(raster: InkRaster, character: string, [left, top]: Point, [wide, high]: Point, bent: Bend): void {
  const turn = (between(-11, 11) * Math.PI) / 180
  const [slant, taper] = [between(-0.14, 0.14), between(-0.14, 0.14)]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const place: Bend = ([x, y]) => {
    const dy = (y - 0.5) * high
    const dx = (x - 0.5) * wide * (1 + taper * (y - 0.5) * 2) - dy * slant
    return bent([left + dx * cos - dy * sin, top + dx * sin + dy * cos])
  }
  const contours = outlineOf(character).map((contour) => dense(contour).map(place))
  raster.fill(contours)
  for (const contour of contours) raster.draw(contour, uneven(0.2, 2.4))
}

/** The strokes of M and W need more room. */
const widthOf = (character: string): number => (character === 'M' || character === 'W' ? 56 : 46)

/** A curve from one side to the other, through the letters. */
function across(): Point[] {
  const [from, to, rise] = [between(14, 66), between(14, 66), between(-26, 26)]
  const [begin, end] = [between(-10, 30), between(width - 30, width + 10)]
  return Array.from({ length: 41 }, (_, step): Point => {
    const share = step / 40
    return [begin + (end - begin) * share, from + (to - from) * share + rise * Math.sin(share * Math.PI)]
  })
}

/**
 * Draws letters as a PNG: bent, rotated, overlapping, crossed by a line and divided by a scratch, with dots around
 * them. It slows a simple script down and stops none that was trained for it: the rate limit bounds guessing (decision
 * 0029).
 */
export function captchaPicture(letters: string): Buffer {
  const raster = inkRaster(width, height)
  const bent = bend()
  const drawn = [...letters].map((character) => {
    const box: Point = [widthOf(character) * between(0.94, 1.06), between(46, 53)]
    // Each letter reaches into the next one.
    return { character, box, step: box[0] * between(0.97, 1.04) }
  })
  const whole = drawn.reduce((sum, { step }) => sum + step, 0)
  let x = between(0, Math.max(0, width - whole - 16)) + 8
  for (const { character, box, step } of drawn) {
    letter(raster, character, [x + step / 2, height / 2 + between(-6, 6)], box, bent)
    x += step
  }
  raster.draw(across(), uneven(2.2, 3.6))
  raster.erase(across(), uneven(1.2, 1.8))
  for (let speck = 0; speck < 30; speck += 1) {
    const at: Point = [between(0, width), between(0, height)]
    raster.draw([at, [at[0] + between(-2, 2), at[1] + between(-2, 2)]], () => between(1, 3))
  }
  return raster.png(paper, oneOf(inks))
}
