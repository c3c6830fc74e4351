import type { MessageRow } from '@brigade/contract/telemetry/message.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { formatClock } from '../../platform/format.ts'
import { useLive } from '../../platform/live.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import type { DeviceView } from '../../device/view/device-view.ts'
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { cleared, emptyStream, goneOn, matching, maxKept, paused, withMessages } from './live-trace.ts'
import { OutcomeBadge } from './outcome-badge.tsx'
import { fieldName, shortTopic, topicText } from './message-words.ts'
import { MessageSheet } from './message-sheet.tsx'
import css from './message.module.css'
import { liveText, messagesText } from './trace.text.ts'
import { ScrollRegion } from '../../ui/page/scroll-region.tsx'

/** The live traffic of one device. It begins when the tab is opened. */
export function LiveTab({ view }: { view: DeviceView }) {
  const w = useWords(liveText)
  const m = useWords(messagesText)
  const [stream, setStream] = useState(emptyStream)
  const [typed, setTyped] = useState('')
  const [direction, setDirection] = useState<'any' | MessageRow['direction']>('any')
  const [shown, setShown] = useState<MessageRow | null>(null)
  useLive(telemetryCalls[view.kind].trace, { id: view.device.id }, ({ messages }) =>
    setStream((before) => withMessages(before, messages)),
  )
  // Typing has priority: the rows follow when there is time.
  const rows = useDeferredValue(stream.rows)
  const wanted = useDeferredValue(typed)
  const found = useMemo(() => matching(rows, wanted, direction === 'any' ? null : direction), [rows, wanted, direction])
  const open = useCallback((message: MessageRow) => setShown(message), [])
  const { isPaused, waiting } = stream
  const hasAny = stream.rows.length > 0 || waiting.length > 0
  return (
    <>
      <Row gap="12" padding="16 gutter" align="end" wrap>
        <div className={css.typed}>
          <TextField
            bare
            label={w.filter}
            icon="search"
            placeholder={w.filterHint}
            value={typed}
            isFirstFilter
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        <Segments
          label={m.direction}
          value={direction}
          options={[
            { value: 'any', label: m.anyDirection },
            { value: 'up', label: m.up },
            { value: 'down', label: m.down },
          ]}
          onChange={setDirection}
        />
        <Button icon={isPaused ? 'send' : 'pause'} onClick={() => setStream(isPaused ? goneOn : paused)}>
          {!isPaused ? w.pause : waiting.length === 0 ? w.goOn : w.goOnWith({ count: waiting.length })}
        </Button>
        <Button icon="trash" disabledReason={hasAny ? undefined : w.nothingToClear} onClick={() => setStream(cleared)}>
          {w.clear}
        </Button>
        <Row.span inline gap="6" marginLeft="auto" align="center" line="32" size="xs" tone="ink-3">
          <StateShape name={isPaused ? 'standby' : 'online'} />
          {isPaused ? w.paused : w.listening} · {w.kept({ count: stream.rows.length, most: maxKept })}
        </Row.span>
      </Row>
      <Box.section margin="0 24 24" border="line" radius="m" overflow="hidden" ground="paper" aria-label={w.title}>
        <ScrollRegion className={css.scroll} label={w.title}>
          {found.length === 0 ? (
            <Stack className={css.still}>
              {stream.rows.length > 0 ? (
                <EmptyPanel title={w.noneMatch} icon="filter-off" />
              ) : (
                <EmptyPanel
                  title={w.emptyTitle}
                  hint={view.device.online ? w.emptyOnline : w.emptyOffline}
                  icon="message"
                />
              )}
            </Stack>
          ) : (
            found.map((message) => <Line key={message.seq} message={message} onOpen={open} />)
          )}
        </ScrollRegion>
      </Box.section>
      <MessageSheet view={view} message={shown} onClose={() => setShown(null)} />
    </>
  )
}

/** A line is rendered again only when it changes itself, however many precede it. */
const Line = memo(function Line({ message, onOpen }: { message: MessageRow; onOpen: (message: MessageRow) => void }) {
  const w = useWords(messagesText)
  const locale = useLocale()
  const isUp = message.direction === 'up'
  return (
    <Grid.button
      gap="12"
      padding="0 16"
      align="center"
      height="32"
      textAlign="left"
      size="s"
      full
      borderBottom
      type="button"
      className={`${css.line} ${css.new}`}
      onClick={() => onOpen(message)}
    >
      <Text cut className="time">
        {formatClock(message.time)}
      </Text>
      <Row.span inline gap="6" align="center" cut middle>
        <Icon name={isUp ? 'arrow-up' : 'arrow-down'} size="small" />
        {isUp ? w.up : w.down}
      </Row.span>
      <Text cut>
        <OutcomeBadge outcome={message.outcome} />
      </Text>
      <Text cut>
        <Box.span marginRight="8">{topicText(message.topic, locale)}</Box.span>
        <Text tone="ink-3" className="mono">
          {shortTopic(message.topic)}
        </Text>
      </Text>
      <Text cut className="mono">
        {message.dropped.length === 0 ? (
          message.payload
        ) : (
          <Text tone="warn" weight="550">
            {message.dropped.map((field) => fieldName(field, w.wholeMessage)).join(', ')}
          </Text>
        )}
      </Text>
    </Grid.button>
  )
})
