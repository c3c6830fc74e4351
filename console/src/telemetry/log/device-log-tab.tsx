import { DeviceLogSearch, deviceLogLevels } from '@brigade/contract/telemetry/log.model.ts'
import type { DeviceLogLevel, DeviceLogRow } from '@brigade/contract/telemetry/log.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { useMemo, useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatTime, orDash } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { LogTab } from '../../shell/log-tab.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { timeColumn } from '../../ui/data-table/time-column.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { Switch } from '../../ui/field/checkbox.tsx'
import { StateBadge, type StateShapeName, type StateTone } from '../../ui/icon/state-shape.tsx'
import { ScrollRegion } from '../../ui/page/scroll-region.tsx'
import { choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import type { DeviceView } from '../../device/view/device-view.ts'
import { Grid, Row as RowBox, Text } from '../../ui/layout/layout.tsx'
import sheet from '../message/message.module.css'
import { deviceLogText } from './log.text.ts'

type Search = ReturnType<typeof DeviceLogSearch.parse>
type Row = ReturnType<typeof DeviceLogRow.parse>
type Level = ReturnType<typeof DeviceLogLevel.parse>
const listName = 'device.log'

const looks: Readonly<Record<Level, { shape: StateShapeName; tone: StateTone }>> = {
  FATAL: { shape: 'error', tone: 'bad' },
  ERROR: { shape: 'error', tone: 'bad' },
  WARN: { shape: 'error', tone: 'warn' },
  INFO: { shape: 'standby', tone: 'idle' },
  DEBUG: { shape: 'draft', tone: 'idle' },
  OTHER: { shape: 'draft', tone: 'idle' },
}

/** The log of the device itself, which it sends on request. */
export function DeviceLogTab({ view }: { view: DeviceView }) {
  const w = useWords(deviceLogText)
  const [shown, setShown] = useState<Row | null>(null)
  const filters: readonly Filter<keyof Search>[] = [
    { kind: 'text', name: 'keyword', label: w.keyword, placeholder: w.keywordHint, maxLength: 60 },
    choiceOf('level', [w.level, w.anyLevel], deviceLogLevels, (value) => value),
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
  ]
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      timeColumn(w.time, (row) => row.time),
      {
        key: 'level',
        onPhone: 'state',
        title: w.level,
        width: 100,
        cell: (row) => <StateBadge {...looks[row.level]} word={row.level} />,
      },
      { key: 'module', title: w.module, width: 140, cell: (row) => <span className="mono">{orDash(row.module)}</span> },
      { key: 'code', title: w.code, width: 88, align: 'end', cell: (row) => row.code },
      {
        key: 'content',
        onPhone: 'more',
        title: w.content,
        cell: (row) => (
          <Text size="xs" mono>
            {row.content}
          </Text>
        ),
      },
      {
        key: 'trace',
        title: w.trace,
        width: 132,
        dim: true,
        isExtra: true,
        cell: (row) => <span className="mono">{orDash(row.trace)}</span>,
      },
    ],
    [w],
  )
  const rowActions = useMemo(
    () => (row: Row) => [{ key: 'open', icon: 'eye' as const, label: w.open, onClick: () => setShown(row) }],
    [w],
  )
  return (
    <>
      <LogTab
        endpoint={telemetryCalls[view.kind].logs}
        schema={DeviceLogSearch}
        name={listName}
        filters={filters}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.seq}
        rowName={(row) => formatTime(row.time)}
        rowActions={rowActions}
        lead={({ isAsked }) => <Asking view={view} isAsked={isAsked} />}
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
      />
      <SideSheet title={w.open} isOpen={shown !== null} onClose={() => setShown(null)} width={560}>
        {shown === null ? null : <Line row={shown} />}
      </SideSheet>
    </>
  )
}

/** Whether the device is asked for its log; an offline one gets the request later. */
function Asking({ view, isAsked }: { view: DeviceView; isAsked: boolean }) {
  const w = useWords(deviceLogText)
  const can = useCan()
  const send = useSend(telemetryCalls[view.kind].askForLogs)
  const { online, id } = view.device
  const state = isAsked ? (online ? w.isOn : w.onSoon) : online ? w.isOff : w.offSoon
  if (!can(`${view.kind}:update`)) return <span>{state}</span>
  const turn = async (isOn: boolean): Promise<void> => {
    await send.mutateAsync({ id, isAsked: isOn })
    toastDone(isOn ? w.turnedOn : w.turnedOff)
  }
  return (
    <Switch
      checked={send.isPending ? send.variables.isAsked : isAsked}
      disabled={send.isPending}
      label={w.switch}
      // The call shows a refusal as a toast.
      onChange={(checked) => void turn(checked).catch(() => undefined)}
    >
      <span>{state}</span>
    </Switch>
  )
}

function Line({ row }: { row: Row }) {
  const w = useWords(deviceLogText)
  return (
    <Grid gap="16" columns="1" className={sheet.sheet}>
      <Grid.dl gap="4 16">
        <Text.dt tone="ink-3">{w.time}</Text.dt>
        <Text.dd anywhere>{formatTime(row.time)}</Text.dd>
        <Text.dt tone="ink-3">{w.level}</Text.dt>
        <Text.dd anywhere>{row.level}</Text.dd>
        <Text.dt tone="ink-3">{w.module}</Text.dt>
        <Text.dd anywhere className="mono">
          {orDash(row.module)}
        </Text.dd>
        <Text.dt tone="ink-3">{w.code}</Text.dt>
        <Text.dd anywhere>{orDash(row.code)}</Text.dd>
        <Text.dt tone="ink-3">{w.trace}</Text.dt>
        <Text.dd anywhere className="mono">
          {orDash(row.trace)}
        </Text.dd>
      </Grid.dl>
      <section aria-label={w.content}>
        <RowBox align="center" justify="between">
          <h2>{w.content}</h2>
          <CopyButton text={row.content} label={w.copy} />
        </RowBox>
        <ScrollRegion as="pre" className={sheet.payload}>
          {row.content}
        </ScrollRegion>
      </section>
    </Grid>
  )
}
