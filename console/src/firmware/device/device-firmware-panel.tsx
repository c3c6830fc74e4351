import { firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import type { DeviceFirmware } from '@brigade/contract/firmware/upgrade-device.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan, usePlatformCan } from '../../platform/can.ts'
import { formatTime, orDash } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLiveStale } from '../../platform/live.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Box, Stack, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { RelationBadge, TaskStatusBadge, UpgradeStateBadge, useReasonWords } from '../firmware-badge.tsx'
import { UpgradeTaskLink } from '../firmware-link.tsx'
import { firmwareText } from '../firmware.text.ts'
import { ModuleName } from '../module-name.tsx'
import { useRefusalWords } from '../refusal-words.ts'
import { taskDetailText } from '../task-detail/task-detail.text.ts'
import css from './device-firmware.module.css'
import { deviceFirmwareText } from './device-firmware.text.ts'
import { UpgradeForm } from './upgrade-form.tsx'

/**
 * Shows the modules and upgrades of one device, and “upgrade this one”; nothing to accounts without access to firmware.
 */
export function DeviceFirmwarePanel({ deviceId }: { deviceId: string }) {
  const can = useCan()
  const mayView = can('firmware-version:view')
  const { data, error, refetch } = useQuery({
    ...ask(firmwareDeviceApi.device, { deviceId }, { quiet: true }),
    enabled: mayView,
  })
  if (!mayView) return null
  if (data !== undefined)
    return (
      <>
        <News deviceId={deviceId} />
        <Known firmware={data} />
      </>
    )
  if (error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return <Box margin="16 24" radius="m" ground="hover" className={css.bones} aria-busy="true" />
}

/** An upgrade moves by itself. */
function News({ deviceId }: { deviceId: string }) {
  useLiveStale(firmwareDeviceApi.deviceLive, { deviceId }, ({ hasNews }) => hasNews)
  return null
}

function Known({ firmware }: { firmware: DeviceFirmware }) {
  const w = useWords(deviceFirmwareText)
  const may = usePlatformCan()
  const refusalWords = useRefusalWords()
  const [isOpen, setOpen] = useKept('upgrade device sheet', false)
  const hasTargets = firmware.models.some(({ targets }) => targets.length > 0)
  const refusal = refusalWords(firmware.refusal) ?? (hasTargets ? undefined : w.noTargets)
  return (
    <Stack gap="16" padding="16 gutter" className={css.panels}>
      <Panel
        title={w.modules}
        actions={
          may('firmware-task:create') ? (
            <Button size="small" icon="upload" disabledReason={refusal} onClick={() => setOpen(true)}>
              {w.upgrade}
            </Button>
          ) : undefined
        }
      >
        <Modules firmware={firmware} />
      </Panel>
      <Panel title={w.upgrades}>
        <Upgrades firmware={firmware} />
      </Panel>
      <FormSheet title={w.title} isOpen={isOpen} onClose={() => setOpen(false)} width={520}>
        <UpgradeForm firmware={firmware} />
      </FormSheet>
    </Stack>
  )
}

function Modules({ firmware }: { firmware: DeviceFirmware }) {
  const w = useWords(deviceFirmwareText)
  const f = useWords(firmwareText)
  const columns = useMemo(
    (): readonly Column<DeviceFirmware['modules'][number]>[] => [
      { key: 'module', title: f.module, width: 110, cell: (row) => <ModuleName module={row.module} /> },
      { key: 'version', title: w.reported, width: 130, cell: (row) => <b>{row.version}</b> },
      { key: 'current', title: w.currentVersion, width: 120, cell: (row) => orDash(row.current) },
      {
        key: 'relation',
        title: w.relation,
        width: 180,
        cell: (row) => (row.relation === null ? '' : <RelationBadge relation={row.relation} />),
      },
      {
        key: 'reportedAt',
        title: w.reportedAt,
        width: 170,
        dim: true,
        cell: (row) => <span className="time">{formatTime(row.reportedAt)}</span>,
      },
    ],
    [w, f],
  )
  if (firmware.modules.length === 0)
    return (
      <Text.p tone="ink-3" className={css.none}>
        {w.neverReported}
      </Text.p>
    )
  return <PlainTable label={w.modules} columns={columns} rows={firmware.modules} rowKey={(row) => row.module} />
}

function Upgrades({ firmware }: { firmware: DeviceFirmware }) {
  const w = useWords(deviceFirmwareText)
  const f = useWords(firmwareText)
  const t = useWords(taskDetailText)
  const reasonOf = useReasonWords()
  const columns = useMemo(
    (): readonly Column<DeviceFirmware['upgrades'][number]>[] => [
      {
        key: 'task',
        title: w.task,
        width: 190,
        cell: ({ task }) => <UpgradeTaskLink id={task.id}>{task.name}</UpgradeTaskLink>,
      },
      { key: 'status', title: w.taskStatus, width: 140, cell: ({ task }) => <TaskStatusBadge status={task.status} /> },
      { key: 'module', title: f.module, width: 90, cell: (row) => <ModuleName module={row.module} /> },
      { key: 'from', title: t.from, width: 96, cell: (row) => orDash(row.from) },
      { key: 'to', title: t.to, width: 96, cell: (row) => row.target },
      {
        key: 'state',
        title: t.state,
        width: 150,
        cell: (row) => <UpgradeStateBadge state={row.state} progress={row.progress} />,
      },
      { key: 'reason', title: t.reason, width: 180, cell: (row) => reasonOf(row.reason) },
      {
        key: 'changedAt',
        title: t.changed,
        width: 164,
        dim: true,
        cell: (row) => <span className="time">{formatTime(row.changedAt)}</span>,
      },
    ],
    [w, f, t, reasonOf],
  )
  if (firmware.upgrades.length === 0)
    return (
      <Text.p tone="ink-3" className={css.none}>
        {w.noUpgrades}
      </Text.p>
    )
  return (
    <PlainTable
      label={w.upgrades}
      columns={columns}
      rows={firmware.upgrades}
      rowKey={(row) => `${row.taskId} ${row.module}`}
      maxHeight={320}
    />
  )
}
