import { MessageOutcome, MessageSearch, type MessageRow } from '@brigade/contract/telemetry/message.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { useMemo, useState } from 'react'
import { formatTime, orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { LogTab } from '../../shell/log-tab.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { timeColumn } from '../../ui/data-table/time-column.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { yesNo, choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import type { DeviceView } from '../../device/view/device-view.ts'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'
import { fieldName, shortTopic, topicText } from './message-words.ts'
import { MessageSheet } from './message-sheet.tsx'
import { reasonWords } from './message.text.ts'
import { messagesText, outcomeWords } from './trace.text.ts'

type Search = ReturnType<typeof MessageSearch.parse>
const listName = 'device.messages'

/** Every message up and down: topic, payload, result, and the fields that were dropped with the reason. */
export function MessagesTab({ view }: { view: DeviceView }) {
  const w = useWords(messagesText)
  const [shown, setShown] = useState<MessageRow | null>(null)
  const columns = useColumns(view.device.nodeType)
  const rowActions = useMemo(
    () => (row: MessageRow) => [{ key: 'open', icon: 'eye' as const, label: w.open, onClick: () => setShown(row) }],
    [w],
  )
  return (
    <>
      <LogTab
        endpoint={telemetryCalls[view.kind].messages}
        schema={MessageSearch}
        name={listName}
        filters={useFilters()}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.seq}
        rowName={(row) => formatTime(row.time)}
        rowActions={rowActions}
        lead={({ since }) =>
          since !== null && (
            <Text tone="ink-3" size="xs" line="16" marginBottom="8">
              {w.since({ time: formatTime(since) })}
            </Text>
          )
        }
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
      />
      <MessageSheet view={view} message={shown} onClose={() => setShown(null)} />
    </>
  )
}

function useFilters(): readonly Filter<keyof Search>[] {
  const w = useWords(messagesText)
  const locale = useLocale()
  return [
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
    choiceOf('outcome', [w.outcome, w.anyOutcome], MessageOutcome.options, (value) => outcomeWords[value][locale]),
    yesNo('dropped', { label: w.dropped, any: w.anyDropped, yes: w.withDropped, no: w.withoutDropped }),
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
  ]
}

function useColumns(nodeType: DeviceView['device']['nodeType']): readonly Column<MessageRow>[] {
  const w = useWords(messagesText)
  const locale = useLocale()
  return useMemo(
    () => [
      timeColumn(w.time, (row) => row.time),
      {
        key: 'direction',
        title: w.direction,
        width: 88,
        cell: (row) => (
          <Row.span inline gap="6" align="center" middle>
            <Icon name={row.direction === 'up' ? 'arrow-up' : 'arrow-down'} size="small" />
            {row.direction === 'up' ? w.up : w.down}
          </Row.span>
        ),
      },
      {
        key: 'topic',
        title: w.topic,
        cell: (row) => (
          <>
            <Box.span marginRight="8">{topicText(row.topic, locale)}</Box.span>
            <Text tone="ink-3" className="mono">
              {shortTopic(row.topic)}
            </Text>
          </>
        ),
      },
      {
        key: 'outcome',
        onPhone: 'state',
        title: w.outcome,
        width: 140,
        cell: (row) => <OutcomeBadge outcome={row.outcome} />,
      },
      { key: 'code', title: w.code, width: 64, align: 'end', cell: (row) => row.code },
      {
        key: 'dropped',
        title: w.dropped,
        width: 200,
        cell: (row) => (row.dropped.length === 0 ? '' : <Dropped fields={row.dropped} />),
      },
      {
        key: 'through',
        title: w.through,
        width: 140,
        isExtra: nodeType !== 'sub-device',
        cell: (row) => row.through,
      },
      {
        key: 'payload',
        title: w.payload,
        dim: true,
        isExtra: true,
        width: 240,
        cell: (row) => (
          <span className="mono">
            {row.payload === null ? (
              <Text tone="ink-3" size="xs" line="16" marginBottom="8">
                {w.inHistory}
              </Text>
            ) : (
              orDash(row.payload)
            )}
          </span>
        ),
      },
    ],
    [w, locale, nodeType],
  )
}

/** What was dropped of a message, each with its reason. */
function Dropped({ fields }: { fields: MessageRow['dropped'] }) {
  const w = useWords(messagesText)
  const locale = useLocale()
  const name = (field: MessageRow['dropped'][number]): string => fieldName(field, w.wholeMessage)
  return (
    <Text
      tone="warn"
      weight="550"
      data-tip={fields.map((field) => `${name(field)}: ${reasonWords[field.reason][locale]}`).join(' · ')}
    >
      {fields.map(name).join(', ')}
    </Text>
  )
}
