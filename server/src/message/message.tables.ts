import type { DeliveryReason, MessageType, Opens } from '@brigade/contract/message/message.model.ts'
import type { Table, TriggerTable } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /**
     * * `month`: The first day of its month, UTC.
     * * `kind`: A kind of kind.text.ts, or `task`.
     * * `isAct`: Somebody did something to the receivers (kind.text.ts).
     * * `params`: Parameters of the kind; for a task its texts by language.
     */
    message: Table<'message', { opens: Opens }>
    /**
     * * `nextAt`: The time of the next attempt; during an attempt it is moved beyond the attempt's end.
     * * `removedAt`: The receiver removed it from the own inbox.
     * * `address`: Of the mail of an act: as it was then, until the mail has ended.
     */
    messageDelivery: Table<'messageDelivery', { reason: DeliveryReason }>
    /** Only triggers of the deliveries write it. */
    messageCount: TriggerTable<'messageCount'>
    pushTask: Table<'pushTask', { opens: Opens }>
    /**
     * A group robot or a webhook.
     * * `address`: Sealed.
     * * `secret`: Sealed.
     */
    messageTarget: Table<'messageTarget', { types: MessageType[]; lastFailure: DeliveryReason }>
    /** `quietFrom`: Minutes of the day. */
    accountNotify: Table<'accountNotify'>
  }
}
