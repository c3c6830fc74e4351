import type { UpgradeDeviceRow } from '@brigade/contract/firmware/upgrade-device.model.ts'
import { upgradeResultWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useMemo } from 'react'
import { formatNumber, formatTime, orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { formatBytes } from '../bytes.ts'
import { UpgradeStateBadge, useReasonWords } from '../firmware-badge.tsx'
import { firmwareText } from '../firmware.text.ts'
import { ModuleName } from '../module-name.tsx'
import { DeviceOrGone } from './device-or-gone.tsx'
import { taskDetailText } from './task-detail.text.ts'

export function useUpgradeColumns(): readonly Column<UpgradeDeviceRow>[] {
  const w = useWords(taskDetailText)
  const f = useWords(firmwareText)
  const locale = useLocale()
  const reasonOf = useReasonWords()
  return useMemo(
    () => [
      {
        key: 'sn',
        title: w.sn,
        width: 140,
        identifies: true,
        sortable: true,
        cell: (row) => <Serial row={row} />,
      },
      { key: 'name', title: w.name, width: 140, isExtra: true, cell: ({ device }) => device.name },
      {
        key: 'organisation',
        title: w.organisation,
        width: 140,
        isExtra: true,
        dim: true,
        cell: (row) => row.organisation,
      },
      { key: 'online', title: w.connection, width: 92, cell: (row) => <Connection row={row} /> },
      { key: 'module', title: f.module, width: 72, cell: (row) => <ModuleName module={row.module} /> },
      {
        key: 'state',
        title: w.state,
        width: 168,
        cell: (row) => <UpgradeStateBadge state={row.state} progress={row.progress} />,
      },
      { key: 'reason', title: w.reason, cell: (row) => reasonOf(row.reason) },
      { key: 'from', title: w.from, width: 84, align: 'end', dim: true, cell: (row) => orDash(row.from) },
      { key: 'target', title: w.to, width: 84, align: 'end', cell: (row) => row.target },
      { key: 'now', title: w.now, width: 96, align: 'end', cell: (row) => orDash(row.current) },
      {
        key: 'attempts',
        title: w.attempts,
        width: 128,
        align: 'end',
        dim: true,
        cell: (row) =>
          row.tries === 0
            ? formatNumber(row.attempts)
            : w.attemptsOf({ counted: formatNumber(row.attempts), tries: formatNumber(row.tries) }),
      },
      {
        key: 'result',
        title: w.result,
        width: 100,
        isExtra: true,
        cell: (row) => (row.result === null ? '' : upgradeResultWords[row.result][locale]),
      },
      { key: 'bytes', title: w.bytes, width: 190, align: 'end', isExtra: true, cell: (row) => formatBytes(row.bytes) },
      {
        key: 'due',
        title: w.due,
        width: 160,
        align: 'end',
        dim: true,
        isExtra: true,
        cell: (row) => <span className="time">{formatTime(row.dueAt)}</span>,
      },
      momentColumn('changedAt', w.changed, { width: 160, isExtra: true, dim: true, sortable: true }),
    ],
    [w, f, locale, reasonOf],
  )
}

type OfRow = { row: UpgradeDeviceRow }

const Serial = ({ row: { device } }: OfRow) => <DeviceOrGone device={device} />

function Connection({ row: { online, device } }: OfRow) {
  const w = useWords(taskDetailText)
  if (device.isGone) return <Text tone="ink-3">{w.deleted}</Text>
  return <StateBadge shape={online ? 'online' : 'offline'} word={online ? w.online : w.offline} />
}
