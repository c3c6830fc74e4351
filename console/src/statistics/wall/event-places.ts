import { useEffect, useState } from 'react'
import type { Point } from '../map/geometry.ts'
import type { MapShapes } from '../map/map-shapes.ts'
import { cityPlace } from './city-places.ts'
import type { ShownEvent } from './wall-store.ts'

export type PlacedEvent = Readonly<{ event: ShownEvent; at: Point }>

/** How far from its city, or its province's centre, a device may stand, in the units of the map. */
const spread = { city: 9, province: 24 } as const

/** Events with where they stand. A city's place is fetched once; until then, and without one, they stand at the province's centre. */
export function usePlacedEvents(events: readonly ShownEvent[], shapes: MapShapes | undefined): readonly PlacedEvent[] {
  const [cities, setCities] = useState<ReadonlyMap<string, Point | null>>(new Map())
  useEffect(() => {
    let isLeft = false
    const unknown = events.flatMap(({ place }) => (place === null || cities.has(place.code) ? [] : [place.code]))
    if (unknown.length === 0) return undefined
    void Promise.all(unknown.map(async (code) => [code, (await cityPlace(code)) ?? null] as const)).then((found) => {
      if (isLeft) return
      // Places without a shown event are dropped.
      const shown = new Set(events.flatMap(({ place }) => (place === null ? [] : [place.code])))
      setCities((known) => new Map([...known, ...found].filter(([code]) => shown.has(code))))
    })
    return () => {
      isLeft = true
    }
  }, [events, cities])
  if (shapes === undefined) return []
  return events.flatMap((event) => {
    if (event.place === null) return []
    const { code } = event.place
    const city = cities.get(code) ?? null
    const centre = city ?? shapes.provinces.find((one) => one.code === `${code.slice(0, 2)}0000`)?.centre
    if (centre === undefined) return []
    const reach = city === null ? spread.province : spread.city
    return [{ event, at: [centre[0] + event.offset[0] * reach, centre[1] + event.offset[1] * reach] as const }]
  })
}
