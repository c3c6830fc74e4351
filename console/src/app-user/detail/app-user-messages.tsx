import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { messageTypes, UserMessageSearch, type UserMessageRow } from '@brigade/contract/message/message.model.ts'
import { useMemo } from 'react'
import { DeliveryBadge } from '../../message/message-badge.tsx'
import { emptyValue, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { LogTab } from '../../shell/log-tab.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import { appUserMessageText } from '../app-user.text.ts'

/** The person's inbox, as far as the caller's organisations filled it. The address names the person. */
export function AppUserMessages() {
  const w = useWords(appUserMessageText)
  const locale = useLocale()
  const filters: readonly Filter<keyof UserMessageSearch>[] = [
    choiceOf('type', [w.type, w.anyType], messageTypes, (type) => w[`type-${type}`]),
  ]
  const columns = useMemo(
    (): readonly Column<UserMessageRow>[] => [
      { key: 'title', title: w.text, width: 260, identifies: true, cell: (row) => row.words[locale].title },
      { key: 'type', title: w.type, width: 104, cell: (row) => w[`type-${row.type}`] },
      { key: 'state', title: w.state, width: 120, cell: (row) => <DeliveryBadge state={row.state} /> },
      momentColumn('pushedAt', w.pushedAt, { width: 168, sortable: true }),
      {
        key: 'readAt',
        title: w.readAt,
        width: 168,
        align: 'end',
        cell: (row) => (row.readAt === null ? emptyValue : <span className="time">{formatTime(row.readAt)}</span>),
      },
    ],
    [w, locale],
  )
  return (
    <LogTab
      endpoint={messageApi.userMessages}
      schema={UserMessageSearch}
      name="app-user.messages"
      filters={filters}
      label={w.title}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.words[locale].title}
      empty={{ title: w.emptyTitle }}
    />
  )
}
