import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import {
  MessageSearch,
  audienceKinds,
  messageOrigins,
  messageTypes,
  type MessageRow,
} from '@brigade/contract/message/message.model.ts'
import { useMemo, useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useList } from '../../shell/use-list.ts'
import type { Column, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { CountsBadge, TypeBadge } from '../message-badge.tsx'
import css from '../message.module.css'
import { messageListText, messageText } from '../message.text.ts'
import { MessageSheet } from './message-sheet.tsx'

/** Every message of the organisations within the scope, with the outcome of its deliveries. */
export function MessageList({ id, onOpen }: { id: string | undefined; onOpen: (id: string | undefined) => void }) {
  const m = useWords(messageText)
  const w = useWords(messageListText)
  const can = useCan()
  const locale = useLocale()
  const { form, table, search } = useList(messageApi.page, MessageSearch, 'message.list', useFilters())
  const [selected, setSelected] = useSelection(search)
  const [removing, setRemoving] = useState<readonly string[]>([])
  const remove = useSend(messageApi.remove, { quiet: true })
  const columns = useColumns(onOpen)
  const mayRemove = can('message:remove')
  const rowActions = (row: MessageRow): readonly RowAction[] => [
    { key: 'view', icon: 'eye', label: w.view, onClick: () => onOpen(row.id) },
    ...(mayRemove
      ? [
          {
            key: 'remove',
            icon: 'trash' as const,
            label: w.remove,
            danger: true,
            disabledReason: row.isRemoved ? w.alreadyRemoved : undefined,
            onClick: () => setRemoving([row.id]),
          },
        ]
      : []),
  ]
  return (
    <ListPage title={m.title} filters={<SearchForm {...form} />}>
      <DataTable
        {...table}
        label={m.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.words[locale].title}
        rowActions={rowActions}
        {...(mayRemove
          ? {
              selection: {
                selected,
                onChange: setSelected,
                actions: [
                  {
                    key: 'remove',
                    icon: 'trash',
                    label: w.remove,
                    danger: true,
                    onClick: () => setRemoving([...selected]),
                  },
                ],
              },
            }
          : {})}
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
      />
      <MessageSheet id={id} onClose={() => onOpen(undefined)} />
      <ConfirmAction
        title={w.removeTitle({ n: formatNumber(removing.length) })}
        isOpen={removing.length > 0}
        onClose={() => setRemoving([])}
        confirmLabel={w.remove}
        danger
        onConfirm={async () => {
          const { removed, own } = await remove.mutateAsync({ ids: [...removing] })
          setSelected(new Set())
          toastDone(own === 0 ? w.done : removed === 0 ? w.doneOwn : w.doneSome({ own: formatNumber(own) }))
        }}
      >
        {w.removeBody}
      </ConfirmAction>
    </ListPage>
  )
}

function useFilters(): readonly Filter<keyof MessageSearch>[] {
  const m = useWords(messageText)
  const w = useWords(messageListText)
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    choiceOf('type', [m.type, m.anyType], messageTypes, (type) => m[`type-${type}`]),
    choiceOf('origin', [m.origin, m.anyOrigin], messageOrigins, (origin) => m[`origin-${origin}`]),
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: m.pushSpan },
    choiceOf('audience', [m.audience, m.anyAudience], audienceKinds, (kind) => m[`audience-${kind}`]),
    choiceOf('deviceType', [m.device, m.anyDevice], ['oven', 'cooler'] as const, (kind) => m[`device-${kind}`]),
  ]
}

function useColumns(onOpen: (id: string) => void): readonly Column<MessageRow>[] {
  const m = useWords(messageText)
  const w = useWords(messageListText)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'title',
        title: w.keyword,
        width: 252,
        identifies: true,
        cell: (row) => (
          <button type="button" className={css.name} onClick={() => onOpen(row.id)}>
            {row.words[locale].title}
          </button>
        ),
      },
      {
        key: 'type',
        onPhone: 'state',
        title: m.type,
        width: 128,
        cell: (row) => <TypeBadge type={row.type} isCritical={row.isCritical} />,
      },
      {
        key: 'removed',
        title: m.state,
        width: 136,
        cell: (row) => (
          <StateBadge shape={row.isRemoved ? 'offline' : 'completed'} word={row.isRemoved ? w.removed : w.kept} />
        ),
      },
      { key: 'counts', onPhone: 'more', title: m.deliveries, cell: (row) => <CountsBadge counts={row.counts} /> },
      { key: 'audience', title: m.audience, width: 136, cell: (row) => m[`audience-${row.audience}`] },
      {
        key: 'deviceType',
        title: m.device,
        width: 128,
        isExtra: true,
        dim: true,
        cell: (row) => (row.deviceType === null ? '' : m[`device-${row.deviceType}`]),
      },
      { key: 'organisation', title: m.organisation, width: 124, cell: (row) => row.organisation.name },
      momentColumn('pushedAt', m.pushed, { onPhone: 'more', dim: true, sortable: true }),
      { key: 'content', title: m.text, width: 280, isExtra: true, dim: true, cell: (row) => row.words[locale].content },
      {
        key: 'origin',
        title: m.origin,
        width: 112,
        isExtra: true,
        dim: true,
        cell: (row) => m[`origin-${row.origin}`],
      },
    ],
    [m, w, locale, onOpen],
  )
}
