import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import type { InboxRow } from '@brigade/contract/message/message.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { ask, askPage, useSend } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { TypeBadge } from '../message-badge.tsx'
import css from '../message.module.css'
import { bellText } from './bell.text.ts'
import { openedHref } from '../opened-address.ts'

/** The same first page as the bell in the header holds. */
const pageSize = 25

/**
 * The panel shows the newest messages and loads earlier ones on demand. Opening a message marks it as read and follows its link,
 * if it has one.
 */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const w = useWords(bellText)
  const { data, error, refetch } = useQuery(ask(messageApi.bell, { pageSize }, { quiet: true }))
  const read = useSend(messageApi.read)
  const [opened, setOpened] = useState<string | null>(null)
  const [pages, setPages] = useState(1)
  const open = (row: InboxRow): void => {
    if (!row.isRead) read.mutate({ ids: [row.id] })
    const href = openedHref(row.opens, row.deviceType)
    if (href === undefined) return setOpened(opened === row.id ? null : row.id)
    onClose()
    go(href)
  }
  return (
    <Stack flex className={css.panel} tabIndex={-1} data-autofocus="">
      <Row gap="8" padding="12 16 8" align="center" rigid>
        <Box.h2 grow>{w.bell}</Box.h2>
        {(data?.unread ?? 0) === 0 ? null : (
          <Button size="small" busy={read.isPending} onClick={() => read.mutate({})}>
            {w.readAll}
          </Button>
        )}
      </Row>
      {data === undefined ? (
        error === null ? (
          <p className={css.item}>{w.loading}</p>
        ) : (
          <ErrorPanel message={error.message} onRetry={() => void refetch()} />
        )
      ) : data.list.length === 0 ? (
        <EmptyPanel icon="message" title={w.emptyTitle} hint={w.emptyHint} />
      ) : (
        <Box.ul overflow="auto" minHeight="0" aria-label={w.bell}>
          {data.list.map((row) => (
            <Item key={row.id} row={row} isOpen={opened === row.id} onOpen={() => open(row)} />
          ))}
          {Array.from({ length: pages - 1 }, (_, index) => (
            <Earlier key={index} pageNum={index + 2} opened={opened} onOpen={open} />
          ))}
          {data.total > pages * pageSize || data.totalCapped === true ? (
            <Text.li padding="8 16 12" textAlign="center" borderTop>
              <Button size="small" onClick={() => setPages(pages + 1)}>
                {w.more}
              </Button>
            </Text.li>
          ) : null}
        </Box.ul>
      )}
    </Stack>
  )
}

type EarlierProps = { pageNum: number; opened: string | null; onOpen: (row: InboxRow) => void }

function Earlier({ pageNum, opened, onOpen }: EarlierProps) {
  const w = useWords(bellText)
  const { data, error, refetch } = useQuery(askPage(messageApi.bell, { pageNum, pageSize }, { quiet: true }))
  if (data !== undefined)
    return data.list.map((row) => <Item key={row.id} row={row} isOpen={opened === row.id} onOpen={() => onOpen(row)} />)
  if (error === null) return <li className={css.item}>{w.loading}</li>
  return (
    <li>
      <ErrorPanel message={error.message} onRetry={() => void refetch()} />
    </li>
  )
}

function Item({ row, isOpen, onOpen }: { row: InboxRow; isOpen: boolean; onOpen: () => void }) {
  const w = useWords(bellText)
  const locale = useLocale()
  const { title, content } = row.words[locale]
  // One that leads somewhere does not unfold: its text is read here.
  const isWhole = isOpen || openedHref(row.opens, row.deviceType) !== undefined
  return (
    <li>
      <button
        type="button"
        className={row.isRead ? `${css.item} ${css.isRead}` : css.item}
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        <Row.span gap="8" align="baseline" size="xs" tone="ink-3">
          {row.isRead ? null : (
            <Box.i ground="accent" alignSelf="center" className={css.dot} role="img" aria-label={w.unread} />
          )}
          <TypeBadge type={row.type} isCritical={row.isCritical} />
          <Box.span marginLeft="auto" className="time">
            {formatTime(row.pushedAt)}
          </Box.span>
        </Row.span>
        <b>{title}</b>
        {isWhole ? (
          <Text preWrap anywhere>
            {content}
          </Text>
        ) : null}
      </button>
    </li>
  )
}
