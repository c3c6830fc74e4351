/** The map is drawn in these units, whatever size it has on screen. */
export const mapBox = { width: 1040, height: 842 } as const

export type Point = readonly [number, number]
type Ring = readonly Point[]
export type Shape = readonly (readonly Ring[])[]

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Albers, with the parallels that are usual for a map of China; it keeps areas true, so that shades compare. */
const [south, north, meridian, origin] = [25, 47, 105, 36].map(radians)
const cone = (Math.sin(south ?? 0) + Math.sin(north ?? 0)) / 2
const constant = Math.cos(south ?? 0) ** 2 + 2 * cone * Math.sin(south ?? 0)
const radius = (latitude: number): number => Math.sqrt(constant - 2 * cone * Math.sin(latitude)) / cone
const originRadius = radius(origin ?? 0)
/** The scale makes the mainland, Taiwan and Hainan fill the box; the islands south of them are in the inset. */
const fit = { scale: 1320, x: 543.2, y: 430.6 } as const

/** Degrees of longitude and latitude in the units of the map. */
export function project([longitude, latitude]: Point): Point {
  const distance = radius(radians(latitude))
  const angle = cone * (radians(longitude) - (meridian ?? 0))
  return [
    fit.x + fit.scale * distance * Math.sin(angle),
    fit.y + fit.scale * (distance * Math.cos(angle) - originRadius),
  ]
}

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The nearest place in the direction of an arrow key; undefined if the key is none or nothing lies there. */
export function neighbourOf<T extends Readonly<{ middle: Point }>>(
  places: readonly T[],
  { middle: [x, y] }: T,
  key: string,
): T | undefined {
  const direction = directions[key]
  if (direction === undefined) return undefined
  const ahead = places.flatMap((place) => {
    const [dx, dy] = [place.middle[0] - x, place.middle[1] - y]
    const along = dx * direction[0] + dy * direction[1]
    const aside = Math.abs(dx * direction[1] - dy * direction[0])
    return along > 0 && aside <= along ? [{ place, distance: along + aside }] : []
  })
  return ahead.toSorted((a, b) => a.distance - b.distance)[0]?.place
}

const figure = (value: number): string => String(Math.round(value * 10) / 10)

/** The outline of a shape in degrees as a path of the map. */
export function pathOf(shape: Shape): string {
  return shape
    .flat()
    .map((ring) => {
      const points = ring.map((point) => project(point).map(figure).join(' '))
      return points.length < 3 ? '' : `M${points.join('L')}Z`
    })
    .join('')
}

/** The middle of the largest part of a shape, where its name is shown. */
export function middleOf(shape: Shape): Point {
  const rings = shape.map(([outer]) => (outer ?? []).map(project))
  const largest = rings.toSorted((a, b) => areaOf(b) - areaOf(a))[0] ?? []
  const [xs, ys] = [largest.map(([x]) => x), largest.map(([, y]) => y)]
  if (xs.length === 0) return [mapBox.width / 2, mapBox.height / 2]
  return centroid(largest) ?? [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
}

const crosses = (ring: Ring): readonly (readonly [Point, Point, number])[] =>
  ring.map((from, index) => {
    const to = ring[(index + 1) % ring.length] ?? from
    return [from, to, from[0] * to[1] - to[0] * from[1]] as const
  })

const areaOf = (ring: Ring): number => Math.abs(crosses(ring).reduce((sum, [, , cross]) => sum + cross, 0)) / 2

function centroid(ring: Ring): Point | undefined {
  const parts = crosses(ring)
  const twice = parts.reduce((sum, [, , cross]) => sum + cross, 0)
  if (Math.abs(twice) < 1e-6) return undefined
  const of = (axis: 0 | 1): number =>
    parts.reduce((sum, [from, to, cross]) => sum + (from[axis] + to[axis]) * cross, 0) / (3 * twice)
  return [of(0), of(1)]
}

/** Lower bounds of the six shades, darkest ground first: 0 and five more, in round figures up to about the largest value. */
export function stepsOf(values: readonly number[]): readonly number[] {
  const most = Math.max(0, ...values)
  const shares = [0.01, 0.04, 0.12, 0.3, 0.6]
  const steps = [0]
  for (const share of shares) {
    const least = Math.max(1, roundFigure(most * share))
    if (least > (steps.at(-1) ?? 0) && least <= most) steps.push(least)
  }
  return steps
}

/** The nearest of 1, 1.5, 2, 3, 5 and their tenfolds. */
function roundFigure(value: number): number {
  if (value <= 1) return 1
  const magnitude = 10 ** Math.floor(Math.log10(value))
  const nearest = [1, 1.5, 2, 3, 5, 10].reduce((best, one) =>
    Math.abs(one * magnitude - value) < Math.abs(best * magnitude - value) ? one : best,
  )
  return Math.max(1, Math.round(nearest * magnitude))
}

/** The step that a value belongs to. */
export const stepOf = (value: number, steps: readonly number[]): number =>
  Math.max(
    0,
    steps.findLastIndex((least) => value >= least),
  )

/** The shade of a step among six, so that a few steps differ as much as six do. */
export const shadeOf = (step: number, steps: readonly number[]): number =>
  steps.length < 2 ? 0 : Math.round((step * 5) / (steps.length - 1))
