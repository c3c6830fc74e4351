import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { middleOf, pathOf, project, type Point } from './geometry.ts'

const Position = z
  .tuple([z.number(), z.number()])
  .rest(z.number())
  .transform(([x, y]): Point => [x, y])
const Polygon = z.array(z.array(Position))
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: Polygon }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(Polygon) }),
])
const MapFile = z.object({
  attribution: z.string().default(''),
  features: z.array(
    z.object({
      properties: z.object({ adcode: z.string(), name: z.string(), cp: Position.optional() }),
      geometry: Geometry,
    }),
  ),
})

export type ProvinceShape = Readonly<{
  /** The national code. */
  code: string
  path: string
  /** The place of the name, in the units of the map. */
  middle: Point
  /** The capital, or the point that the file gives for the name. */
  centre: Point
}>
export type MapShapes = Readonly<{ attribution: string; provinces: readonly ProvinceShape[] }>

async function readShapes(): Promise<MapShapes> {
  const response = await fetch('/maps/china.json')
  if (!response.ok) throw new Error(`${response.status} ${response.url}`)
  const { attribution, features } = MapFile.parse(await response.json())
  const provinces = features.map(({ properties: { adcode, cp }, geometry }) => {
    const shape = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    const middle = middleOf(shape)
    return { code: adcode, path: pathOf(shape), middle, centre: cp === undefined ? middle : project(cp) }
  })
  return { attribution, provinces }
}

/** The map of China that the server hands out (docs/maps.md), projected once for all that draw it. */
export const useMapShapes = () =>
  useQuery({
    queryKey: ['statistics-map-shapes'],
    queryFn: readShapes,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    meta: { quiet: true },
  })
