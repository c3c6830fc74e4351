import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { AppLogSearch, type AppLogRow } from '@brigade/contract/system/log/log.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { LogTab } from '../../shell/log-tab.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { timeColumn } from '../../ui/data-table/time-column.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import type { Filter } from '../../ui/search-form/filter.ts'
import { LoggedBody } from './logged-body.tsx'
import { logText } from './log.text.ts'

/** The tab lists the log entries of the phone app's users. */
export function AppLogTab({ shown, onShow }: { shown: string | null; onShow: (line: string | null) => void }) {
  const w = useWords(logText)
  const filters: readonly Filter<keyof AppLogSearch>[] = [
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
    {
      kind: 'select',
      name: 'success',
      label: w.result,
      placeholder: w.anyResult,
      options: [
        { value: 'true', label: w.done },
        { value: 'false', label: w.refused },
      ],
    },
    { kind: 'text', name: 'address', label: w.address, placeholder: w.addressHint, maxLength: 45 },
  ]
  const columns = useMemo(
    (): readonly Column<AppLogRow>[] => [
      timeColumn(w.time, (row) => row.loggedAt, 'loggedAt'),
      {
        key: 'operation',
        title: w.operation,
        cell: (row) => (
          <>
            {row.summary} {row.isDemo ? <StateBadge shape="draft" tone="idle" word={w.demoRow} /> : null}
          </>
        ),
      },
      { key: 'user', title: w.user, width: 170, cell: (row) => row.appUser },
      { key: 'organisation', title: w.organisation, width: 170, dim: true, cell: (row) => row.organisation },
      { key: 'address', title: w.address, width: 140, dim: true, cell: (row) => row.address },
      {
        key: 'result',
        title: w.result,
        width: 120,
        cell: (row) => (
          <StateBadge
            shape={row.success ? 'standby' : 'error'}
            tone={row.success ? 'idle' : 'bad'}
            word={row.success ? w.done : w.refused}
          />
        ),
      },
    ],
    [w],
  )
  return (
    <>
      <LogTab
        endpoint={logApi.appList}
        schema={AppLogSearch}
        name="system.app-log"
        filters={filters}
        label={w.app}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.summary} ${formatTime(row.loggedAt)}`}
        rowActions={(row) => [{ key: 'show', icon: 'eye', label: w.show, onClick: () => onShow(row.id) }]}
        empty={{ title: w.appEmptyTitle, hint: w.appEmptyHint }}
      />
      <SideSheet title={w.appLine} isOpen={shown !== null} onClose={() => onShow(null)} width={640}>
        {shown === null ? null : <AppLine id={shown} />}
      </SideSheet>
    </>
  )
}

function AppLine({ id }: { id: string }) {
  const w = useWords(logText)
  const { data, error, refetch } = useQuery(ask(logApi.appDetail, { id }))
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <div aria-busy="true" />
  return (
    <>
      {data.isDemo ? (
        <Text.p marginBottom="16" tone="ink-2">
          {w.demoNote}
        </Text.p>
      ) : null}
      <FactList
        facts={[
          { key: 'operation', label: w.operation, value: data.summary },
          { key: 'time', label: w.time, value: formatTime(data.loggedAt) },
          { key: 'user', label: w.user, value: data.appUser },
          { key: 'organisation', label: w.organisation, value: data.organisation },
          { key: 'address', label: w.address, value: data.address },
          { key: 'code', label: w.code, value: String(data.code) },
          { key: 'duration', label: w.duration, value: w.ms({ ms: data.durationMs }) },
          { key: 'call', label: w.call, value: `${data.method} ${data.path}` },
        ]}
      />
      <LoggedBody title={w.request} value={data.request} />
      <LoggedBody title={w.response} value={data.response} />
    </>
  )
}
