import { deviceCalls } from '@brigade/contract/device/device.endpoints.ts'
import { MessageSearch } from '@brigade/contract/device/device.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatTime, orDash } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { isFiltered, type Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import type { DeviceView } from '../detail/device-view.ts'
import { MessageSheet, type Message } from './message-sheet.tsx'
import { messagesText } from './tabs.text.ts'
import css from './tabs.module.css'

type Search = ReturnType<typeof MessageSearch.parse>

/** Every message up and down: topic, payload, result, and the fields that were dropped with the reason. */
export function MessagesTab({ view }: { view: DeviceView }) {
  const w = useWords(messagesText)
  const [search, change] = useListSearch(MessageSearch)
  const query = useQuery(askPage(deviceCalls[view.kind].messages, search, { quiet: true }))
  const [shown, setShown] = useState<Message | null>(null)
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
    (): readonly Column<Message>[] => [
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
        width: 264,
        cell: (row) => <span className="mono">{shortTopic(row.topic)}</span>,
      },
      { key: 'code', title: w.code, width: 64, align: 'end', cell: (row) => row.code },
      {
        key: 'dropped',
        title: w.dropped,
        width: 132,
        cell: (row) =>
          row.dropped.length === 0 ? (
            ''
          ) : (
            <span className={css.dropped}>{row.dropped.map((field) => field.identifier).join(', ')}</span>
          ),
      },
      {
        key: 'payload',
        title: w.payload,
        dim: true,
        cell: (row) => <span className="mono">{orDash(row.payload)}</span>,
      },
    ],
    [w],
  )
  const rowActions = useMemo(
    () => (row: Message) => [{ key: 'open', icon: 'eye' as const, label: w.open, onClick: () => setShown(row) }],
    [w],
  )
  return (
    <>
      <SearchForm name="device.messages" filters={filters} search={search} onSearch={change} />
      <DataTable
        name="device.messages"
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
                  dropped: undefined,
                  startTime: undefined,
                  endTime: undefined,
                  pageNum: undefined,
                })
            : undefined
        }
      />
      <MessageSheet message={shown} onClose={() => setShown(null)} />
    </>
  )
}

/** Every topic of a device begins with its own key and name: what differs comes after. */
const shortTopic = (topic: string): string => topic.replace(/^\/sys\/[^/]+\/[^/]+\//, '…/')
