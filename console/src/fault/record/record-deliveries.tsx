import type { FaultDetail } from '@brigade/contract/fault/record.model.ts'
import { messageText as serverText } from '@brigade/contract/message/message.text.ts'
import { DeliveryBadge, useChannelNames } from '../../message/message-badge.tsx'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import css from '../fault.module.css'
import { recordText } from '../fault.text.ts'

/** The list shows each notification with its channel and delivery state. Without notifications there is no list. */
export function RecordDeliveries({ record: { deliveries } }: { record: FaultDetail }) {
  const w = useWords(recordText)
  const locale = useLocale()
  const channels = useChannelNames()
  if (deliveries.length === 0) return null
  return (
    <section className={css.part}>
      <h4>{w.deliveries}</h4>
      <ol className={css.deliveries}>
        {deliveries.map(({ at, to, channel, state, reason }) => (
          <li key={`${at} ${to} ${channel}`}>
            <time dateTime={at}>{formatTime(at)}</time>
            <span>
              {to} · {channels[channel]}
            </span>
            <DeliveryBadge
              state={state}
              {...(reason === null ? {} : { fact: serverText[`message.reason-${reason}`][locale] })}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
