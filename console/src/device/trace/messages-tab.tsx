import { deviceCalls } from '@brigade/contract/device/device.endpoints.ts'
import { MessageSearch, type MessageRow } from '@brigade/contract/device/device.model.ts'
import { messageOutcomes } from '@brigade/contract/device/trace.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatTime, orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { isFiltered, type Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import type { DeviceView } from '../detail/device-view.ts'
import { OutcomeBadge } from './message-said.tsx'
import { sayTopic, shortTopic } from './message-words.ts'
import { MessageSheet } from './message-sheet.tsx'
import css from './trace.module.css'
import { reasonWords } from './message.text.ts'
import { messagesText, outcomeWords } from './trace.text.ts'

type Search = ReturnType<typeof MessageSearch.parse>
const listName = 'device.messages'

/** Every message up and down: topic, payload, result, and the fields that were dropped with the reason. */
export function MessagesTab({ view }: { view: DeviceView }) {
  const w = useWords(messagesText)
  const locale = useLocale()
  const [search, change] = useListSearch(MessageSearch, listName)
  const query = useQuery(askPage(deviceCalls[view.kind].messages, search, { quiet: true }))
  const [shown, setShown] = useState<MessageRow | null>(null)
  const filters: readonly Filter<keyof Search>[] = [
    { kind: 'text', name: 'topic', label: w.topic, placeholder: w.topicHint, maxLength: 120 },
    {
      kind: 'select',
      name: 'direction',
      label: w.direction,
      placeholder: w.anyDirection,
      options: [
        { value: 'up', label: w.up },
        { value: 'down', label: w.down },
      ],
    },
    {
      kind: 'select',
      name: 'outcome',
      label: w.outcome,
      placeholder: w.anyOutcome,
      options: messageOutcomes.map((value) => ({ value, label: outcomeWords[value][locale] })),
    },
    {
      kind: 'select',
      name: 'dropped',
      label: w.dropped,
      placeholder: w.anyDropped,
      options: [
        { value: 'true', label: w.withDropped },
        { value: 'false', label: w.withoutDropped },
      ],
    },
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
  ]
  const columns = useMemo(
    (): readonly Column<MessageRow>[] => [
      {
        key: 'time',
        title: w.time,
        width: 176,
        sortable: true,
        identifies: true,
        cell: (row) => <span className="time">{formatTime(row.time)}</span>,
      },
      {
        key: 'direction',
        title: w.direction,
        width: 88,
        cell: (row) => (
          <span className={css.marked}>
            <Icon name={row.direction === 'up' ? 'arrow-up' : 'arrow-down'} size="small" />
            {row.direction === 'up' ? w.up : w.down}
          </span>
        ),
      },
      {
        key: 'topic',
        title: w.topic,
        cell: (row) => (
          <>
            <span className={css.what}>{sayTopic(row.topic, locale)}</span>
            <span className={`mono ${css.topic}`}>{shortTopic(row.topic)}</span>
          </>
        ),
      },
      { key: 'outcome', title: w.outcome, width: 140, cell: (row) => <OutcomeBadge outcome={row.outcome} /> },
      { key: 'code', title: w.code, width: 64, align: 'end', cell: (row) => row.code },
      {
        key: 'dropped',
        title: w.dropped,
        width: 200,
        cell: (row) =>
          row.dropped.length === 0 ? (
            ''
          ) : (
            <span
              className={css.dropped}
              data-tip={row.dropped
                .map((field) => `${field.identifier}: ${reasonWords[field.reason][locale]}`)
                .join(' · ')}
            >
              {row.dropped.map((field) => field.identifier).join(', ')}
            </span>
          ),
      },
      {
        key: 'through',
        title: w.through,
        width: 140,
        isExtra: view.device.nodeType !== 'sub-device',
        cell: (row) => row.through,
      },
      {
        key: 'payload',
        title: w.payload,
        dim: true,
        isExtra: true,
        width: 240,
        cell: (row) => <span className="mono">{orDash(row.payload)}</span>,
      },
    ],
    [w, locale, view.device.nodeType],
  )
  const rowActions = useMemo(
    () => (row: MessageRow) => [{ key: 'open', icon: 'eye' as const, label: w.open, onClick: () => setShown(row) }],
    [w],
  )
  return (
    <>
      <SearchForm name={listName} filters={filters} search={search} onSearch={change} />
      <DataTable
        name={listName}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.seq}
        rowName={(row) => formatTime(row.time)}
        query={query}
        search={search}
        onSearch={change}
        rowActions={rowActions}
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
        onClearFilters={
          isFiltered(filters, search)
            ? () =>
                change({
                  topic: undefined,
                  direction: undefined,
                  outcome: undefined,
                  dropped: undefined,
                  startTime: undefined,
                  endTime: undefined,
                  pageNum: undefined,
                })
            : undefined
        }
      />
      <MessageSheet view={view} message={shown} onClose={() => setShown(null)} />
    </>
  )
}
