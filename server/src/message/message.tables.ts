import type {
  AudienceKind,
  DeliveryChannel,
  DeliveryReason,
  DeliveryState,
  MessageType,
  Opens,
} from '@brigade/contract/message/message.model.ts'
import type { RobotMaker } from '@brigade/contract/message/target.model.ts'
import type { TaskState } from '@brigade/contract/message/task.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { ColumnType, Generated } from 'kysely'

/** Any JSON, written as text. */
type Json = ColumnType<unknown, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>

export type MessageTable = {
  id: Generated<string>
  /** The first day of its month, UTC. */
  month: string
  pushedAt: string
  /** A kind of kind.text.ts, or `task`. */
  kind: string
  type: MessageType
  isCritical: Generated<boolean>
  /** Somebody did something to the receivers (kind.text.ts). */
  isAct: Generated<boolean>
  organisationId: string
  /** Parameters of the kind; for a task its texts by language. */
  params: Json
  title: string
  search: ColumnType<string, never, never>
  audience: AudienceKind
  deviceType: 'oven' | 'cooler' | null
  opens: JsonOrNull<Opens>
  validUntil: string | null
  taskId: string | null
  removedAt: string | null
}

export type ReceiverKind = 'account' | 'app-user' | 'target'

export type MessageDeliveryTable = {
  month: string
  messageId: string
  receiverKind: ReceiverKind
  receiverId: string
  channel: DeliveryChannel
  state: DeliveryState
  reason: DeliveryReason | null
  detail: Generated<string>
  step: Generated<string>
  attempts: Generated<number>
  createdAt: string
  /** The time of the next attempt; during an attempt it is moved beyond the attempt's end. */
  nextAt: string | null
  sentAt: string | null
  readAt: string | null
  /** The receiver removed it from the own inbox. */
  removedAt: Generated<string | null>
  /** Of the mail of an act: as it was then, until the mail has ended. */
  address: Generated<string | null>
}

/** Written by triggers of the deliveries alone. */
export type MessageCountTable = {
  month: ColumnType<string, never, never>
  messageId: ColumnType<string, never, never>
  channel: ColumnType<DeliveryChannel, never, never>
  state: ColumnType<DeliveryState, never, never>
  deliveries: ColumnType<string, never, never>
}

export type PushTaskTable = {
  id: Generated<string>
  organisationId: string
  accountId: string
  type: MessageType
  words: Json
  title: string
  search: ColumnType<string, never, never>
  audience: Json
  channels: string[]
  deviceType: 'oven' | 'cooler' | null
  opens: JsonOrNull<Opens>
  pushAt: string
  validUntil: string | null
  state: TaskState
  receivers: number
  done: Generated<number>
  jobId: string | null
  messageId: string | null
  messageMonth: string | null
  error: Generated<string>
  createdAt: string
  updatedAt: string
  startedAt: string | null
  endedAt: string | null
  removedAt: string | null
}

/** A group robot or a webhook. */
export type MessageTargetTable = {
  id: Generated<string>
  organisationId: string
  kind: 'robot' | 'webhook'
  maker: RobotMaker | null
  name: string
  /** Sealed. */
  address: Buffer
  shownAddress: string
  /** Sealed. */
  secret: Buffer | null
  locale: Generated<Locale>
  phones: Generated<string[]>
  types: Generated<MessageType[]>
  enabled: Generated<boolean>
  isGivenUp: Generated<boolean>
  sendsCodes: Generated<boolean>
  lastSuccessAt: string | null
  lastFailureAt: string | null
  lastFailure: DeliveryReason | null
  lastFailureDetail: Generated<string>
  failingSince: string | null
  retryAt: string | null
  leaseUntil: string | null
  leaseHolder: Generated<string | null>
  minuteAt: string | null
  minuteCount: Generated<number>
  createdAt: string
  updatedAt: string
}

export type AccountNotifyTable = {
  accountId: string
  locale: Locale | null
  timeZone: string | null
  units: Generated<'metric' | 'british'>
  email: Generated<boolean>
  /** Minutes of the day. */
  quietFrom: number | null
  quietTo: number | null
  weeklyReport: Generated<boolean>
  badAddress: string | null
  badAddressDetail: string | null
  updatedAt: string | null
}

declare module '../platform/db/database.ts' {
  interface Database {
    message: MessageTable
    messageDelivery: MessageDeliveryTable
    messageCount: MessageCountTable
    pushTask: PushTaskTable
    messageTarget: MessageTargetTable
    accountNotify: AccountNotifyTable
  }
}
