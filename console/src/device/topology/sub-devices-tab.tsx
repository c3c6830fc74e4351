import { topologyCalls } from '@brigade/contract/device/topology/topology.endpoints.ts'
import { SubDeviceSearch, type SubDeviceRow } from '@brigade/contract/device/topology/topology.model.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatTime } from '../../platform/format.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { yesNo, type Filter } from '../../ui/search-form/filter.ts'
import { WithListSheet } from '../../ui/list-page/list-sheet.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import type { DeviceView } from '../view/device-view.ts'
import { DeviceBadge } from '../view/device-badge.tsx'
import { DeviceLink } from '../view/device-link.tsx'
import { AddSubs } from './add-subs.tsx'
import { subsText } from './topology.text.ts'
import { useSubsLive } from './use-subs-live.ts'

type Search = ReturnType<typeof SubDeviceSearch.parse>
const listName = 'device.subs'
/** A row of this list only shows its state. */
const noFact = { stage: null, stageCount: null, temperatureC: null, minutesLeft: null }

/** Lists the sub-devices of a gateway with live states. They are added and removed here. */
export function SubDevicesTab({ view: { kind, device } }: { view: DeviceView }) {
  const w = useWords(subsText)
  const can = useCan()
  const mayEdit = can(`${kind}:update`)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [askRemove, confirmation] = useRemoval({ kind, device }, () => setSelected(new Set()))
  const [isAdding, setAdding] = useState(false)
  const call = topologyCalls[kind].subDevices
  const { search, query, form, table } = useList(call, SubDeviceSearch, listName, useFilters())
  useSubsLive(ask(call, search).queryKey, query.data?.list)
  const columns = useColumns()
  const rowActions = useMemo(
    () =>
      (row: SubDeviceRow): readonly RowAction[] => [
        { key: 'remove', icon: 'trash', label: w.remove, danger: true, onClick: () => askRemove([row.id]) },
      ],
    [w, askRemove],
  )
  return (
    <WithListSheet>
      {device.online ? null : (
        <Text.p margin="16 24 0" padding="8 12" radius="s" ground="warn-soft" tone="ink" role="status">
          {w.gatewayOffline}
        </Text.p>
      )}
      <SearchForm {...form} />
      <DataTable
        {...table}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.sn}
        lead={
          mayEdit ? (
            <Button size="small" icon="plus" onClick={() => setAdding(true)}>
              {w.add}
            </Button>
          ) : undefined
        }
        {...(mayEdit
          ? {
              rowActions,
              selection: {
                selected,
                onChange: setSelected,
                actions: [
                  {
                    key: 'remove',
                    icon: 'trash' as const,
                    label: w.remove,
                    danger: true,
                    onClick: () => askRemove([...selected]),
                  },
                ],
              },
            }
          : {})}
        empty={{
          title: w.emptyTitle,
          hint: w.emptyHint,
          ...(mayEdit ? { action: <Button onClick={() => setAdding(true)}>{w.add}</Button> } : {}),
        }}
      />
      {confirmation}
      <AddSubs kind={kind} gatewayId={device.id} isOpen={isAdding} onClose={() => setAdding(false)} />
    </WithListSheet>
  )
}

/** Confirms the removal of sub-devices from their gateway. */
function useRemoval(
  { kind, device }: Pick<DeviceView, 'kind' | 'device'>,
  onRemoved: () => void,
): [(ids: readonly string[]) => void, ReactNode] {
  const w = useWords(subsText)
  const remove = useSend(topologyCalls[kind].removeSubDevices, { quiet: true })
  const [removing, setRemoving] = useState<readonly string[]>([])
  const removed = async (): Promise<void> => {
    const count = removing.length
    await remove.mutateAsync({ id: device.id, ids: [...removing] })
    onRemoved()
    toastDone(w.removed({ count }))
  }
  return [
    setRemoving,
    <ConfirmAction
      key="confirm"
      title={w.removeTitle}
      isOpen={removing.length > 0}
      onClose={() => setRemoving([])}
      danger
      confirmLabel={w.removeConfirm({ count: removing.length })}
      onConfirm={removed}
    >
      {w.removeBody({ count: removing.length })}
    </ConfirmAction>,
  ]
}

function useColumns(): readonly Column<SubDeviceRow>[] {
  const w = useWords(subsText)
  const nameOf = useNameOf()
  return useMemo(
    () => [
      {
        key: 'sn',
        title: w.sn,
        width: 180,
        identifies: true,
        sortable: true,
        cell: (row) => (
          <DeviceLink kind={row.kind} id={row.id}>
            {row.sn}
          </DeviceLink>
        ),
      },
      { key: 'name', title: w.name, cell: (row) => row.name },
      { key: 'product', title: w.product, width: 160, cell: (row) => nameOf(row.product.name) },
      {
        key: 'state',
        title: w.state,
        width: 168,
        cell: (row) => <DeviceBadge kind={row.kind} device={{ ...row, fact: noFact }} />,
      },
      { key: 'unit', title: w.unit, width: 88, align: 'end', cell: (row) => row.unit },
      {
        key: 'lastSeen',
        title: w.lastSeen,
        width: 176,
        align: 'end',
        dim: true,
        cell: (row) => <span className="time">{formatTime(row.lastSeenAt)}</span>,
      },
      momentColumn('addedAt', w.addedAt, { width: 176, dim: true }),
    ],
    [w, nameOf],
  )
}

function useFilters(): readonly Filter<keyof Search>[] {
  const w = useWords(subsText)
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    yesNo('online', { label: w.connection, any: w.any, yes: w.online, no: w.offline }),
  ]
}
