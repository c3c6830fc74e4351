import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { UninstalledSearch } from '@brigade/contract/device/list/list.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useMemo } from 'react'
import { useStartJob } from '../../job/job-link.tsx'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { useActButton } from '../../shell/acts/use-act.tsx'
import { useList } from '../../shell/use-list.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { deviceActs } from '../view/device-acts.ts'
import { deviceListText } from '../view/device.text.ts'
import { useDeviceActions, type DeviceActions } from '../record/use-device-actions.tsx'
import { useDeviceTransfer } from '../import-export/device-transfer.tsx'
import { useCopy } from '../view/use-copy.ts'
import { isWaiting } from '../view/list-changes.ts'
import { listActionText, uninstalledText } from './list.text.ts'
import { useRecordActions, useRecordBatch } from '../record/record-actions.ts'
import { useUninstalledColumns } from './uninstalled-columns.tsx'
import { useUninstalledFilters } from './uninstalled-filters.ts'
import { useListLive } from './use-list-live.ts'
import { WaitingRows } from './waiting-rows.tsx'

/** Registered devices of a kind that are not installed yet, or no longer. */
export function UninstalledList({ kind }: { kind: DeviceKind }) {
  const w = useWords(deviceListText)
  const u = useWords(uninstalledText)
  const own = useWords(listActionText)
  const can = useCan()
  const copy = useCopy()
  const { search, query, form, table } = useList(
    deviceCalls[kind].uninstalled,
    UninstalledSearch,
    `device.${kind}.uninstalled`,
    useUninstalledFilters(kind),
  )
  const columns = useUninstalledColumns(kind)
  const [actions, dialogs] = useDeviceActions(kind)
  const rowActions = useRowActions(kind, actions)
  const { fresh, waiting, load } = useListLive(kind, { installed: false, search }, query.data)
  const [selected, setSelected] = useSelection(search)
  const rows = query.data?.list.filter(({ id }) => selected.has(id)) ?? []
  const batch = useRecordBatch(kind, actions, { targets: rows, isFound: false })
  const { pageNum: _num, pageSize: _size, ...shown } = search
  const { sort: _sort, ...found } = shown
  const transfer = useDeviceTransfer({ kind, list: 'uninstalled', found: { uninstalled: found } })
  const { mutate: startExport } = useStartJob(importExportCalls[kind].startExportUninstalled)
  const title = kind === 'oven' ? u.ovens : u.coolers
  const add = useActButton(deviceActs[kind].addToStock, () => actions.add(false))

  return (
    <ListPage
      title={title}
      primary={
        <>
          {transfer.buttons}
          {add}
        </>
      }
      filters={<SearchForm {...form} />}
    >
      <DataTable
        {...table}
        label={title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.sn}
        rowActions={rowActions}
        selection={{
          selected,
          onChange: setSelected,
          actions: [
            ...batch,
            ...(can(`${kind}:secret`)
              ? [
                  {
                    key: 'triples',
                    icon: 'key' as const,
                    label: own.exportTriples,
                    onClick: () => transfer.exportTriples(rows.map(({ id }) => id)),
                  },
                ]
              : []),
            {
              key: 'copy',
              icon: 'copy',
              label: w.copySns,
              onClick: () => copy(rows.map(({ sn }) => sn).join('\n'), w.copiedSns({ count: rows.length })),
            },
          ],
        }}
        fresh={fresh}
        notice={isWaiting(waiting) ? <WaitingRows waiting={waiting} onLoad={load} /> : undefined}
        onExport={can(`${kind}:export`) ? (format, ids) => startExport({ ...shown, ids, format }) : undefined}
        empty={{ title: u.emptyTitle, hint: add === null ? u.emptyHintReader : u.emptyHint, action: add }}
      />
      {transfer.dialogs}
      {dialogs}
    </ListPage>
  )
}

function useRowActions(kind: DeviceKind, actions: DeviceActions): (row: DeviceRow) => readonly RowAction[] {
  const w = useWords(deviceListText)
  const copy = useCopy()
  const recordActions = useRecordActions(kind, actions)
  return useMemo(
    () => (row) => {
      const copied: RowAction = {
        key: 'copy',
        icon: 'copy',
        label: w.copySn,
        onClick: () => copy(row.sn, w.copied({ what: row.sn })),
      }
      const all = recordActions(row)
      return [...all.slice(0, 2), copied, ...all.slice(2)]
    },
    [w, copy, recordActions],
  )
}
