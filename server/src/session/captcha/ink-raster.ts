import { crc32, deflateSync } from 'node:zlib'
import type { Point } from './letter-outlines.ts'

/** The thickness of a stroke at a share of its length, in pixels. */
export type Weight = (share: number) => number

export type InkRaster = Readonly<{
  /** Fills closed contours; one that runs the other way inside another is a hole. */
  fill: (contours: readonly (readonly Point[])[]) => void
  draw: (points: readonly Point[], weight: Weight) => void
  /** Erases where `draw` would draw. */
  erase: (points: readonly Point[], weight: Weight) => void
  /** Sixteen shades between two colours, `[red, green, blue]`. */
  png: (paper: Colour, ink: Colour) => Buffer
}>
type Colour = readonly [number, number, number]

const shades = 16

/** Lines by which a row of pixels is sampled when a contour is filled. */
const samples = 4

/**
 * Draws round strokes and filled contours on a small sheet. It takes a tenth of the time of a vector library, which matters
 * because everybody may request captchas as often as they like.
 */
export function inkRaster(width: number, height: number): InkRaster {
  const ink = new Float32Array(width * height)

  function stroke(points: readonly Point[], weight: Weight, put: (before: number, cover: number) => number): void {
    for (let index = 1; index < points.length; index += 1) {
      const [from, to] = [points[index - 1], points[index]]
      if (from === undefined || to === undefined) continue
      line(from, to, weight((index - 0.5) / (points.length - 1)) / 2, put)
    }
  }

  function line(from: Point, to: Point, radius: number, put: (before: number, cover: number) => number): void {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const squared = dx * dx + dy * dy || 1
    const left = Math.max(0, Math.floor(Math.min(from[0], to[0]) - radius - 1))
    const right = Math.min(width - 1, Math.ceil(Math.max(from[0], to[0]) + radius + 1))
    const top = Math.max(0, Math.floor(Math.min(from[1], to[1]) - radius - 1))
    const bottom = Math.min(height - 1, Math.ceil(Math.max(from[1], to[1]) + radius + 1))
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const along = Math.max(0, Math.min(1, ((x - from[0]) * dx + (y - from[1]) * dy) / squared))
        const distance = Math.hypot(x - from[0] - along * dx, y - from[1] - along * dy)
        const cover = Math.max(0, Math.min(1, radius + 0.5 - distance))
        const place = y * width + x
        if (cover > 0) ink[place] = put(ink[place] ?? 0, cover)
      }
    }
  }

  /** Adds the part of each pixel between two points of a row. */
  function addSpan(row: Float32Array, from: number, to: number): void {
    const [left, right] = [Math.max(0, from), Math.min(width, to)]
    for (let x = Math.floor(left); x < right; x += 1) {
      row[x] = (row[x] ?? 0) + (Math.min(right, x + 1) - Math.max(left, x)) / samples
    }
  }

  /** The crossings of the contours with a horizontal line, from left to right, each downwards (1) or upwards (-1). */
  function crossings(contours: readonly (readonly Point[])[], y: number): [x: number, direction: number][] {
    const found: [number, number][] = []
    for (const contour of contours) {
      for (let index = 1; index < contour.length; index += 1) {
        const [from, to] = [contour[index - 1], contour[index]]
        if (from === undefined || to === undefined || from[1] <= y === to[1] <= y) continue
        const x = from[0] + ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1])
        found.push([x, from[1] <= y ? 1 : -1])
      }
    }
    return found.toSorted(([one], [other]) => one - other)
  }

  function fill(contours: readonly (readonly Point[])[]): void {
    const ys = contours.flat().map(([, y]) => y)
    const bottom = Math.min(height - 1, Math.floor(Math.max(...ys)))
    for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= bottom; y += 1) {
      const row = new Float32Array(width)
      for (let sample = 0; sample < samples; sample += 1) {
        let winding = 0
        let begin = 0
        for (const [x, direction] of crossings(contours, y + (sample + 0.5) / samples)) {
          if (winding === 0) begin = x
          winding += direction
          if (winding === 0) addSpan(row, begin, x)
        }
      }
      for (let x = 0; x < width; x += 1) ink[y * width + x] = Math.max(ink[y * width + x] ?? 0, row[x] ?? 0)
    }
  }

  return {
    fill,
    draw: (points, weight) => stroke(points, weight, (before, cover) => Math.max(before, cover)),
    erase: (points, weight) => stroke(points, weight, (before, cover) => Math.min(before, 1 - cover)),
    png: (paper, dark) => {
      const rows = Buffer.alloc(height * (1 + width / 2))
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 2) {
          const at = y * width + x
          rows[y * (1 + width / 2) + 1 + x / 2] = (shadeOf(ink[at]) << 4) | shadeOf(ink[at + 1])
        }
      }
      return pngOf(width, height, paletteOf(paper, dark), rows)
    },
  }
}

const shadeOf = (cover = 0): number => Math.round(cover * (shades - 1))

const paletteOf = (paper: Colour, ink: Colour): Buffer =>
  Buffer.from(
    Array.from({ length: shades }, (_, shade) =>
      paper.map((value, part) => Math.round(value + (((ink[part] ?? 0) - value) * shade) / (shades - 1))),
    ).flat(),
  )

/** A PNG of four bits a pixel, which are places in the palette. `rows` include the filter byte of each row. */
function pngOf(width: number, height: number, palette: Buffer, rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([4, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
