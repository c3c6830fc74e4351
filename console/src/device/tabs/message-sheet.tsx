import type { MessageRow } from '@brigade/contract/device/device.model.ts'
import { valueReasons } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { formatTime, orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import css from './tabs.module.css'
import { droppedReasons, messagesText } from './tabs.text.ts'

export type Message = ReturnType<typeof MessageRow.parse>

/** One message in full, beside the list. */
export function MessageSheet({ message, onClose }: { message: Message | null; onClose: () => void }) {
  const w = useWords(messagesText)
  return (
    <SideSheet title={w.open} isOpen={message !== null} onClose={onClose} width={560}>
      {message === null ? null : <Whole message={message} />}
    </SideSheet>
  )
}

function Whole({ message }: { message: Message }) {
  const w = useWords(messagesText)
  const locale = useLocale()
  const text = indented(message.payload)
  const reasonOf = (reason: string): string => {
    const known = valueReasons.find((one) => one === reason)
    return known === undefined ? reason : droppedReasons[known][locale]
  }
  return (
    <div className={css.sheet}>
      <dl>
        <dt>{w.time}</dt>
        <dd>{formatTime(message.time)}</dd>
        <dt>{w.direction}</dt>
        <dd>{message.direction === 'up' ? w.up : w.down}</dd>
        <dt>{w.topic}</dt>
        <dd className="mono">{message.topic}</dd>
        <dt>{w.code}</dt>
        <dd>{orDash(message.code === null ? '' : String(message.code))}</dd>
      </dl>
      {message.dropped.length === 0 ? null : (
        <section aria-label={w.dropped}>
          <h2>{w.dropped}</h2>
          <p className={css.hint}>{w.droppedHint}</p>
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
                  cell: (field) => <span className="mono">{field.identifier}</span>,
                },
                { key: 'reason', title: w.reason, cell: (field) => reasonOf(field.reason) },
                {
                  key: 'value',
                  title: w.value,
                  width: 140,
                  align: 'end',
                  cell: (field) => <span className="mono">{JSON.stringify(field.value)}</span>,
                },
              ]}
            />
          </div>
        </section>
      )}
      <section aria-label={w.payload}>
        <div className={css.head}>
          <h2>{w.payload}</h2>
          <CopyButton text={message.payload} label={w.copy} />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
        <pre className={css.payload} tabIndex={0}>
          {text}
        </pre>
      </section>
    </div>
  )
}

/** JSON with its structure shown; anything else as it came. */
function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}
