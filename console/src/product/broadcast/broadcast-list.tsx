import { broadcastApi } from '@brigade/contract/product/broadcast/broadcast.endpoints.ts'
import type { Broadcast } from '@brigade/contract/product/broadcast/broadcast.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import css from './broadcast.module.css'
import { broadcastText } from './broadcast.text.ts'

type Props = {
  productId: string
  onTakeUp?: ((of: { topic: string; content: string }) => void) | undefined
}

/**
 * The count of the newest broadcast grows while it is sent. The time starts when it is first seen here: this clock may differ from the
 * server's.
 */
const countsForMs = 15_000

/** The list shows the broadcasts to all devices of a model, the newest first. */
export function BroadcastList({ productId, onTakeUp }: Props) {
  const w = useWords(broadcastText)
  const [read, setRead] = useState<Broadcast | null>(null)
  const seen = useRef<{ id: string | undefined; at: number }>({ id: undefined, at: 0 })
  const { data, error, refetch } = useQuery({
    ...ask(broadcastApi.broadcasts, { productId }, { quiet: true }),
    refetchInterval: ({ state }) => {
      const id = state.data?.[0]?.id
      if (id !== seen.current.id) seen.current = { id, at: performance.now() }
      return id !== undefined && performance.now() - seen.current.at < countsForMs ? 1000 : false
    },
  })
  const columns = useMemo(
    (): readonly Column<Broadcast>[] => [
      {
        key: 'time',
        title: w.time,
        width: 172,
        cell: (row) => <span className="time">{formatTime(row.createdAt)}</span>,
      },
      { key: 'topic', title: w.topic, cell: (row) => <span className="mono">{row.topic}</span> },
      { key: 'by', title: w.by, width: 96, cell: (row) => row.accountName },
      {
        key: 'reached',
        title: w.reached,
        width: 80,
        align: 'end',
        cell: (row) =>
          row.reached === null ? <span data-tip={w.unknown}>-</span> : <span>{formatNumber(row.reached)}</span>,
      },
      {
        key: 'actions',
        title: '',
        width: 48,
        align: 'end',
        overflows: true,
        cell: (row) => (
          <IconButton size="small" icon="eye" label={w.look({ topic: row.topic })} onClick={() => setRead(row)} />
        ),
      },
    ],
    [w],
  )
  if (data === undefined)
    return error === null ? (
      <Box padding="16" aria-busy="true" />
    ) : (
      <ErrorPanel message={error.message} onRetry={() => void refetch()} />
    )
  return (
    <>
      {data.length === 0 ? (
        <Text.p padding="16" tone="ink-3" size="s">
          {w.none}
        </Text.p>
      ) : (
        <PlainTable label={w.earlier} columns={columns} rows={data} rowKey={(row) => row.id} />
      )}
      <Dialog title={read?.topic ?? ''} isOpen={read !== null} onClose={() => setRead(null)} width={560}>
        {read === null ? null : (
          <Whole
            read={read}
            onTakeUp={
              onTakeUp &&
              ((message) => {
                onTakeUp(message)
                setRead(null)
              })
            }
          />
        )}
      </Dialog>
    </>
  )
}

/** One broadcast in the form in which it was sent. */
function Whole({ read, onTakeUp }: { read: Broadcast; onTakeUp: Props['onTakeUp'] }) {
  const w = useWords(broadcastText)
  const { topic, content } = read
  return (
    <>
      <Text.p tone="ink-3" size="s">
        {[formatTime(read.createdAt), read.accountName].filter(Boolean).join(' · ')}
      </Text.p>
      <Text.pre
        padding="12"
        marginTop="12"
        overflow="auto"
        border="line"
        radius="s"
        size="s"
        mono
        preWrap
        anywhere
        className={css.content}
      >
        {content}
      </Text.pre>
      {onTakeUp === undefined ? null : (
        <DialogFoot>
          <Button onClick={() => onTakeUp({ topic, content })}>{w.again}</Button>
        </DialogFoot>
      )}
    </>
  )
}
