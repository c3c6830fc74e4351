import { isRestKey } from '@brigade/contract/statistics/part-words.ts'
import { figures } from '@brigade/contract/statistics/figures.ts'
import type { Split } from '@brigade/contract/statistics/statistics.model.ts'
import { useRef } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { useAreaName } from '../../system/area-select.tsx'
import { ChartFrame } from '../../ui/chart/chart-frame.tsx'
import { pngOfSvg } from '../../ui/chart/svg-image.ts'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import type { FigureLinks } from '../read/use-figure-links.ts'
import { useMapShapes } from '../map/map-shapes.ts'
import { MapKey, ProvinceMap, type ProvinceFigure } from '../map/province-map.tsx'
import type { Statistics } from '../read/use-statistics.ts'
import { statisticsText } from '../statistics.text.ts'
import css from './panel.module.css'
import { PartTable } from './part-table.tsx'
import { pictureName } from './picture-name.ts'
import { useBarLinks } from './use-bar-links.ts'
import { inOrder, usePartName } from './use-part-name.ts'

const named = 9

type Props = {
  split: Split
  statistics: Statistics
  links: FigureLinks
  /** Narrows the screen to a province. */
  onProvince: (code: string) => void
}

/** A figure by province: the map, devices elsewhere or without a place, and the same as a table. */
export function MapPanel({ split, statistics, links, onProvince }: Props) {
  const w = useWords(statisticsText)
  const nameOf = useNameOf()
  const partName = usePartName()
  const areaName = useAreaName()
  const barLinks = useBarLinks()
  const drawing = useRef<SVGSVGElement>(null)
  const { data: shapes, isError } = useMapShapes()
  const name = nameOf(figures[split.key].name)
  const title = w.map({ name })
  const rows = inOrder(split.parts).map((part) => {
    const word = partName(part, 'province')
    const own = links.ofPart(split.key, { by: 'province', key: part.key }, part.value)
    return { ...part, name: word, links: barLinks(word, own) }
  })
  const total = rows.reduce((sum, { value }) => sum + value, 0)
  // A province that is not listed has no devices: the parts add up to the whole.
  const figuresOfMap = (shapes?.provinces ?? []).map(({ code }): ProvinceFigure => {
    const row = rows.find(({ key }) => key === code)
    return { code, name: row?.name ?? areaName(code), value: row?.value ?? 0 }
  })
  return (
    <ChartFrame
      title={title}
      state={shapes === undefined ? (isError ? 'empty' : 'waiting') : 'ready'}
      emptyWords={w.noMap}
      height={420}
      table={() => <PartTable label={title} figureKey={split.key} rows={rows} total={total} maxHeight={520} />}
      image={async () => (drawing.current === null ? null : pngOfSvg(drawing.current))}
      fileName={pictureName(title, statistics.query)}
    >
      {shapes === undefined ? null : (
        <Box padding="12 16" className={css.map}>
          <Row.p gap="4 24" tone="ink-2" wrap>
            <span>
              {w.china}{' '}
              <Text.b weight="600" tone="ink">
                {formatNumber(sumOf(rows, (key) => !isRestKey(key)))}
              </Text.b>
            </span>
            {rows
              .filter(({ key, value }) => isRestKey(key) && value > 0)
              .map(({ key, name: rest, value }) => (
                <span key={key}>
                  {rest}{' '}
                  <Text.b weight="600" tone="ink">
                    {formatNumber(value)}
                  </Text.b>
                </span>
              ))}
          </Row.p>
          <Box margin="8 auto 0" className={css.drawing}>
            <ProvinceMap
              ref={drawing}
              shapes={shapes}
              figures={figuresOfMap}
              label={w.mapLabel({ name, count: formatNumber(total) })}
              named={named}
              onChoose={onProvince}
            />
          </Box>
          <Row
            gap="8 24"
            align="end"
            justify="between"
            marginTop="8"
            size="xs"
            tone="ink-3"
            wrap
            className={css.mapFoot}
          >
            <MapKey title={name} figures={figuresOfMap} />
            {shapes.attribution === '' ? null : <span>{w.mapSource({ source: shapes.attribution })}</span>}
          </Row>
        </Box>
      )}
    </ChartFrame>
  )
}

const sumOf = (rows: readonly { key: string; value: number }[], isMeant: (key: string) => boolean): number =>
  rows.reduce((sum, { key, value }) => (isMeant(key) ? sum + value : sum), 0)
