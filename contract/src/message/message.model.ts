import { z } from 'zod'
import { filter, Flag, Id, Instant, OptionalLine, Time } from '../field.ts'
import { searchOf } from '../paging.ts'

/** Spec 3, Message: its type. */
export const messageTypes = ['alarm', 'fault', 'recipe', 'notice'] as const
export const MessageType = z.enum(messageTypes)
export type MessageType = z.output<typeof MessageType>

export const deliveryChannels = ['inbox', 'email', 'robot', 'webhook'] as const
export const DeliveryChannel = z.enum(deliveryChannels)
export type DeliveryChannel = z.output<typeof DeliveryChannel>

/**
 * `delivered`: the other side confirmed it; a mail that an SMTP server accepted is `sent`. `held`: waits for the end of
 * quiet hours.
 */
export const deliveryStates = ['queued', 'held', 'sent', 'delivered', 'read', 'skipped', 'expired', 'failed'] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.output<typeof DeliveryState>

/** Why a delivery is not sent, or not sent yet. Their words are `message.reason-<name>` of message.text.ts. */
export const deliveryReasons = [
  'quiet-hours',
  'no-server',
  'no-address',
  'switched-off',
  'bad-address',
  'disabled',
  'too-late',
  'refused',
  'unreachable',
  'no-answer',
  'private-address',
  'redirected',
  'bad-answer',
  'retrying',
  'gave-up',
] as const
export const DeliveryReason = z.enum(deliveryReasons)
export type DeliveryReason = z.output<typeof DeliveryReason>

/** Characters; `listed`: names of a list, `listBytes`: of its file. */
export const messageLimits = {
  title: 60,
  content: 1000,
  removed: 1000,
  listed: 10_000,
  listBytes: 2_097_152,
  detail: 300,
} as const

const Text = z.object({ title: z.string(), content: z.string() })
export type MessageText = z.output<typeof Text>
/** Both languages: if one is missing, the other replaces it. */
export const MessageWords = z.object({ en: Text, zh: Text })
export type MessageWords = z.output<typeof MessageWords>

/** The page that a tap on the message opens. */
export const Opens = z.strictObject({ kind: z.enum(['oven', 'cooler', 'recipe', 'fault', 'alarm', 'task']), id: Id })
export type Opens = z.output<typeof Opens>

export const DeviceType = z.enum(['oven', 'cooler'])

/** The number of deliveries in each state. */
export const DeliveryCounts = z.record(DeliveryState, z.number().int())
export type DeliveryCounts = z.output<typeof DeliveryCounts>

/**
 * Spec 3, user scope: all people of the sender's organisation, a part of them by filters or by a list, or the people
 * whom an event concerns.
 */
export const audienceKinds = ['all', 'filtered', 'list', 'concerned'] as const
export const AudienceKind = z.enum(audienceKinds)
export type AudienceKind = z.output<typeof AudienceKind>

export const messageOrigins = ['automatic', 'task'] as const

/** Spec 3, Message. */
export const MessageRow = z.object({
  id: Id,
  type: MessageType,
  origin: z.enum(messageOrigins),
  isCritical: z.boolean(),
  words: MessageWords,
  /** When it was announced, or when its push task began to send. */
  pushedAt: Instant,
  audience: AudienceKind,
  deviceType: DeviceType.nullable(),
  organisation: z.object({ id: Id, name: z.string() }),
  counts: DeliveryCounts,
  isRemoved: z.boolean(),
})
export type MessageRow = z.output<typeof MessageRow>

/**
 * How many messages were removed from every inbox, and how many only from the caller's own: those about acts, and
 * critical ones.
 */
export const MessagesRemoved = z.object({ removed: z.number().int(), own: z.number().int() })
export type MessagesRemoved = z.output<typeof MessagesRemoved>

