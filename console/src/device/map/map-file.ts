import { z } from 'zod'

/** The console reads only these fields of a map file; the chart library interprets the shapes. */
const MapFile = z.object({
  attribution: z.string().default(''),
  features: z.array(z.object({ properties: z.object({ adcode: z.string(), name: z.string() }) })),
})

export type AreaMap = Readonly<{
  /** The chart's name of the map: on `china` it draws the inset of the South China Sea. */
  key: string
  text: string
  attribution: string
  /** Converts between the names in the file and national codes. */
  nameOf: ReadonlyMap<string, string>
  codeOf: ReadonlyMap<string, string>
}>

/** The map of China, or of the area of this code; null if there is none (docs/maps.md). */
export async function readMap(key: 'china' | (string & {})): Promise<AreaMap | null> {
  const response = await fetch(`/maps/${key}.json`)
  if (response.status === 204) return null
  if (!response.ok) throw new Error(`${response.status} ${response.url}`)
  const text = await response.text()
  const { attribution, features } = MapFile.parse(JSON.parse(text))
  const named = features.map(({ properties: { adcode, name } }) => [adcode, name] as const)
  return {
    key,
    text,
    attribution,
    nameOf: new Map(named),
    codeOf: new Map(named.map(([adcode, name]) => [name, adcode])),
  }
}
