import { firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { UpgradeTaskDetail } from '@brigade/contract/firmware/task.model.ts'
import { UpgradeDeviceSearch, type UpgradeDeviceRow } from '@brigade/contract/firmware/upgrade-device.model.ts'
import { upgradeReasonWords, upgradeResultWords, upgradeStateWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { upgradeResults, upgradeStates } from '@brigade/contract/firmware/upgrade.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCan, usePlatformCan } from '../../platform/can.ts'
import { download, saveBlob } from '../../platform/call.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import { WithListSheet } from '../../ui/list-page/list-sheet.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { taskHref } from '../firmware-address.ts'
import { taskDetailText } from './task-detail.text.ts'
import { rowKeyOf } from './use-task-live.ts'
import { useUpgradeColumns } from './upgrade-columns.tsx'

type Props = { task: UpgradeTaskDetail; fresh: ReadonlySet<string> }

const changingColumns: ReadonlySet<string> = new Set(['state', 'reason', 'attempts', 'now'])
/** The rows of a filter are read again while the task runs; the rows themselves change in place. */
const lookEveryMs = 15_000

/** The devices of a task, each with its state, the reason, and the number of tries. */
export function TaskDevicesTab({ task, fresh }: Props) {
  const w = useWords(taskDetailText)
  const can = useCan()
  const may = usePlatformCan()
  const { form, table, search, query } = useList(
    upgradeTaskApi.taskDevices,
    UpgradeDeviceSearch,
    'firmware.task-device',
    useFilters(task),
  )
  useQuery({
    ...ask(upgradeTaskApi.taskDevices, search, { quiet: true }),
    refetchInterval: task.status === 'START' ? lookEveryMs : false,
  })
  const columns = useUpgradeColumns()
  const [retrying, setRetrying] = useState<readonly UpgradeDeviceRow[] | null>(null)
  const [selected, setSelected] = useSelection(search)
  const rowActions = useRowActions(task, setRetrying)
  const chosen = query.data?.list.filter((row) => selected.has(rowKeyOf(row))) ?? []
  const freshColumns = useMemo(() => new Map([...fresh].map((key) => [key, changingColumns])), [fresh])
  const exportAll = async (): Promise<void> => {
    const { pageNum: _num, pageSize: _size, sort: _sort, ...filters } = search
    const { blob, name } = await download(upgradeTaskApi.exportTaskDevices, filters)
    saveBlob(blob, name)
  }
  return (
    <WithListSheet>
      <SearchForm {...form} />
      <DataTable
        {...table}
        label={w.devices}
        columns={columns}
        rowKey={rowKeyOf}
        rowName={(row) => row.device.sn}
        rowActions={rowActions}
        fresh={freshColumns}
        lead={
          can('firmware-task:export') ? (
            <Button size="small" icon="download" onClick={() => void exportAll()}>
              {w.export}
            </Button>
          ) : undefined
        }
        {...(may('firmware-task:start')
          ? {
              selection: {
                selected,
                onChange: setSelected,
                actions: [
                  {
                    key: 'retry',
                    icon: 'refresh' as const,
                    label: w.retry,
                    disabledReason: whyNotRetry(task, chosen, w),
                    onClick: () => setRetrying(chosen),
                  },
                ],
              },
            }
          : {})}
        empty={{ title: w.emptyDevices, hint: w.emptyDevicesHint }}
      />
      <Retry task={task} rows={retrying} onClose={() => setRetrying(null)} onDone={() => setSelected(new Set())} />
    </WithListSheet>
  )
}

function whyNotRetry(
  task: Pick<UpgradeTaskDetail, 'status'>,
  rows: readonly UpgradeDeviceRow[],
  w: { notRunning: string; notFailed: string; deviceGone: string },
): string | undefined {
  if (task.status !== 'START') return w.notRunning
  if (rows.some(({ device }) => device.isGone)) return w.deviceGone
  return rows.every(isRetriable) ? undefined : w.notFailed
}

/** A module that fell with an earlier one is tried again with it, or by itself once that one has succeeded late. */
const isRetriable = ({ state, reason }: UpgradeDeviceRow): boolean =>
  state === 'failed' || (state === 'cancelled' && reason === 'earlier-module')

function useFilters(task: UpgradeTaskDetail): readonly Filter<keyof UpgradeDeviceSearch>[] {
  const w = useWords(taskDetailText)
  const locale = useLocale()
  const reasons = [...new Set(task.reasons.flatMap(({ reason }) => (reason === null ? [] : [reason])))]
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    choiceOf('state', [w.state, w.anyState], upgradeStates, (state) => upgradeStateWords[state][locale]),
    {
      kind: 'select',
      name: 'reason',
      label: w.reason,
      placeholder: w.anyReason,
      searchable: true,
      options: reasons.map((reason) => ({ value: reason, label: upgradeReasonWords[reason][locale] })),
    },
    choiceOf('result', [w.result, w.anyResult], upgradeResults, (result) => upgradeResultWords[result][locale]),
  ]
}

function useRowActions(
  task: Pick<UpgradeTaskDetail, 'id' | 'status'>,
  onRetry: (rows: readonly UpgradeDeviceRow[]) => void,
): (row: UpgradeDeviceRow) => readonly RowAction[] {
  const w = useWords(taskDetailText)
  const may = usePlatformCan()
  const { id, status } = task
  return useMemo(
    () => (row) => [
      { key: 'events', icon: 'clock', label: w.ofDevice, href: `${taskHref(id, 'events')}&deviceId=${row.device.id}` },
      ...(may('firmware-task:start')
        ? [
            {
              key: 'retry',
              icon: 'refresh' as const,
              label: w.retry,
              disabledReason: whyNotRetry({ status }, [row], w),
              onClick: () => onRetry([row]),
            },
          ]
        : []),
    ],
    [id, status, w, may, onRetry],
  )
}

type RetryProps = {
  task: UpgradeTaskDetail
  rows: readonly UpgradeDeviceRow[] | null
  onClose: () => void
  onDone: () => void
}

function Retry({ task, rows, onClose, onDone }: RetryProps) {
  const w = useWords(taskDetailText)
  const retry = useSend(firmwareDeviceApi.retryDevices, { quiet: true })
  const ids = [...new Set(rows?.map(({ device }) => device.id))]
  return (
    <ConfirmAction
      title={w.retryTitle({ n: formatNumber(ids.length) })}
      isOpen={rows !== null}
      onClose={onClose}
      confirmLabel={w.retry}
      onConfirm={async () => {
        const { retried } = await retry.mutateAsync({ id: task.id, deviceIds: ids })
        toastDone(w.retried({ n: formatNumber(retried) }))
        onDone()
      }}
    >
      {w.retryBody}
    </ConfirmAction>
  )
}
