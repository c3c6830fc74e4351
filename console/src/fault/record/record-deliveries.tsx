import type { FaultDetail } from '@brigade/contract/fault/record.model.ts'
import { messageText as serverText } from '@brigade/contract/message/message.text.ts'
import { DeliveryBadge, useChannelNames } from '../../message/message-badge.tsx'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Box, Grid, Text } from '../../ui/layout/layout.tsx'
import css from '../fault.module.css'
import { recordText } from '../fault.text.ts'

/** The list shows each notification with its channel and delivery state. Without notifications there is no list. */
export function RecordDeliveries({ record: { deliveries } }: { record: FaultDetail }) {
  const w = useWords(recordText)
  const locale = useLocale()
  const channels = useChannelNames()
  if (deliveries.length === 0) return null
  return (
    <Box.section marginTop="24" className={css.part}>
      <Text.h4 margin="0 0 8" weight="600">
        {w.deliveries}
      </Text.h4>
      <ol className={css.deliveries}>
        {deliveries.map(({ at, to, channel, state, reason }) => (
          <Grid.li key={`${at} ${to} ${channel}`} gap="0 16" padding="4 0">
            <Text.time tone="ink-3" tabular dateTime={at}>
              {formatTime(at)}
            </Text.time>
            <span>
              {to} · {channels[channel]}
            </span>
            <DeliveryBadge
              state={state}
              {...(reason === null ? {} : { fact: serverText[`message.reason-${reason}`][locale] })}
            />
          </Grid.li>
        ))}
      </ol>
    </Box.section>
  )
}
