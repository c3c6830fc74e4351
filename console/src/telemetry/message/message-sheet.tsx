import type { MessageRow } from '@brigade/contract/telemetry/message.model.ts'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { propertyOf, type DeviceView } from '../../device/view/device-view.ts'
import { Box, Grid, Row, Text } from '../../ui/layout/layout.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'
import { codeText, isWhole, topicText } from './message-words.ts'
import { shownPayload } from './payload.ts'
import { reasonWords } from './message.text.ts'
import css from './message.module.css'
import { messagesText, outcomeHints } from './trace.text.ts'
import { ScrollRegion } from '../../ui/page/scroll-region.tsx'

type Props = { view: Pick<DeviceView, 'model'>; message: MessageRow | null; onClose: () => void }

/** One message in full, beside the list. */
export function MessageSheet({ view, message, onClose }: Props) {
  const w = useWords(messagesText)
  return (
    <SideSheet title={w.open} isOpen={message !== null} onClose={onClose} width={600}>
      {message === null ? null : <Whole view={view} message={message} />}
    </SideSheet>
  )
}

function Whole({ view, message }: { view: Props['view']; message: MessageRow }) {
  const w = useWords(messagesText)
  const locale = useLocale()
  const about = topicText(message.topic, locale)
  return (
    <Grid gap="16" columns="1" className={css.sheet}>
      <Grid.dl gap="4 16">
        <Text.dt tone="ink-3">{w.time}</Text.dt>
        <Text.dd anywhere>{formatTime(message.time)}</Text.dd>
        <Text.dt tone="ink-3">{w.direction}</Text.dt>
        <Text.dd anywhere>{[message.direction === 'up' ? w.up : w.down, about].filter(Boolean).join(' · ')}</Text.dd>
        <Text.dt tone="ink-3">{w.outcome}</Text.dt>
        <Text.dd anywhere>
          <OutcomeBadge outcome={message.outcome} />
          <Text.p tone="ink-3" size="xs" line="16" marginBottom="8">
            {outcomeHints[message.outcome][locale]}
          </Text.p>
        </Text.dd>
        {message.code === null ? null : (
          <>
            <Text.dt tone="ink-3">{w.code}</Text.dt>
            <Text.dd anywhere>{codeText(message, locale)}</Text.dd>
          </>
        )}
        <Text.dt tone="ink-3">{w.through}</Text.dt>
        <Text.dd anywhere>{message.through === '' ? w.ownConnection : message.through}</Text.dd>
        <Text.dt tone="ink-3">{w.topic}</Text.dt>
        <Text.dd anywhere className="mono">
          {message.topic}
        </Text.dd>
      </Grid.dl>
      {message.dropped.length === 0 ? null : (
        <section aria-label={w.dropped}>
          <h2>{w.dropped}</h2>
          {message.code === 200 ? (
            <Text.p tone="ink-3" size="xs" line="16" marginBottom="8">
              {w.droppedHint}
            </Text.p>
          ) : null}
          <Box border="line" radius="s" overflow="hidden">
            <PlainTable
              label={w.dropped}
              rows={message.dropped}
              rowKey={(field) => field.identifier}
              columns={[
                {
                  key: 'identifier',
                  title: w.identifier,
                  width: 160,
                  cell: (field) => (
                    <span className={css.wrapped}>
                      {isWhole(field) ? w.wholeMessage : <span className="mono">{field.identifier}</span>}{' '}
                      <Text tone="ink-3">{propertyOf(view, field.identifier)?.name[locale] ?? ''}</Text>
                    </span>
                  ),
                },
                {
                  key: 'reason',
                  title: w.reason,
                  cell: (field) => <span className={css.wrapped}>{reasonWords[field.reason][locale]}</span>,
                },
                {
                  key: 'value',
                  title: w.value,
                  width: 176,
                  align: 'end',
                  cell: (field) => <span className={`mono ${css.wrapped}`}>{JSON.stringify(field.value)}</span>,
                },
              ]}
            />
          </Box>
        </section>
      )}
      <Payload message={message} />
    </Grid>
  )
}

function Payload({ message: { topic, payload } }: { message: MessageRow }) {
  const w = useWords(messagesText)
  if (payload === null)
    return (
      <section aria-label={w.payload}>
        <h2>{w.payload}</h2>
        <Text.p tone="ink-3" size="xs" line="16" marginBottom="8">
          {w.inHistoryHint}
        </Text.p>
      </section>
    )
  const shown = shownPayload(topic, payload)
  const title = shown.kind === 'hex' ? w.rawPayload({ bytes: shown.bytes }) : w.payload
  return (
    <section aria-label={title}>
      <Row align="center" justify="between">
        <h2>{title}</h2>
        <CopyButton text={payload} label={w.copy} />
      </Row>
      <ScrollRegion as="pre" className={css.payload}>
        {shown.text}
      </ScrollRegion>
    </section>
  )
}
