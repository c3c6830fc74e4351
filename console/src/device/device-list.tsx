import { deviceCalls } from '@brigade/contract/device/device.endpoints.ts'
import type { DeviceRow, DeviceSearch } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatDuration } from '../platform/duration.ts'
import { useWords } from '../platform/locale.ts'
import { useCan } from '../platform/can.ts'
import { askPage } from '../platform/query.ts'
import type { RowAction } from '../ui/data-table/column.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { ListPage } from '../ui/list-page/list-page.tsx'
import { isFiltered, type SearchPatch } from '../ui/search-form/filter.ts'
import { SearchForm } from '../ui/search-form/search-form.tsx'
import { commandHash, detailHref } from './device-address.ts'
import { useDeviceColumns } from './device-columns.tsx'
import { linkedStates, useDeviceFilters } from './device-filters.ts'
import { DeviceTotals } from './device-totals.tsx'
import { deviceListText } from './device.text.ts'
import { nothingWaiting } from './list-changes.ts'
import { useCopy } from './use-copy.ts'
import { useListLive } from './use-list-live.ts'

type Props = { kind: DeviceKind; search: DeviceSearch; onSearch: (patch: SearchPatch<DeviceSearch>) => void }

/** The list of ovens or of coolers: the address holds the whole query, live states change in place. */
export function DeviceList({ kind, search, onSearch }: Props) {
  const w = useWords(deviceListText)
  const query = useQuery(askPage(deviceCalls[kind].list, search, { quiet: true }))
  const filters = useDeviceFilters(kind)
  const columns = useDeviceColumns(kind)
  const rowActions = useRowActions(kind)
  const { fresh, waiting, load } = useListLive(kind, search)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // What is selected is of the rows in sight: other rows, by whatever way (page, sort, totals, back), begin anew.
  const rowsKey = JSON.stringify(search)
  const [seenKey, setSeenKey] = useState(rowsKey)
  if (seenKey !== rowsKey) {
    setSeenKey(rowsKey)
    setSelected(new Set())
  }
  const copy = useCopy()
  const selectedSns = (): string[] => query.data?.list.filter((row) => selected.has(row.id)).map((row) => row.sn) ?? []

  const clearFilters = (): void => {
    onSearch({
      ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])),
      pageSize: search.pageSize,
      sort: search.sort,
    })
  }

  return (
    <ListPage
      title={kind === 'oven' ? w.ovens : w.coolers}
      totals={
        <DeviceTotals
          kind={kind}
          search={search}
          onChoose={(choice) => onSearch({ online: asText(choice.online), state: choice.state, pageNum: undefined })}
        />
      }
      filters={
        <SearchForm name={`device.${kind}`} filters={filters} search={search} onSearch={onSearch} link={linkedStates} />
      }
    >
      <DataTable
        name={`device.${kind}`}
        label={kind === 'oven' ? w.ovens : w.coolers}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.sn}
        query={query}
        search={search}
        onSearch={onSearch}
        rowActions={rowActions}
        selection={{
          selected,
          onChange: setSelected,
          actions: [
            {
              key: 'copy',
              icon: 'copy',
              label: w.copySns,
              onClick: () => copy(selectedSns().join('\n'), w.copiedSns({ count: selected.size })),
            },
          ],
        }}
        fresh={fresh}
        notice={
          waiting === nothingWaiting ? undefined : (
            <Waiting changed={waiting.changed.size} added={waiting.added.size} onLoad={load} />
          )
        }
        empty={{ title: w.emptyTitle, hint: kind === 'oven' ? w.emptyOvens : w.emptyCoolers }}
        onClearFilters={isFiltered(filters, search) ? clearFilters : undefined}
      />
    </ListPage>
  )
}

const asText = (flag: boolean | undefined): string | undefined => (flag === undefined ? undefined : String(flag))

/** What live changes did not move, add or drop, and a way to load it. */
function Waiting({ changed, added, onLoad }: { changed: number; added: number; onLoad: () => void }) {
  const w = useWords(deviceListText)
  return (
    <>
      <span>{w.waiting({ changed, added })}</span>
      <button type="button" onClick={onLoad}>
        {w.load}
      </button>
    </>
  )
}

function useRowActions(kind: DeviceKind): (row: DeviceRow) => readonly RowAction[] {
  const w = useWords(deviceListText)
  const can = useCan()
  const copy = useCopy()
  return useMemo(() => {
    const mayCommand = can(`${kind}:command`)
    const whyOffline = ({ online, onlineChangedAt }: DeviceRow): string | undefined => {
      if (online) return undefined
      return onlineChangedAt === null
        ? w.neverOnline
        : w.offlineFor({ duration: formatDuration(Date.now() - Date.parse(onlineChangedAt)) })
    }
    return (row) => {
      const command: RowAction = {
        key: 'command',
        icon: 'send',
        label: w.sendCommand,
        href: detailHref(kind, row.id, 'overview', commandHash),
        disabledReason: whyOffline(row),
      }
      return [
        ...(mayCommand ? [command] : []),
        { key: 'curve', icon: 'chart-line', label: w.curve, href: detailHref(kind, row.id, 'history') },
        { key: 'copy', icon: 'copy', label: w.copySn, onClick: () => copy(row.sn, w.copied({ what: row.sn })) },
        { key: 'online', icon: 'clock', label: w.onlineLog, href: detailHref(kind, row.id, 'online') },
        { key: 'messages', icon: 'message', label: w.messages, href: detailHref(kind, row.id, 'messages') },
      ]
    }
  }, [kind, w, can, copy])
}