export const messageSorts = ['pushedAt'] as const
export const MessageSearch = searchOf(
  {
    /** Any part of the title, in either language. */
    keyword: filter(OptionalLine(60)),
    type: filter(MessageType),
    origin: filter(z.enum(messageOrigins)),
    audience: filter(AudienceKind),
    deviceType: filter(DeviceType),
    /** Time of the push. */
    startTime: filter(Time),
    endTime: filter(Time),
  },
  messageSorts,
)
export type MessageSearch = z.output<typeof MessageSearch>

/** Deliveries of one message that share channel, state and reason. */
export const DeliveryGroup = z.object({
  channel: DeliveryChannel,
  state: DeliveryState,
  reason: DeliveryReason.nullable(),
  count: z.number().int(),
})

export const MessageDetail = MessageRow.extend({
  opens: Opens.nullable(),
  validUntil: Instant.nullable(),
  /** The push task that sent it, if that is still listed. */
  taskId: Id.nullable(),
  groups: z.array(DeliveryGroup),
})
export type MessageDetail = z.output<typeof MessageDetail>

/** The receiver of a message. An app user is named by the first letter of their nickname. */
const Receiver = z.object({ kind: z.enum(['account', 'app-user', 'robot', 'webhook']), id: Id, name: z.string() })

const Delivery = z.object({
  messageId: Id,
  channel: DeliveryChannel,
  state: DeliveryState,
  reason: DeliveryReason.nullable(),
  /** The receiver's response, unchanged; empty if there was none. */
  detail: z.string(),
  /** The step of the route by which it was sent; empty for those without a route. */
  step: z.string(),
  attempts: z.number().int(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  readAt: Instant.nullable(),
  /** When it is tried next; null if it is not. */
  nextAt: Instant.nullable(),
})

export const DeliveryRow = Delivery.extend({ receiver: Receiver, organisation: z.string() })
export type DeliveryRow = z.output<typeof DeliveryRow>

export const deliverySorts = ['receiver'] as const
export const DeliverySearch = searchOf(
  { messageId: Id, channel: filter(DeliveryChannel), state: filter(DeliveryState) },
  deliverySorts,
)
export type DeliverySearch = z.output<typeof DeliverySearch>

/** A message in the inbox of an app user, as staff see it. */
export const UserMessageRow = z.object({
  id: Id,
  type: MessageType,
  words: MessageWords,
  state: DeliveryState,
  pushedAt: Instant,
  readAt: Instant.nullable(),
})
export type UserMessageRow = z.output<typeof UserMessageRow>
export const UserMessageSearch = searchOf({ id: Id, type: filter(MessageType) }, ['pushedAt'])
export type UserMessageSearch = z.output<typeof UserMessageSearch>

/** One message in one's own inbox. */
export const InboxRow = z.object({
  id: Id,
  type: MessageType,
  isCritical: z.boolean(),
  words: MessageWords,
  pushedAt: Instant,
  isRead: z.boolean(),
  opens: Opens.nullable(),
  /** Type of the device that the message opens, if it is about a device. */
  deviceType: DeviceType.nullable(),
})
export type InboxRow = z.output<typeof InboxRow>

export const inboxSorts = ['pushedAt'] as const
export const InboxSearch = searchOf({ unread: filter(Flag), type: filter(MessageType) }, inboxSorts)
export type InboxSearch = z.output<typeof InboxSearch>

/** `newest`: the newest unread one; null if there is none. */
export const InboxEvent = z.object({
  at: z.number(),
  unread: z.number().int(),
  newest: InboxRow.nullable(),
})
export type InboxEvent = z.output<typeof InboxEvent>

/** Delivery results of the messages to one account. */
export const NotificationRow = Delivery.extend({
  type: MessageType,
  isCritical: z.boolean(),
  words: MessageWords,
  opens: Opens.nullable(),
  deviceType: DeviceType.nullable(),
})
export type NotificationRow = z.output<typeof NotificationRow>

export const NotificationSearch = searchOf(
  {
    /** By default one's own account. */
    accountId: filter(Id),
    channel: filter(DeliveryChannel),
    state: filter(DeliveryState),
  },
  inboxSorts,
)
export type NotificationSearch = z.output<typeof NotificationSearch>

/** Unread messages are counted up to this many. */
export const maxUnread = 100
