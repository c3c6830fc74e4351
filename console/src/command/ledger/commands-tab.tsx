import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { CommandSearch, commandStatuses } from '@brigade/contract/command/command.model.ts'
import type { CommandRow, CommandStatus } from '@brigade/contract/command/command.model.ts'
import { Suspense, lazy, useMemo, useState } from 'react'
import { formatDuration } from '../../platform/time/duration.ts'
import { useLocale, useWords, type WordsOf } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { Button } from '../../ui/button/button.tsx'
import { LogTab } from '../../shell/log-tab.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { timeColumn } from '../../ui/data-table/time-column.tsx'
import { StateBadge, type StateShapeName } from '../../ui/icon/state-shape.tsx'
import { choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import { tookMs, whyOf } from '../command-flight.tsx'
import { commandPhrase } from '../command-words.ts'
import { commandStatusWords, commandText } from '../command.text.ts'
import type { DeviceView } from '../../device/view/device-view.ts'

const BatchResultDialog = lazy(() =>
  import('../batch/batch-result.tsx').then((module) => ({ default: module.BatchResultDialog })),
)

const shapes: Readonly<Record<CommandStatus, StateShapeName>> = {
  created: 'standby',
  sent: 'preheating',
  acknowledged: 'preheating',
  succeeded: 'completed',
  failed: 'error',
  unknown: 'preheating',
  timed_out: 'error',
  late: 'preheating',
}

/** The ledger of commands of one device, newest first. */
export function CommandsTab({ view }: { view: DeviceView }) {
  const w = useWords(commandText)
  const locale = useLocale()
  const units = useUnits()
  const { model } = view
  const [batch, setBatch] = useState<string | null>(null)
  const filters: readonly Filter<keyof CommandSearch>[] = [
    choiceOf('status', [w.status, w.anyStatus], commandStatuses, (value) => commandStatusWords[value][locale]),
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
  ]
  const columns = useMemo(
    (): readonly Column<CommandRow>[] => [
      timeColumn(w.time, (row) => row.createdAt, 'createdAt'),
      {
        key: 'command',
        onPhone: 'name',
        title: w.command,
        cell: (row) => <span className="mono">{commandPhrase(model, row, { locale, units })}</span>,
      },
      {
        key: 'status',
        title: w.status,
        width: 148,
        cell: ({ status }) => (
          <StateBadge shape={shapes[status]} word={commandStatusWords[status][locale]} tone={toneOf(status)} />
        ),
      },
      { key: 'took', title: w.took, width: 96, align: 'end', cell: (row) => durationText(row, w) },
      {
        key: 'answer',
        title: w.answer,
        width: 220,
        cell: (row) => [replyOf(row), whyOf(row, w, locale)].filter(Boolean).join(' · '),
      },
      { key: 'by', title: w.by, width: 112, cell: (row) => row.accountName },
      {
        key: 'batch',
        title: w.batch,
        width: 96,
        cell: ({ batchId }) =>
          batchId === null ? (
            ''
          ) : (
            <Button size="small" look="quiet" onClick={() => setBatch(batchId)}>
              {w.openBatch}
            </Button>
          ),
      },
    ],
    [model, locale, units, w],
  )
  return (
    <>
      <LogTab
        endpoint={commandCalls[view.kind].commands}
        schema={CommandSearch}
        name="device.commands"
        filters={filters}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.id}
        empty={{ title: w.empty, hint: w.emptyHint }}
      />
      {batch === null ? null : (
        <Suspense fallback={null}>
          <BatchResultDialog kind={view.kind} batchId={batch} onClose={() => setBatch(null)} />
        </Suspense>
      )}
    </>
  )
}

type CommandSearch = ReturnType<typeof CommandSearch.parse>

function toneOf(status: CommandStatus): 'ok' | 'bad' | 'warn' | 'idle' {
  if (status === 'succeeded') return 'ok'
  if (status === 'failed' || status === 'timed_out') return 'bad'
  return status === 'created' ? 'idle' : 'warn'
}

function durationText(row: CommandRow, w: WordsOf<typeof commandText>): string {
  const ms = tookMs(row)
  if (ms === null) return ''
  return ms < 10_000 ? w.seconds({ s: (ms / 1000).toFixed(1) }) : formatDuration(ms)
}

/** The answer of a service, unchanged. */
function replyOf({ reply }: CommandRow): string {
  if (reply === null || (typeof reply === 'object' && Object.keys(reply).length === 0)) return ''
  return JSON.stringify(reply)
}
