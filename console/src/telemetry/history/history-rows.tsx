import { maxReported, type HistoryRow } from '@brigade/contract/telemetry/history.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { saveBlob } from '../../platform/call.ts'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useUnits } from '../../platform/units.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { SearchPatch } from '../../ui/search-form/filter.ts'
import { propertyOf, type DeviceView } from '../../device/view/device-view.ts'
import { plainValue, splitValue } from '../../device/view/shown-value.ts'
import { Row } from '../../ui/layout/layout.tsx'
import type { HistorySearch } from './history-search.ts'
import { PropertyChoice } from './property-choice.tsx'
import { rowsCsv } from './rows-csv.ts'
import { historyText } from './history.text.ts'

type Report = ReturnType<typeof HistoryRow.parse>
type Props = {
  view: DeviceView
  search: HistorySearch
  /** The same span as the curve above. */
  times: { startTime: string; endTime: string }
  onSearch: (patch: SearchPatch<HistorySearch>) => void
}

/** Lists the reports of the span. */
export function HistoryRows({ view, search, times, onSearch }: Props) {
  const w = useWords(historyText)
  const { model, device, kind } = view
  const { pageNum, pageSize, sort, identifiers } = search
  const query = useQuery(
    askPage(
      telemetryCalls[kind].history,
      { id: device.id, pageNum, pageSize, sort, identifiers, ...times },
      { quiet: true },
    ),
  )
  const rows = query.data?.list ?? []
  const download = useDownload(view, rows, pageNum)
  const chosen = identifiers?.split(',') ?? []
  const columns = useReportColumns(view)
  return (
    <>
      <DataTable
        name="device.history"
        label={w.rawTitle}
        columns={columns}
        rowKey={(row) => `${row.time} ${row.identifier}`}
        rowName={(row) => formatTime(row.time)}
        query={query}
        search={search}
        onSearch={onSearch}
        lead={
          <Row gap="8">
            <PropertyChoice
              label={chosen.length === 0 ? w.anyProperty : w.onlyOf({ count: chosen.length })}
              icon="adjust"
              size="small"
              properties={model?.properties ?? []}
              most={maxReported}
              chosen={chosen}
              onChange={(next) =>
                onSearch({ identifiers: next.length === 0 ? undefined : next.join(','), pageNum: undefined })
              }
            />
            <Button
              size="small"
              icon="download"
              disabledReason={rows.length === 0 ? w.nothingToDownload : undefined}
              onClick={download}
            >
              {w.download}
            </Button>
          </Row>
        }
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
        onClearFilters={
          chosen.length === 0 ? undefined : () => onSearch({ identifiers: undefined, pageNum: undefined })
        }
      />
    </>
  )
}

function useReportColumns({ model }: DeviceView): readonly Column<Report>[] {
  const w = useWords(historyText)
  const locale = useLocale()
  const units = useUnits()
  return useMemo(
    (): readonly Column<Report>[] => [
      {
        key: 'time',
        title: w.time,
        width: 176,
        sortable: true,
        identifies: true,
        cell: (row) => <span className="time">{formatTime(row.time)}</span>,
      },
      {
        key: 'identifier',
        title: w.property,
        width: 280,
        cell: (row) => propertyOf({ model }, row.identifier)?.name[locale] ?? row.identifier,
      },
      {
        key: 'value',
        onPhone: 'state',
        title: w.value,
        align: 'end',
        cell: (row) => {
          const property = propertyOf({ model }, row.identifier)
          if (property === undefined) return JSON.stringify(row.value)
          const { text, unit } = splitValue(property.dataType, row.value, { locale, units })
          const denier = row.deniedBy === null ? undefined : propertyOf({ model }, row.deniedBy)
          if (denier !== undefined) return <span data-tip={w.deniedBy({ name: denier.name[locale] })}>{text}</span>
          return unit === '' ? text : `${text} ${unit}`
        },
      },
      {
        key: 'clock',
        title: w.clock,
        width: 160,
        dim: true,
        cell: (row) => (
          <span data-tip={row.deviceTime ? undefined : w.serverClockWhy}>
            {row.deviceTime ? w.deviceClock : w.serverClock}
          </span>
        ),
      },
    ],
    [model, locale, units, w],
  )
}

/** Saves the rows on screen as CSV, and no others: a long span is read page by page. */
function useDownload({ model, device }: DeviceView, rows: readonly Report[], pageNum: number): () => void {
  const w = useWords(historyText)
  const locale = useLocale()
  const units = useUnits()
  return () => {
    const lines = rows.map((row) => {
      const property = propertyOf({ model }, row.identifier)
      const { text, unit } =
        property === undefined
          ? { text: JSON.stringify(row.value), unit: '' }
          : plainValue(property.dataType, row.value, { locale, units })
      const name = property?.name[locale] ?? ''
      return [formatTime(row.time), row.identifier, name, text, unit, row.deviceTime ? w.deviceClock : w.serverClock]
    })
    const head = [w.time, w.identifier, w.property, w.value, w.unit, w.clock]
    saveBlob(new Blob([rowsCsv([head, ...lines])], { type: 'text/csv;charset=utf-8' }), `${device.sn}-${pageNum}.csv`)
  }
}
