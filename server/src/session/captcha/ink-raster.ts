import { crc32, deflateSync } from 'node:zlib'
import type { Point } from './glyphs.ts'

/** How thick a stroke is at a share of its length, pixels. */
export type Weight = (share: number) => number

export type InkRaster = Readonly<{
  draw: (points: readonly Point[], weight: Weight) => void
  /** Takes ink away as `draw` brings it. */
  erase: (points: readonly Point[], weight: Weight) => void
  /** Sixteen shades between two colours, `[red, green, blue]`. */
  png: (paper: Colour, ink: Colour) => Buffer
}>
type Colour = readonly [number, number, number]

const shades = 16

/**
 * Round strokes on a small sheet, drawn by their distance: a tenth of what a vector library takes, as anybody may ask for
 * captchas as often as they like.
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

  return {
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

/** Four bits a pixel, colours by their place in the palette. `rows` have their filter byte. */
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
