import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import type { LogRow } from '@brigade/contract/system/log/log.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { appUserChangeText } from '../app-user.text.ts'

const shown = 80

/** The tab lists the newest 80 staff actions on this person from the operation log. */
export function AppUserChanges({ id }: { id: string }) {
  const w = useWords(appUserChangeText)
  const columns = useColumns()
  const query = { recordType: 'app_user', recordId: id, pageSize: shown } as const
  const { data, error, refetch } = useQuery(askPage(logApi.list, query, { quiet: true }))
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return (
    <PlainTable
      label={w.title}
      columns={columns}
      rows={data?.list ?? []}
      rowKey={(row) => row.id}
      maxHeight={550}
      empty={data === undefined ? undefined : <EmptyPanel icon="user" title={w.emptyTitle} />}
    />
  )
}

function useColumns(): readonly Column<LogRow>[] {
  const w = useWords(appUserChangeText)
  return useMemo(
    () => [
      {
        key: 'time',
        title: w.time,
        width: 168,
        dim: true,
        cell: (row) => <span className="time">{formatTime(row.loggedAt)}</span>,
      },
      { key: 'what', title: w.what, width: 220, cell: (row) => row.summary || w.outside },
      {
        key: 'who',
        title: w.who,
        width: 160,
        cell: ({ actor }) => (actor.isSupport ? w.support : actor.account || w.outside),
      },
      { key: 'organisation', title: w.organisation, width: 180, cell: ({ actor }) => actor.organisation },
      {
        key: 'result',
        title: w.result,
        width: 104,
        cell: (row) => (
          <StateBadge shape={row.success ? 'completed' : 'error'} word={row.success ? w.done : w.refused} />
        ),
      },
    ],
    [w],
  )
}
