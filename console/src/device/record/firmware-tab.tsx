import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { FirmwareSearch, type FirmwareRow } from '@brigade/contract/device/record/record.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { isFiltered, type Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import type { DeviceView } from '../detail/device-view.ts'
import { firmwareText } from './record.text.ts'

type Search = ReturnType<typeof FirmwareSearch.parse>
type Row = ReturnType<typeof FirmwareRow.parse>
const listName = 'device.firmwares'
/** The module that is the device itself. */
const ownModule = 'default'

/** Each version that the device has reported of itself and its modules. */
export function FirmwareTab({ view }: { view: DeviceView }) {
  const w = useWords(firmwareText)
  const [search, change] = useListSearch(FirmwareSearch, listName)
  const query = useQuery(askPage(recordCalls[view.kind].firmwares, search, { quiet: true }))
  const filters: readonly Filter<keyof Search>[] = [
    { kind: 'text', name: 'module', label: w.module, placeholder: w.moduleHint, maxLength: 64 },
  ]
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      {
        key: 'time',
        title: w.time,
        width: 176,
        sortable: true,
        identifies: true,
        cell: (row) => <span className="time">{formatTime(row.time)}</span>,
      },
      {
        key: 'module',
        title: w.module,
        width: 200,
        cell: (row) => (row.module === ownModule ? w.own : <span className="mono">{row.module}</span>),
      },
      { key: 'version', title: w.version, cell: (row) => <b>{row.version}</b> },
      { key: 'before', title: w.before, dim: true, cell: (row) => (row.before === '' ? w.first : row.before) },
    ],
    [w],
  )
  return (
    <>
      <SearchForm name={listName} filters={filters} search={search} onSearch={change} />
      <DataTable
        name={listName}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.seq}
        rowName={(row) => row.version}
        query={query}
        search={search}
        onSearch={change}
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
        onClearFilters={
          isFiltered(filters, search) ? () => change({ module: undefined, pageNum: undefined }) : undefined
        }
      />
    </>
  )
}
