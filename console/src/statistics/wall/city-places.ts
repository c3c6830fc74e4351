import { z } from 'zod'
import { middleOf, project, type Point, type Shape } from '../map/geometry.ts'

const Position = z.tuple([z.number(), z.number()]).rest(z.number())
const CityMap = z.object({
  features: z.array(
    z.object({
      properties: z.object({ adcode: z.coerce.string(), cp: Position.optional() }),
      geometry: z.object({ type: z.enum(['Polygon', 'MultiPolygon']), coordinates: z.array(z.unknown()) }),
    }),
  ),
})
const Polygons = z.array(z.array(z.array(Position)))

/**
 * Centres of cities by province, if the operator's maps have them (docs/maps.md); at most as many as there are
 * provinces.
 */
const provinces = new Map<string, Promise<ReadonlyMap<string, Point>>>()

async function readCities(province: string): Promise<ReadonlyMap<string, Point>> {
  const response = await fetch(`/maps/${province}.json`)
  // 204: there is none.
  if (response.status !== 200) return new Map()
  const { features } = CityMap.parse(await response.json())
  return new Map(
    features.flatMap(({ properties: { adcode, cp }, geometry: { type, coordinates } }): [string, Point][] => {
      if (cp !== undefined) return [[adcode, project([cp[0], cp[1]])]]
      const polygons = Polygons.safeParse(type === 'Polygon' ? [coordinates] : coordinates)
      if (!polygons.success) return []
      const shape: Shape = polygons.data.map((rings) => rings.map((ring) => ring.map(([x, y]): Point => [x, y])))
      return [[adcode, middleOf(shape)]]
    }),
  )
}

/** The place of a city on the map; undefined if no map has it. */
export async function cityPlace(code: string): Promise<Point | undefined> {
  const province = `${code.slice(0, 2)}0000`
  const known = provinces.get(province) ?? readCities(province).catch(() => new Map<string, Point>())
  if (provinces.size < 40) provinces.set(province, known)
  return (await known).get(code)
}
