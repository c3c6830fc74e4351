import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { lazy, Suspense } from 'react'
import { useStartJob } from '../../job/job-link.tsx'
import { useCan } from '../../platform/can.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useAct } from '../../shell/acts/use-act.tsx'
import { useList } from '../../shell/use-list.ts'
import type { ExportFormat, Peek, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { Box } from '../../ui/layout/layout.tsx'
import { WithListSheet } from '../../ui/list-page/list-sheet.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { faultActs } from '../fault-acts.ts'
import type { FaultTab } from '../fault-address.ts'
import { faultText } from '../fault.text.ts'
import { useActs } from '../record/use-acts.tsx'
import { useRecordChips } from './record-chips.ts'
import { useRecordColumns } from './record-columns.tsx'
import { useRecordFilters } from './record-filters.ts'
import { recordSearchOf } from './record-search.ts'
import { RecordTotals } from './record-totals.tsx'
import { useRecordLive } from './use-record-live.ts'

const RecordPeek = lazy(() => import('./record-peek.tsx').then((module) => ({ default: module.RecordPeek })))

const peek: Peek<FaultRow> = {
  says: ['name', 'severity', 'condition', 'handling', 'assignee', 'sn', 'customer', 'model', 'raisedAt', 'reason'],
  content: (record) => (
    <Suspense fallback={null}>
      <RecordPeek record={record} />
    </Suspense>
  ),
}

type Props = {
  kind: DeviceKind
  tab: FaultTab
  /** The table is limited to this device. */
  deviceId?: string
  onOpen: (id: string | undefined) => void
}

/** The records of a tab: totals as filters, filters, rows that change in place, acts on one or many. */
export function RecordTable({ kind, tab, deviceId, onOpen }: Props) {
  const w = useWords(faultText)
  const can = useCan()
  const locale = useLocale()
  const isOfDevice = deviceId !== undefined
  const schema = recordSearchOf(kind, tab, deviceId)
  const filters = useRecordFilters(kind, tab, isOfDevice)
  const chips = useRecordChips(tab, isOfDevice)
  const list = useList(faultApi.page, schema, `fault.${kind}.${tab}`, filters, chips)
  const { form, table, search, change, query } = list
  const { fresh, waiting, load } = useRecordLive(search, query.data)
  const [selected, setSelected] = useSelection(search)
  const columns = useRecordColumns({ onOpen, isOfDevice, tab })
  const rows = query.data?.list.filter(({ id }) => selected.has(id)) ?? []
  const [actsOn, dialog] = useActs('list', () => setSelected(new Set()))
  const { mutate: startExport } = useStartJob(faultApi.startExport)
  const { pageNum: _num, pageSize: _size, ...shown } = search
  // The records of one device have no screen of their own.
  const exportAct = isOfDevice ? null : kind === 'oven' ? faultActs.exportOven : faultActs.exportCooler
  const isOffered = useAct(exportAct, () => startExport({ ...shown, format: 'xlsx' }))
  const mayExport = isOffered || (isOfDevice && can(faultActs.exportOven.code))
  const rowActions = (row: FaultRow): readonly RowAction[] => [
    ...actsOn([row]),
    { key: 'open', icon: 'eye', label: w.open, onClick: () => onOpen(row.id) },
  ]
  const hasTotals = tab === 'inbox' && !isOfDevice
  return (
    <WithListSheet>
      {hasTotals ? (
        <Box paddingTop="12">
          <RecordTotals
            kind={kind}
            search={search}
            onChoose={(choice) => change({ ...asText(choice), pageNum: undefined })}
          />
        </Box>
      ) : null}
      <SearchForm {...form} />
      <DataTable
        {...table}
        peek={peek}
        label={w[tab]}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.device.sn} ${row.name[locale]}`}
        rowActions={rowActions}
        selection={{
          selected,
          onChange: setSelected,
          actions: actsOn(rows),
        }}
        fresh={fresh}
        notice={
          waiting === 0 ? undefined : (
            <>
              <span>{w.waiting({ n: waiting })}</span>
              <button type="button" onClick={load}>
                {w.load}
              </button>
            </>
          )
        }
        onExport={
          mayExport ? (format: ExportFormat, ids?: string) => startExport({ ...shown, ids, format }) : undefined
        }
        empty={useEmpty(tab)}
      />
      {dialog}
    </WithListSheet>
  )
}

const asText = ({ stale, ...choice }: Parameters<Parameters<typeof RecordTotals>[0]['onChoose']>[0]) => ({
  ...choice,
  stale: stale === undefined ? undefined : String(stale),
})

function useEmpty(tab: FaultTab): { title: string; hint: string } {
  const w = useWords(faultText)
  switch (tab) {
    case 'inbox':
      return { title: w.emptyInbox, hint: w.emptyInboxHint }
    case 'faults':
      return { title: w.emptyFaults, hint: w.emptySpan }
    case 'alarms':
      return { title: w.emptyAlarms, hint: w.emptySpan }
    case 'shelved':
      return { title: w.emptyShelved, hint: w.emptyShelvedHint }
  }
}
