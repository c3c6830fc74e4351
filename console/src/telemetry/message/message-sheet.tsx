import type { MessageRow } from '@brigade/contract/telemetry/message.model.ts'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import type { DeviceView } from '../../device/view/device-view.ts'
import { propertyOf } from '../../device/view/device-view.ts'
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
    <div className={css.sheet}>
      <dl>
        <dt>{w.time}</dt>
        <dd>{formatTime(message.time)}</dd>
        <dt>{w.direction}</dt>
        <dd>{[message.direction === 'up' ? w.up : w.down, about].filter(Boolean).join(' · ')}</dd>
        <dt>{w.outcome}</dt>
        <dd>
          <OutcomeBadge outcome={message.outcome} />
          <p className={css.hint}>{outcomeHints[message.outcome][locale]}</p>
        </dd>
        {message.code === null ? null : (
          <>
            <dt>{w.code}</dt>
            <dd>{codeText(message, locale)}</dd>
          </>
        )}
        <dt>{w.through}</dt>
        <dd>{message.through === '' ? w.ownConnection : message.through}</dd>
        <dt>{w.topic}</dt>
        <dd className="mono">{message.topic}</dd>
      </dl>
      {message.dropped.length === 0 ? null : (
        <section aria-label={w.dropped}>
          <h2>{w.dropped}</h2>
          {message.code === 200 ? <p className={css.hint}>{w.droppedHint}</p> : null}
          <div className={css.bordered}>
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
                      <span className={css.topic}>{propertyOf(view, field.identifier)?.name[locale] ?? ''}</span>
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
          </div>
        </section>
      )}
      <Payload message={message} />
    </div>
  )
}

function Payload({ message: { topic, payload } }: { message: MessageRow }) {
  const w = useWords(messagesText)
  if (payload === null)
    return (
      <section aria-label={w.payload}>
        <h2>{w.payload}</h2>
        <p className={css.hint}>{w.inHistoryHint}</p>
      </section>
    )
  const shown = shownPayload(topic, payload)
  const title = shown.kind === 'hex' ? w.rawPayload({ bytes: shown.bytes }) : w.payload
  return (
    <section aria-label={title}>
      <div className={css.head}>
        <h2>{title}</h2>
        <CopyButton text={payload} label={w.copy} />
      </div>
      <ScrollRegion as="pre" className={css.payload}>
        {shown.text}
      </ScrollRegion>
    </section>
  )
}
