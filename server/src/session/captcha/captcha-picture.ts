import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { glyphs, type Point } from './glyphs.ts'

// Twice the 120 x 40 it is shown at, so that it stays sharp on a dense screen.
const width = 240
const height = 80
const inks = ['#0b5c5c', '#7a4a00', '#1d4f9e', '#6b2a6b', '#8a2b2b', '#2f5a1e'] as const

const between = (from: number, to: number) => from + ((to - from) * randomInt(0, 1_000_001)) / 1_000_000
const oneOf = <T>(list: readonly [T, ...T[]]): T => list[randomInt(0, list.length)] ?? list[0]

/** Points between points, so that a bend of the whole picture bends straight strokes too. */
function dense(points: readonly Point[]): Point[] {
  return points.flatMap((point, index): Point[] => {
    const next = points[index + 1]
    if (next === undefined) return [point]
    const steps = 8
    return Array.from({ length: steps }, (_, step): Point => [
      point[0] + ((next[0] - point[0]) * step) / steps,
      point[1] + ((next[1] - point[1]) * step) / steps,
    ])
  })
}

type Bend = (point: Point) => Point

/** One wave along and one across, of random phase: no two pictures bend alike. */
function bend(): Bend {
  const [alongPhase, acrossPhase] = [between(0, 6.28), between(0, 6.28)]
  const [alongLength, acrossLength] = [between(90, 150), between(50, 90)]
  const [alongHeight, acrossHeight] = [between(3, 5.5), between(2, 4)]
  return ([x, y]) => [
    x + acrossHeight * Math.sin((y / acrossLength) * 6.28 + acrossPhase),
    y + alongHeight * Math.sin((x / alongLength) * 6.28 + alongPhase),
  ]
}

const line = (points: readonly Point[], ink: string, weight: number, opacity = 1) =>
  `<polyline points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}" fill="none" stroke="${ink}" stroke-width="${weight.toFixed(1)}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`

function letter(character: string, centreX: number, bent: Bend): string {
  const turn = (between(-14, 14) * Math.PI) / 180
  const slant = between(-0.14, 0.14)
  const [wide, high] = [between(27, 34), between(40, 47)]
  const [left, top] = [centreX + between(-3, 3), height / 2 + between(-5, 5)]
  const [ink, weight] = [oneOf(inks), between(5, 6.6)]
  const place: Bend = ([x, y]) => {
    const [dx, dy] = [(x - 0.5) * wide - (y - 0.5) * high * slant, (y - 0.5) * high]
    return bent([left + dx * Math.cos(turn) - dy * Math.sin(turn), top + dx * Math.sin(turn) + dy * Math.cos(turn)])
  }
  return (glyphs[character] ?? []).map((stroke) => line(dense(stroke).map(place), ink, weight)).join('')
}

/** Thin waves through the letters, in their inks, so that colour alone does not part the two. */
function scratch(): string {
  const [from, to, rise, phase] = [between(10, 70), between(10, 70), between(6, 16), between(0, 6.28)]
  const points = Array.from({ length: 49 }, (_, step): Point => {
    const x = (width * step) / 48
    return [x, from + ((to - from) * step) / 48 + rise * Math.sin(x / 30 + phase)]
  })
  return line(points, oneOf(inks), between(1.4, 2.2), 0.75)
}

const speck = () =>
  `<circle cx="${between(0, width).toFixed(1)}" cy="${between(0, height).toFixed(1)}" r="${between(0.7, 2).toFixed(1)}" fill="${oneOf(inks)}" fill-opacity="${between(0.2, 0.5).toFixed(2)}"/>`

/**
 * Letters as a PNG: bent, turned, scratched and speckled, and left as dots alone. The outlines it is drawn from never
 * leave the server, so a script has no paths to read.
 */
export async function captchaPicture(letters: string): Promise<Buffer> {
  const bent = bend()
  const step = width / (letters.length + 0.4)
  const drawn = [...letters].map((character, index) => letter(character, step * (index + 0.7), bent)).join('')
  const specks = Array.from({ length: 90 }, speck).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#eef2f1"/>${specks}${drawn}${scratch()}${scratch()}${scratch()}</svg>`
  return sharp(Buffer.from(svg)).blur(0.5).png({ palette: true, colours: 48, compressionLevel: 9 }).toBuffer()
}
