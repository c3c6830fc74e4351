import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'

/** A point in the box of a letter: x and y from 0 to 1, y downwards. */
export type Point = readonly [x: number, y: number]
/** The closed contours of a letter; a contour inside another one is a hole. */
type Outline = readonly (readonly Point[])[]

/**
 * The letters and digits of a captcha. Those that people confuse, in upper or lower case, are left out: 0 O D Q G, 1 I
 * L, 2 Z, 5 S, 8 B, 6, V U, F (E), N (H, M), 4 (a leaning A).
 */
export const captchaLetters = 'ACEHJKMPRTWXY379'.split('')

/** The font that reports are set in too. */
const fontFile = fileURLToPath(new URL('../fonts/NotoSansHans-Medium.otf', import.meta.resolve('@embedpdf/fonts-sc')))
/** Points of a curve between its ends. */
const curveSteps = 4

type Commands = readonly Readonly<{ command: string; args: readonly number[] }>[]

/** The point of a Bezier curve of two, three or four points at a fraction of it. */
function pointAt(points: readonly Point[], share: number): Point {
  const [first = [0, 0], ...others] = points
  if (others.length === 0) return first
  const between = others.map((point, index): Point => {
    const [x, y] = points[index] ?? point
    return [x + (point[0] - x) * share, y + (point[1] - y) * share]
  })
  return pointAt(between, share)
}

function contoursOf(commands: Commands): Point[][] {
  const contours: Point[][] = []
  for (const { command, args } of commands) {
    const given = Array.from({ length: args.length / 2 }, (_, at): Point => [args[2 * at] ?? 0, args[2 * at + 1] ?? 0])
    const current = contours.at(-1)
    const last = current?.at(-1)
    if (command === 'moveTo') contours.push(given)
    else if (command === 'closePath') current?.push(current[0] ?? [0, 0])
    else if (last !== undefined) {
      const steps = given.length === 1 ? 1 : curveSteps
      for (let step = 1; step <= steps; step += 1) current?.push(pointAt([last, ...given], step / steps))
    }
  }
  return contours
}

function readOutlines(): ReadonlyMap<string, Outline> {
  const font = openSync(fontFile)
  return new Map(
    captchaLetters.map((letter) => {
      const { path } = font.glyphForCodePoint(letter.codePointAt(0) ?? 0)
      const { minX, minY, maxX, maxY } = path.bbox
      const inBox = ([x, y]: Point): Point => [(x - minX) / (maxX - minX), (maxY - y) / (maxY - minY)]
      return [letter, contoursOf(path.commands).map((contour) => contour.map(inBox))]
    }),
  )
}

let outlines: ReadonlyMap<string, Outline> | undefined
/** The outline of one of the captcha's letters. The font, of 8 MB, is read once and not kept in memory. */
export function outlineOf(letter: string): Outline {
  outlines ??= readOutlines()
  return outlines.get(letter) ?? []
}
