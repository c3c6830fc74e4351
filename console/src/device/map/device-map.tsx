import type { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { DeviceMap as MapReply } from '@brigade/contract/device/list/list.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useMemo } from 'react'
import type { z } from 'zod'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useScheme } from '../../platform/scheme.ts'
import { useAreaName } from '../../system/area-select.tsx'
import { Box, Grid, Row, Stack } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import type { SearchPatch } from '../../ui/search-form/filter.ts'
import type { Area } from './area-plot.tsx'
import { readMap } from './map-file.ts'
import css from './map.module.css'
import { deviceMapText } from './map.text.ts'
import { PlacePath } from './place-path.tsx'
import { PlaceTable, type PlaceRow } from './place-table.tsx'

const AreaPlot = lazy(() => import('./area-plot.tsx').then((module) => ({ default: module.AreaPlot })))

type Search = Omit<DeviceSearch, 'pageNum' | 'pageSize' | 'sort'>
type Props = { kind: DeviceKind; search: Search; onSearch: (patch: SearchPatch<DeviceSearch>) => void }

const mapPx = 480
const againMs = 30_000

/**
 * The map counts the filtered devices by place, and tables show the same figures. A click on a place narrows the filters to it.
 */
export function DeviceMap({ kind, search, onSearch }: Props) {
  const w = useWords(deviceMapText)
  const areaName = useAreaName()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...askPage(deviceCalls[kind].map, search, { quiet: true }),
    refetchInterval: againMs,
  })
  const { province, city, region } = search
  const rows = useMemo(
    () => (data === undefined ? [] : placeRows(data, { province, city, region }, areaName, onSearch)),
    [data, province, city, region, areaName, onSearch],
  )
  if (error !== null && (data === undefined || isPlaceholderData))
    return <ErrorPanel message={error.message} onRetry={() => void refetch()} />

  const isInChina = province === undefined
  const elsewhere = data?.elsewhere
  const abroad = data?.abroad ?? []
  const all = [...rows, ...abroad, ...(elsewhere === undefined ? [] : [elsewhere])]
  const found = all.reduce((sum, { devices }) => sum + devices, 0)
  const nowhere: readonly PlaceRow[] =
    elsewhere === undefined || elsewhere.devices === 0
      ? []
      : [{ key: 'elsewhere', name: isInChina ? w.elsewhere : w.lessExact, ...elsewhere }]
  return (
    <Grid
      gap="24"
      padding="24"
      align="start"
      borderTop
      className={css.page}
      aria-busy={data === undefined || isPlaceholderData}
    >
      <Box shrink>
        <Panel
          title={w.title}
          note={data === undefined ? undefined : w.found({ count: formatNumber(found) })}
          actions={<PlacePath place={search} onSearch={onSearch} />}
        >
          <Picture rows={rows} place={search} found={found} />
        </Panel>
      </Box>
      <Stack gap="24" shrink>
        <Panel title={(region ?? city ?? province) ? areaName(region ?? city ?? province ?? '') : w.china}>
          <PlaceTable label={w.title} rows={[...rows, ...nowhere]} maxHeight={isInChina ? 360 : mapPx} />
        </Panel>
        {isInChina && abroad.length > 0 ? (
          <Panel title={w.abroad} note={w.abroadHint}>
            <PlaceTable
              label={w.abroad}
              maxHeight={240}
              rows={abroad.map(({ place, ...figures }) => ({
                key: place,
                name: place,
                ...figures,
                onChoose: () => onSearch({ address: place, pageNum: undefined }),
              }))}
            />
          </Panel>
        ) : null}
      </Stack>
    </Grid>
  )
}

type Place = Pick<Search, 'province' | 'city' | 'region'>

