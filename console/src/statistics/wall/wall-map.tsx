import { cityPlace } from './city-places.ts'
import type { Point } from '../map/geometry.ts'
import { wallEventKinds } from '@brigade/contract/statistics/wall/wall.model.ts'
import { useEffect, useMemo, useState } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { Box as BoxBox, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { placeLabels, type LabelPlace } from '../map/labels.ts'
import { type MapShapes, useMapShapes } from '../map/map-shapes.ts'
import { MapKey, ProvinceMap, type ProvinceFigure } from '../map/province-map.tsx'
import { LiveAge, useZone } from './age.tsx'
import { coveredBoxes, cut, placeNote, widthOf, type Box } from './note-place.ts'
import { useEventTexts } from './ticker.tsx'
import centreCss from './centre.module.css'
import css from './wall.module.css'
import { shapeOf, WallShape } from './wall-shape.tsx'
import { type ShownEvent, useWall } from './wall-store.ts'
import { hourIn, useNameIn, usePlaceOf } from './wall-words.ts'
import { wallText } from './wall.text.ts'

type PlacedEvent = Readonly<{ event: ShownEvent; at: Point }>

/** How far from its city, or its province's centre, a device may stand, in the units of the map. */
const spread = { city: 9, province: 24 } as const

/** Events with where they stand. A city's place is fetched once; until then, and without one, they stand at the province's centre. */
function usePlacedEvents(events: readonly ShownEvent[], shapes: MapShapes | undefined): readonly PlacedEvent[] {
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

/** This many provinces have their name and figure. */
const named = 9
/** The duration of the ring around a place. */
const ringMs = 30_000

/** The map of the devices, with the newest events. */
export function WallMap() {
  const w = useWords(wallText)
  const nameIn = useNameIn()
  const { data: shapes, isError } = useMapShapes()
  const places = useWall((state) => state.parts?.places ?? null)
  const events = useWall((state) => state.events)
  const placed = usePlacedEvents(events, shapes)
  const figures = useMemo((): readonly ProvinceFigure[] => {
    const known = new Map((places?.provinces ?? []).map((one) => [one.code, one]))
    return (shapes?.provinces ?? []).map(({ code }) => {
      const one = known.get(code)
      // A province without a row in a counted picture has 0; in a picture that was not counted it has no figure.
      return {
        code,
        name: one === undefined ? code : nameIn(one.name),
        value: places === null ? null : (one?.devices ?? 0),
      }
    })
  }, [shapes, places, nameIn])
  return (
    <BoxBox minHeight="0" relative>
      {shapes === undefined ? (
        <Stack.p tone="ink-3" className={centreCss.noMap} aria-busy={!isError}>
          {isError ? w.noMap : ''}
        </Stack.p>
      ) : (
        <div className={centreCss.drawing} data-drawing="">
          <ProvinceMap shapes={shapes} figures={figures} label={w.mapLabel} named={named}>
            <Events placed={placed} taken={labelBoxes(shapes, figures)} />
          </ProvinceMap>
        </div>
      )}
      <Sums />
      <Text.ul tone="ink-2" className={centreCss.eventKey}>
        {wallEventKinds.map((kind) => (
          <Row.li key={kind} align="center" nowrap>
            <WallShape kind={kind} />
            {
              {
                fault: w.kindFault,
                excursion: w.kindExcursion,
                activation: w.kindActivation,
                cleared: w.kindCleared,
                command: w.kindCommand,
              }[kind]
            }
          </Row.li>
        ))}
      </Text.ul>
      {shapes === undefined ? null : (
        <>
          <div className={centreCss.mapKey}>
            <MapKey title={w.mapKey} figures={figures} />
          </div>
          <Text.p weight="400" tone="ink-3" nowrap className={centreCss.attribution}>
            {w.mapSource({ source: shapes.attribution })}
          </Text.p>
        </>
      )}
    </BoxBox>
  )
}

/** China, other countries, and devices without a place: together they are all devices. */
function Sums() {
  const w = useWords(wallText)
  const zone = useZone()
  const places = useWall((state) => state.parts?.places ?? null)
  const china = places?.provinces.reduce((sum, { devices }) => sum + devices, 0)
  const asOf = places?.asOf ?? null
  return (
    <div className={centreCss.sums}>
      <Row.h2 align="baseline" weight="600" nowrap>
        {w.provinces}
        {places === null ? null : asOf === null ? (
          <LiveAge />
        ) : (
          <em className={css.age}>{w.timeAsOf({ time: hourIn(zone, asOf) })}</em>
        )}
      </Row.h2>
      <Row.p tone="ink-2" nowrap>
        <span>
          {w.china}{' '}
          <Text.b weight="600" tone="ink">
            {formatNumber(china)}
          </Text.b>
        </span>
        {places === null || places.abroad === 0 ? null : (
          <span>
            {w.abroad}{' '}
            <Text.b weight="600" tone="ink">
              {formatNumber(places.abroad)}
            </Text.b>
          </span>
        )}
        {places === null || places.notGiven === 0 ? null : (
          <span>
            {w.notGiven}{' '}
            <Text.b weight="600" tone="ink">
              {formatNumber(places.notGiven)}
            </Text.b>
          </span>
        )}
      </Row.p>
    </div>
  )
}

/** The boxes of the provinces' names, with room for a figure under each. */
function labelBoxes(shapes: MapShapes, figures: readonly ProvinceFigure[]): readonly Box[] {
  const withMost = figures
    .filter(({ value }) => value !== null && value > 0)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0) || a.code.localeCompare(b.code))
    .slice(0, named)
    .flatMap(({ code }) => {
      const shape = shapes.provinces.find((one) => one.code === code)
      return shape === undefined ? [] : [{ code, at: shape.middle }]
    })
  return placeLabels(withMost).map(boxOf)
}
const boxOf = ({ text, anchor }: LabelPlace): Box => {
  const width = 120
  const x = anchor === 'start' ? text[0] : anchor === 'end' ? text[0] - width : text[0] - width / 2
  return { x, y: text[1] - 24, width, height: 56 }
}

