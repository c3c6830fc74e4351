import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import {
  deliveryStates,
  type DeliveryRow,
  type DeliveryState,
  type MessageDetail,
} from '@brigade/contract/message/message.model.ts'
import { messageText as serverText } from '@brigade/contract/message/message.text.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, askPage } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column, TableSearch } from '../../ui/data-table/column.ts'
import { PagedTable, PlainTable } from '../../ui/data-table/plain-table.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Box, Grid, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { CountsBadge, DeliveryBadge, TypeBadge } from '../message-badge.tsx'
import css from '../message.module.css'
import { messageListText, messageText } from '../message.text.ts'
import { openedHref } from '../opened-address.ts'

/** The sheet shows the texts of a message and its delivery by channel, with the reason for each failure. */
export function MessageSheet({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const w = useWords(messageListText)
  return (
    <SideSheet title={w.detail} isOpen={id !== undefined} onClose={onClose} width={760}>
      {id === undefined ? null : <Known key={id} id={id} />}
    </SideSheet>
  )
}

function Known({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(ask(messageApi.detail, { id }, { quiet: true }))
  if (data !== undefined) return <Whole message={data} />
  if (error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return <div aria-busy="true" />
}

function Whole({ message }: { message: MessageDetail }) {
  const m = useWords(messageText)
  const w = useWords(messageListText)
  const [state, setState] = useState<DeliveryState | undefined>(undefined)
  const href = openedHref(message.opens, message.deviceType)
  return (
    <>
      <Texts words={message.words} />
      <FactList
        facts={[
          { key: 'type', label: m.type, value: <TypeBadge type={message.type} isCritical={message.isCritical} /> },
          { key: 'origin', label: m.origin, value: m[`origin-${message.origin}`] },
          { key: 'pushed', label: m.pushed, value: <span className="time">{formatTime(message.pushedAt)}</span> },
          {
            key: 'valid',
            label: m.validUntil,
            value: message.validUntil === null ? '' : <span className="time">{formatTime(message.validUntil)}</span>,
          },
          { key: 'audience', label: m.audience, value: m[`audience-${message.audience}`] },
          { key: 'organisation', label: m.organisation, value: message.organisation.name },
          { key: 'counts', label: m.deliveries, value: <CountsBadge counts={message.counts} />, wide: true },
          ...(message.isRemoved ? [{ key: 'removed', label: m.state, value: w.removed }] : []),
          ...(href === undefined ? [] : [{ key: 'opens', label: m.open, value: <a href={href}>{m.open}</a> }]),
        ]}
      />
      <Groups message={message} onShow={setState} />
      <Deliveries message={message} state={state} onState={setState} />
    </>
  )
}

/** Both languages side by side. */
function Texts({ words }: { words: MessageDetail['words'] }) {
  return (
    <Grid gap="16" marginBottom="16" className={css.languages}>
      {(
        [
          ['en', 'English'],
          ['zh', '中文'],
        ] as const
      ).map(([locale, name]) => (
        <Box.section key={locale} padding="12 16" border="line" radius="s" lang={locale === 'zh' ? 'zh-CN' : 'en'}>
          <Text.h3 size="xs" line="16" weight="500" tone="ink-3">
            {name}
          </Text.h3>
          <Text.b margin="4 0" block anywhere>
            {words[locale].title}
          </Text.b>
          <Text.p preWrap anywhere>
            {words[locale].content}
          </Text.p>
        </Box.section>
      ))}
    </Grid>
  )
}

type Group = MessageDetail['groups'][number]

function Groups({ message, onShow }: { message: MessageDetail; onShow: (state: DeliveryState) => void }) {
  const m = useWords(messageText)
  const w = useWords(messageListText)
  const s = useWords(serverText)
  const columns: Column<Group>[] = [
    { key: 'channel', title: m.channel, width: 120, cell: (row) => m[`channel-${row.channel}`] },
    { key: 'state', title: m.state, width: 132, cell: (row) => <DeliveryBadge state={row.state} /> },
    { key: 'reason', title: m.reason, cell: (row) => (row.reason === null ? '' : s[`message.reason-${row.reason}`]) },
    { key: 'count', title: w.count, width: 84, align: 'end', cell: (row) => formatNumber(row.count) },
    {
      key: 'show',
      title: '',
      width: 120,
      align: 'end',
      overflows: true,
      cell: (row) => (
        <Button size="small" look="quiet" onClick={() => onShow(row.state)}>
          {w.showFailed}
        </Button>
      ),
    },
  ]
  return (
    <Box.section marginTop="20">
      <Box.h3 marginBottom="8">{w.groups}</Box.h3>
      {message.groups.length === 0 ? (
        <p>{w.noDeliveries}</p>
      ) : (
        <PlainTable
          label={w.groups}
          columns={columns}
          rows={message.groups}
          rowKey={(row) => `${row.channel} ${row.state} ${row.reason ?? ''}`}
        />
      )}
    </Box.section>
  )
}

type DeliveriesProps = {
  message: MessageDetail
  state: DeliveryState | undefined
  onState: (state: DeliveryState | undefined) => void
}

const firstOf = (state: DeliveryState | undefined) => ({ pageNum: 1, pageSize: 25, of: state })

/** Shows the receivers of the message by state. */
function Deliveries({ message, state, onState }: DeliveriesProps) {
  const m = useWords(messageText)
  const w = useWords(messageListText)
  const columns = useDeliveryColumns()
  const [search, setSearch] = useState<TableSearch & { of: DeliveryState | undefined }>(firstOf(state))
  // Another state begins at its first page.
  if (search.of !== state) setSearch({ ...firstOf(state), pageSize: search.pageSize })
  const { of: _of, ...paging } = search
  const query = { messageId: message.id, ...paging, ...(state === undefined ? {} : { state }) }
  const { data, error, refetch } = useQuery(askPage(messageApi.deliveries, query, { quiet: true }))
  return (
    <Box.section marginTop="20">
      <Box.h3 marginBottom="8">{w.rows}</Box.h3>
      <SelectField
        label={m.state}
        value={state ?? null}
        placeholder={m.anyState}
        clearable
        options={deliveryStates.map((each) => ({ value: each, label: m[`state-${each}`] }))}
        onChange={(value) => onState(deliveryStates.find((each) => each === value))}
      />
      {data === undefined && error !== null ? (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      ) : (
        <PagedTable
          label={w.rows}
          columns={columns}
          page={data}
          search={search}
          onSearch={(patch) => setSearch((before) => ({ ...before, ...patch }))}
          rowKey={(row) => `${row.receiver.kind} ${row.receiver.id} ${row.channel}`}
          maxHeight={420}
        />
      )}
    </Box.section>
  )
}

function useDeliveryColumns(): Column<DeliveryRow>[] {
  const m = useWords(messageText)
  const s = useWords(serverText)
  return useMemo(
    () => [
      { key: 'receiver', title: m.receiver, width: 132, cell: (row) => row.receiver.name },
      { key: 'channel', title: m.channel, width: 104, cell: (row) => m[`channel-${row.channel}`] },
      { key: 'state', title: m.state, width: 124, cell: (row) => <DeliveryBadge state={row.state} /> },
      {
        key: 'reason',
        title: m.reason,
        width: 190,
        cell: (row) => (row.reason === null ? '' : s[`message.reason-${row.reason}`]),
      },
      { key: 'detail', title: m.reply, width: 220, dim: true, cell: (row) => row.detail },
      { key: 'attempts', title: m.attempts, width: 84, align: 'end', cell: (row) => formatNumber(row.attempts) },
      {
        key: 'sentAt',
        title: m.sentAt,
        width: 176,
        dim: true,
        cell: (row) => (row.sentAt === null ? '' : <span className="time">{formatTime(row.sentAt)}</span>),
      },
    ],
    [m, s],
  )
}