/** The most first. */
function placeRows(
  { places }: z.output<typeof MapReply>,
  { province, city, region }: Place,
  areaName: (code: string) => string,
  onSearch: Props['onSearch'],
): readonly PlaceRow[] {
  const narrowed = (code: string): SearchPatch<DeviceSearch> => {
    if (province === undefined) return { province: code }
    return city === undefined ? { city: code } : { region: code }
  }
  return places
    .toSorted((a, b) => b.devices - a.devices || a.code.localeCompare(b.code))
    .map(({ code, ...figures }) => ({
      key: code,
      name: areaName(code),
      ...figures,
      ...(region === undefined ? { onChoose: () => onSearch({ ...narrowed(code), pageNum: undefined }) } : {}),
    }))
}

/** The map shows the chosen area. If no closer map exists, it shows China with the province outlined. */
function Picture({ rows, place, found }: { rows: readonly PlaceRow[]; place: Place; found: number }) {
  const w = useWords(deviceMapText)
  const areaName = useAreaName()
  const scheme = useScheme((state) => state.scheme)
  const { province, city } = place
  const whole = useMap('china')
  const closer = useMap(province)
  const hasCloser = province !== undefined && closer.data !== null && closer.data !== undefined
  const map = hasCloser ? closer.data : whole.data
  const areas = useMemo((): readonly Area[] => {
    const figuresOf = (row: Pick<PlaceRow, 'devices' | 'online' | 'faulty'>): string =>
      [
        `${w.devices} ${formatNumber(row.devices)}`,
        `${w.online} ${formatNumber(row.online)}`,
        `${w.faulty} ${formatNumber(row.faulty)}`,
      ].join(' · ')
    if (province === undefined || (hasCloser && city === undefined))
      return rows.map((row) => ({ code: row.key, label: row.name, devices: row.devices, figures: figuresOf(row) }))
    const code = hasCloser && city !== undefined ? city : province
    const total = (pick: (row: PlaceRow) => number) => rows.reduce((sum, row) => sum + pick(row), 0)
    const sum = { devices: found, online: total((row) => row.online), faulty: total((row) => row.faulty) }
    return [{ code, label: areaName(code), devices: found, figures: figuresOf(sum) }]
  }, [rows, province, city, hasCloser, found, w, areaName])

  const onChoose = (code: string): void => rows.find(({ key }) => key === code)?.onChoose?.()
  const most = Math.max(0, ...areas.map(({ devices }) => devices))
  const shown = province === undefined ? w.china : areaName(city ?? province)
  return (
    <>
      {map === undefined || map === null ? (
        <Stack.p tone="ink-3" className={css.waiting} style={{ height: mapPx }} aria-busy={whole.isPending}>
          {whole.isError ? w.noMap : ''}
        </Stack.p>
      ) : (
        <Suspense fallback={<div style={{ height: mapPx }} aria-busy="true" />}>
          <AreaPlot
            // The canvas takes every colour from the theme, so another colour scheme needs another canvas.
            key={scheme}
            map={map}
            areas={areas}
            chosen={hasCloser ? city : province}
            label={w.picture({ place: shown, count: formatNumber(found) })}
            isDark={scheme === 'dark'}
            height={mapPx}
            onChoose={onChoose}
          />
        </Suspense>
      )}
      <Row gap="16" padding="8 16" justify="between" size="xs" line="16" tone="ink-3" borderTop>
        <Row.span gap="8" align="center" nowrap className={css.scale} aria-hidden="true">
          {w.few}
          <Box.i border="strong" />
          {w.most({ count: formatNumber(most) })}
        </Row.span>
        <span>
          {[
            ...(province !== undefined && !hasCloser && closer.isSuccess ? [w.noShapes] : []),
            ...(map === undefined || map === null || map.attribution === ''
              ? []
              : [w.source({ source: map.attribution })]),
          ].join(' ')}
        </span>
      </Row>
    </>
  )
}

const useMap = (key: string | undefined) =>
  useQuery({
    queryKey: ['device-map-file', key],
    queryFn: () => readMap(key ?? ''),
    enabled: key !== undefined,
    staleTime: Infinity,
    retry: false,
    meta: { quiet: true },
  })
