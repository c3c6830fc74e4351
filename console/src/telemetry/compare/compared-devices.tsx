import type { RequestOf } from '@brigade/contract/endpoint.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { comparisonCalls } from '@brigade/contract/telemetry/compare.endpoints.ts'
import { useMemo } from 'react'
import { useStartJob } from '../../job/job-link.tsx'
import { saveBlob } from '../../platform/call.ts'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords, type WordsOf } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column, RowAction, TableQuery } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { pageWithin } from '../../ui/data-table/plain-table.tsx'
import type { SearchPatch } from '../../ui/search-form/filter.ts'
import { detailHref } from '../../device/view/device-address.ts'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { rowsCsv } from '../history/rows-csv.ts'
import type { CompareSearch } from './compare-search.ts'
import { compareText } from './compare.text.ts'
import { comparisonRows } from './comparison-csv.ts'
import { sortedRows } from './sorted-rows.ts'
import type { Compared, ComparedRow } from './use-comparison.ts'

type ExportAsked = Omit<RequestOf<typeof comparisonCalls.oven.startComparisonExport>, 'format' | 'units'>

type Props = {
  kind: DeviceKind
  search: CompareSearch
  compared: Compared | undefined
  query: Omit<TableQuery<ComparedRow>, 'data'>
  /** The compared query; undefined until it is known. */
  asked: ExportAsked | undefined
  fileName: string
  onSearch: (patch: SearchPatch<CompareSearch>) => void
  onRemove: (id: string) => void
}

/** The figures of the whole span, a row a device; the reason of those that are not compared. */
export function ComparedDevices({ kind, search, compared, query, asked, fileName, onSearch, onRemove }: Props) {
  const w = useWords(compareText)
  const rows = useMemo(() => sortedRows(compared?.rows ?? [], search.sort), [compared, search.sort])
  const columns = useColumns(kind, compared)
  const isEmpty = rows.every(({ mean }) => mean === null)
  const rowActions = (row: ComparedRow): readonly RowAction[] => [
    { key: 'history', icon: 'chart-line', label: w.open, href: detailHref(kind, row.id, 'history') },
    {
      key: 'remove',
      icon: 'x',
      label: w.remove,
      onClick: () => onRemove(row.id),
      disabledReason: rows.length === 1 ? w.lastOne : undefined,
    },
  ]
  const download = (): void => {
    if (compared === undefined) return
    const none = { unit: '' }
    const head = [w.time, w.sn, w.device, w.lowest(none), w.mean(none), w.highest(none), w.unit]
    const file = new Blob([rowsCsv(comparisonRows(compared, head))], { type: 'text/csv;charset=utf-8' })
    saveBlob(file, `${fileName}.csv`)
  }
  return (
    <DataTable
      name="device.compare"
      label={w.table}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ sn }) => sn}
      query={{ ...query, data: compared === undefined ? undefined : pageWithin(rows, search) }}
      search={search}
      onSearch={onSearch}
      rowActions={rowActions}
      lead={
        <>
          <Button
            size="small"
            icon="download"
            disabledReason={isEmpty ? w.nothingToDownload : undefined}
            onClick={download}
          >
            {w.download}
          </Button>
          <ExportButton kind={kind} asked={isEmpty ? undefined : asked} />
        </>
      }
      empty={{ title: w.emptyTitle, hint: w.emptyHint }}
    />
  )
}

/** The export is a background job: it writes the values of the chart, in the person's units. */
function ExportButton({ kind, asked }: Pick<Props, 'kind' | 'asked'>) {
  const w = useWords(compareText)
  const can = useCan()
  const { system } = useUnits()
  const { mutate } = useStartJob(comparisonCalls[kind].startComparisonExport)
  if (!can(`${kind}:export`)) return null
  return (
    <Button
      size="small"
      icon="table"
      disabledReason={asked === undefined ? w.nothingToDownload : undefined}
      onClick={() => asked !== undefined && mutate({ ...asked, format: 'xlsx', units: system })}
    >
      {w.export}
    </Button>
  )
}

function useColumns(kind: DeviceKind, compared: Compared | undefined): readonly Column<ComparedRow>[] {
  const w = useWords(compareText)
  const { unit = '', digits = 1 } = compared ?? {}
  return useMemo((): readonly Column<ComparedRow>[] => {
    const inUnit = { unit: unit === '' ? '' : w.inUnit({ unit }) }
    const figure = (key: 'min' | 'mean' | 'max', title: string): Column<ComparedRow> => ({
      key,
      title,
      align: 'end',
      width: 136,
      sortable: true,
      cell: (row) => formatNumber(row[key], digits),
    })
    return [
      {
        key: 'name',
        title: w.device,
        sortable: true,
        identifies: true,
        cell: ({ id, name }) => (
          <DeviceLink kind={kind} id={id}>
            {name}
          </DeviceLink>
        ),
      },
      figure('min', w.lowest(inUnit)),
      figure('mean', w.mean(inUnit)),
      figure('max', w.highest(inUnit)),
      {
        key: 'points',
        title: w.reports,
        align: 'end',
        width: 120,
        sortable: true,
        cell: ({ points }) => formatNumber(points),
      },
      { key: 'sn', title: w.sn, width: 184, sortable: true, cell: ({ sn }) => <span className="mono">{sn}</span> },
      { key: 'standing', title: w.standing, width: 252, dim: true, cell: (row) => standingWords(row, w) },
    ]
  }, [kind, unit, digits, w])
}

function standingWords({ standing, points, unit }: ComparedRow, w: WordsOf<typeof compareText>): string {
  if (standing === 'otherUnit') return w.otherUnit({ unit })
  if (standing !== 'compared') return w[standing]
  return points === 0 ? w.noReports : ''
}
