import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import type { NotificationRow } from '@brigade/contract/message/message.model.ts'
import { messageText as serverText } from '@brigade/contract/message/message.text.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import type { Column, TableSearch } from '../../ui/data-table/column.ts'
import { PagedTable } from '../../ui/data-table/plain-table.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { DeliveryBadge } from '../message-badge.tsx'
import { messageText, notifyText } from '../message.text.ts'
import { openedHref } from '../opened-address.ts'

/**
 * Lists every delivery to an account, newest first: time, channel, state, reason and subject. Without an id it is one's
 * own account.
 */
export function NotificationList({ accountId }: { accountId?: string }) {
  const w = useWords(notifyText)
  const columns = useColumns()
  const [search, setSearch] = useState<TableSearch>({ pageNum: 1, pageSize: 25 })
  const query = { ...search, ...(accountId === undefined ? {} : { accountId }) }
  const { data, error, refetch } = useQuery(askPage(messageApi.notifications, query, { quiet: true }))
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return (
    <PagedTable
      label={w.own}
      columns={columns}
      page={data}
      search={search}
      onSearch={(patch) => setSearch((before) => ({ ...before, ...patch }))}
      rowKey={(row) => `${row.messageId} ${row.channel}`}
      maxHeight={480}
      empty={data === undefined ? undefined : <EmptyPanel icon="message" title={w.emptyTitle} hint={w.emptyHint} />}
    />
  )
}

/** The same, as a panel of an account's page. */
export function NotificationPanel({ accountId }: { accountId: string }) {
  const w = useWords(notifyText)
  return (
    <Panel title={w.ofAccount}>
      <NotificationList accountId={accountId} />
    </Panel>
  )
}

function useColumns(): readonly Column<NotificationRow>[] {
  const m = useWords(messageText)
  const s = useWords(serverText)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'created',
        title: m.created,
        width: 156,
        dim: true,
        cell: (row) => <span className="time">{formatTime(row.createdAt)}</span>,
      },
      {
        key: 'title',
        title: m.text,
        width: 200,
        cell: (row) => {
          const href = openedHref(row.opens, row.deviceType)
          return href === undefined ? row.words[locale].title : <a href={href}>{row.words[locale].title}</a>
        },
      },
      { key: 'type', title: m.type, width: 88, cell: (row) => m[`type-${row.type}`] },
      { key: 'channel', title: m.channel, width: 104, cell: (row) => m[`channel-${row.channel}`] },
      { key: 'state', title: m.state, width: 120, cell: (row) => <DeliveryBadge state={row.state} /> },
      {
        key: 'reason',
        title: m.reason,
        width: 188,
        cell: (row) => (row.reason === null ? '' : s[`message.reason-${row.reason}`]),
      },
      { key: 'detail', title: m.reply, width: 180, dim: true, cell: (row) => row.detail },
      { key: 'step', title: m.step, width: 112, dim: true, cell: (row) => row.step },
    ],
    [m, s, locale],
  )
}