function Events({ placed, taken }: { placed: readonly PlacedEvent[]; taken: readonly Box[] }) {
  const now = useNow(5000)
  const newest = placed[0]
  return (
    <>
      {newest === undefined ? null : <Note placed={newest} others={placed.slice(1)} taken={taken} />}
      {placed.toReversed().map(({ event, at }) => (
        <g
          key={event.key}
          className={centreCss.event}
          data-kind={event.kind}
          data-event={event.key}
          transform={`translate(${at[0]} ${at[1]})`}
        >
          {event.arrivedAt > 0 && now - event.arrivedAt < ringMs ? <circle className={centreCss.ring} r="17" /> : null}
          <path d={shapeOf(event.kind)} />
        </g>
      ))}
    </>
  )
}

const lines = { size: 22, most: 380 } as const

/** The newest event by name, with a thin line to its place. */
function Note({
  placed: { event, at },
  others,
  taken,
}: {
  placed: PlacedEvent
  others: readonly PlacedEvent[]
  taken: readonly Box[]
}) {
  const describe = useEventTexts()
  const nameIn = useNameIn()
  const placeOf = usePlaceOf()
  const what = event.kind === 'fault' && event.what !== null ? nameIn(event.what) : describe.title(event)
  const title = cut(what, lines.size, lines.most)
  const where = cut(placeOf(event), lines.size, lines.most)
  const width = Math.max(widthOf(title, lines.size), widthOf(where, lines.size)) + 12
  const marks = others.map(({ at: [x, y] }): Box => ({ x: x - 12, y: y - 12, width: 24, height: 24 }))
  const note = placeNote(at, { width, height: 56 }, [...coveredBoxes, ...taken, ...marks])
  if (note === undefined) return null
  const { text, anchor } = note
  const end = anchor === 'end' ? text[0] + 8 : text[0] - 8
  return (
    <g className={centreCss.note} data-kind={event.kind} textAnchor={anchor}>
      <path d={`M${at[0]} ${at[1]}L${end} ${text[1] + 4}`} />
      <text fontSize={lines.size} x={text[0]} y={text[1]} data-title="">
        {title}
      </text>
      <text fontSize={lines.size} x={text[0]} y={text[1] + 26}>
        {where}
      </text>
    </g>
  )
}
