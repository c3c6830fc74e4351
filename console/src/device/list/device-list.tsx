import { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { Suspense, lazy, useMemo, useState, type ReactNode } from 'react'
import { z } from 'zod'
import { useStartJob } from '../../job/job-link.tsx'
import { useCan } from '../../platform/can.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useKept } from '../../platform/kept-work.ts'
import { go } from '../../platform/navigate.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import { useAct, useActButton } from '../../shell/acts/use-act.tsx'
import { useList } from '../../shell/use-list.ts'
import { Segments } from '../../ui/button/segments.tsx'
import type { BatchAction, Peek, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { useLast } from '../../ui/dialog/use-last.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import type { BatchChoice } from '../../command/batch/batch-link.tsx'
import { commandHash, compareHref, detailHref } from '../view/device-address.ts'
import { useDeviceColumns } from './device-columns.tsx'
import { useDeviceChips } from './device-chips.ts'
import { linkedStates, useDeviceFilters } from './device-filters.ts'
import { DeviceGroups, GroupBar, useGrouping } from './device-groups.tsx'
import { DeviceTotals } from './device-totals.tsx'
import { deviceActs } from '../view/device-acts.ts'
import { deviceListText } from '../view/device.text.ts'
import { isWaiting } from '../view/list-changes.ts'
import { listActionText } from './list.text.ts'
import { useRecordActions, useRecordBatch } from '../record/record-actions.ts'
import { lazyExportCalls } from '../record/lazy-calls.ts'
import { useDeviceActions, type DeviceActions } from '../record/use-device-actions.tsx'
import { useDeviceTransfer } from '../import-export/device-transfer.tsx'
import { useCopy } from '../view/use-copy.ts'
import { useListLive } from './use-list-live.ts'
import { WaitingRows } from './waiting-rows.tsx'

const DevicePeek = lazy(() => import('./device-peek.tsx').then((module) => ({ default: module.DevicePeek })))
const DeviceMap = lazy(() => import('../map/device-map.tsx').then((module) => ({ default: module.DeviceMap })))

const BatchDialog = lazy(() =>
  import('../../command/batch/batch-link.tsx').then((module) => ({ default: module.BatchDialog })),
)

type Props = { kind: DeviceKind }

/** Lists the installed devices of a kind. The address holds the filters, the page and the view; live states change in place. */
export function DeviceList({ kind }: Props) {
  const w = useWords(deviceListText)
  const own = useWords(listActionText)
  const list = useDeviceListOf(kind)
  const { search, change, form } = list
  const [view, setView] = useListView()
  const grouping = useGrouping()
  const [actions, dialogs] = useDeviceActions(kind)
  const { pageNum: _num, pageSize: _size, sort: _sort, ...found } = search
  const transfer = useDeviceTransfer({ kind, list: 'installed', found: { installed: found } })
  const title = kind === 'oven' ? w.ovens : w.coolers
  const add = useActButton(deviceActs[kind].add, () => actions.add(true))

  return (
    <ListPage
      title={title}
      primary={
        <>
          <Segments
            label={own.view}
            options={[
              { value: 'list', label: own.asList },
              { value: 'map', label: own.asMap },
            ]}
            value={view}
            onChange={setView}
          />
          {transfer.buttons}
          {add}
        </>
      }
      totals={
        <DeviceTotals
          kind={kind}
          search={found}
          onChoose={(choice) => change({ online: asText(choice.online), state: choice.state, pageNum: undefined })}
        />
      }
      filters={<SearchForm {...form} link={linkedStates} />}
    >
      {view === 'map' ? (
        <Suspense fallback={null}>
          <DeviceMap kind={kind} search={found} onSearch={change} />
        </Suspense>
      ) : grouping.group === undefined ? (
        <Table
          {...{ kind, list, title, actions, add }}
          exportTriples={transfer.exportTriples}
          lead={<GroupBar {...grouping} search={search} change={change} />}
        />
      ) : (
        <DeviceGroups kind={kind} {...grouping} group={grouping.group} search={search} change={change} />
      )}
      {transfer.dialogs}
      {dialogs}
    </ListPage>
  )
}

const filtersOf = ({ sort: _sort, ...filters }: Omit<DeviceSearch, 'pageNum' | 'pageSize'>) => filters
const asText = (flag: boolean | undefined): string | undefined => (flag === undefined ? undefined : String(flag))

/** The query of the list, its filters and its rows. */
const useDeviceListOf = (kind: DeviceKind) =>
  useList(deviceCalls[kind].list, DeviceSearch, `device.${kind}`, useDeviceFilters(kind), useDeviceChips())

type TableProps = Props & {
  list: ReturnType<typeof useDeviceListOf>
  title: string
  actions: DeviceActions
  exportTriples: (ids: readonly string[]) => void
  add: ReactNode
  lead: ReactNode
}

function Table({ kind, list, title, actions, exportTriples, add, lead }: TableProps) {
  const { search, query, table } = list
  const w = useWords(deviceListText)
  const own = useWords(listActionText)
  const can = useCan()
  const copy = useCopy()
  const rowActions = useRowActions(kind, actions)
  const { fresh, waiting, load } = useListLive(kind, { installed: true, search }, query.data)
  const [selected, setSelected] = useSelection(search)
  const total = query.data?.total ?? 0
  const isWhole = selected.size > 0 && selected.size === query.data?.list.length
  const [isFoundChosen, setFoundChosen] = useState(false)
  // The choice needs every row of the page; taking one row back takes the choice back too.
  const isFound = isFoundChosen && isWhole
  const rows = query.data?.list.filter(({ id }) => selected.has(id)) ?? []
  const batch = useRecordBatch(kind, actions, { targets: rows, isFound })
  const { mutate: startExport } = useStartJob(async () => (await lazyExportCalls(kind)).startExport)
  const { pageNum: _num, pageSize: _size, ...shown } = search
  const mayCommand = can(`${kind}:command`)
  const mayExport = useAct(deviceActs[kind].export, () => startExport({ ...shown, format: 'xlsx' }))

  const copySns: BatchAction = {
    key: 'copy',
    icon: 'copy',
    label: w.copySns,
    onClick: () => copy(rows.map(({ sn }) => sn).join('\n'), w.copiedSns({ count: rows.length })),
  }
  const [setChoice, batchDrawer] = useBatch(kind)
  const command: BatchAction = {
    key: 'command',
    icon: 'send',
    label: w.sendCommand,
    onClick: () => setChoice(isFound ? { found: filtersOf(shown) } : { ids: rows.map(({ id }) => id) }),
  }
  const compare = useCompare(kind, rows, isFound)
  const triples: BatchAction = {
    key: 'triples',
    icon: 'key',
    label: own.exportTriples,
    onClick: () => exportTriples(rows.map(({ id }) => id)),
  }
  return (
    <>
      <DataTable
        {...table}
        label={title}
        columns={useDeviceColumns(kind)}
        rowKey={(row) => row.id}
        rowName={(row) => row.sn}
        rowActions={rowActions}
        selection={{
          selected,
          onChange: (next) => {
            setFoundChosen(false)
            setSelected(next)
          },
          actions: [
            ...(mayCommand ? [command] : []),
            compare,
            ...batch,
            ...(can(`${kind}:secret`) ? [triples] : []),
            copySns,
          ],
          found:
            mayCommand && isWhole && total > selected.size
              ? { count: formatNumber(total), isChosen: isFound, onChoose: () => setFoundChosen(true) }
              : undefined,
        }}
        lead={lead}
        peek={usePeek(kind)}
        fresh={fresh}
        notice={isWaiting(waiting) ? <WaitingRows waiting={waiting} onLoad={load} /> : undefined}
        onExport={mayExport ? (format, ids) => startExport({ ...shown, ids, format }) : undefined}
        empty={{ title: w.emptyTitle, hint: kind === 'oven' ? w.emptyOvens : w.emptyCoolers, action: add }}
      />
      {batchDrawer}
    </>
  )
}

/** The drawer of a command to many devices. Once opened it stays mounted, with what is typed. */
function useBatch(kind: DeviceKind): [(choice: BatchChoice) => void, ReactNode] {
  const [choice, setChoice] = useKept<BatchChoice | null>('batch choice', null)
  const hasChosen = useLast(choice) !== null
  return [
    setChoice,
    hasChosen ? (
      <Suspense fallback={null}>
        <BatchDialog kind={kind} choice={choice} onClose={() => setChoice(null)} />
      </Suspense>
    ) : null,
  ]
}

const saidByPeek = ['sn', 'name', 'product', 'state', 'customer', 'address', 'warranty', 'firmware', 'lastSeenAt']

const usePeek = (kind: DeviceKind): Peek<DeviceRow> =>
  useMemo(
    () => ({
      says: saidByPeek,
      content: (device) => (
        <Suspense fallback={null}>
          <DevicePeek kind={kind} device={device} />
        </Suspense>
      ),
    }),
    [kind],
  )

/** Compares the selected rows. All that a search finds may be more than can be compared. */
function useCompare(kind: DeviceKind, rows: readonly DeviceRow[], isFound: boolean): BatchAction {
  const w = useWords(listActionText)
  const ids = rows.map(({ id }) => id)
  return {
    key: 'compare',
    icon: 'chart-line',
    label: w.compare,
    disabledReason: isFound ? w.comparesPage : undefined,
    onClick: () => go(compareHref(kind, ids)),
  }
}

function useRowActions(kind: DeviceKind, actions: DeviceActions): (row: DeviceRow) => readonly RowAction[] {
  const w = useWords(deviceListText)
  const can = useCan()
  const copy = useCopy()
  const recordActions = useRecordActions(kind, actions)
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
      const ofRecord = recordActions(row)
      const edit = ofRecord.filter(({ key }) => key === 'edit')
      const [first, ...others] = ofRecord.filter(({ key }) => key !== 'edit')
      return [
        ...(mayCommand ? [command] : []),
        ...edit,
        { key: 'curve', icon: 'chart-line', label: w.curve, href: detailHref(kind, row.id, 'history') },
        { key: 'copy', icon: 'copy', label: w.copySn, onClick: () => copy(row.sn, w.copied({ what: row.sn })) },
        { key: 'online', icon: 'clock', label: w.onlineLog, href: detailHref(kind, row.id, 'online') },
        { key: 'messages', icon: 'message', label: w.messages, href: detailHref(kind, row.id, 'messages') },
        ...(first === undefined ? [] : [{ ...first, startsGroup: true }, ...others]),
      ]
    }
  }, [kind, w, can, copy, recordActions])
}

const View = z.object({ view: z.enum(['list', 'map']).default('list') })
type ListView = z.output<typeof View>['view']

/** The address contains whether the devices are listed or drawn on a map. */
function useListView(): [ListView, (view: ListView) => void] {
  const [{ view }, change] = useListSearch(View)
  return [view, (next) => change({ view: next === 'list' ? undefined : next })]
}
