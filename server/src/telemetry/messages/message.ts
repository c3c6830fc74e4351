import { z } from 'zod'
import type { MessageOutcome, DroppedReason } from '@brigade/contract/telemetry/message.model.ts'
import type { CallType } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Transaction, Db } from '../../platform/db/database.ts'
import { cutText } from '../../platform/storable-text.ts'
import type { Incoming } from '../../platform/mqtt/mqtt-hooks.ts'
import { maskedValue } from './mask-secrets.ts'

export const Json = z.json()
export type JsonValue = z.output<typeof Json>

/** A connected device, as far as its messages need it. */
export type LinkedDevice = Readonly<{
  id: string
  productId: string
  productKey: string
  deviceName: string
  nodeType?: 'direct' | 'gateway' | 'sub-device'
  /**
   * The topic style of synchronous services that its SDK requested with `ext` in its client id. By default
   * `/sys/…/rrpc`.
   */
  rrpcStyle?: 'ext'
}>

/**
 * `isDeviceTime` is false when the device's time was implausible or missing. `place`: its place among the values of its instant, once it
 * is known and if it is not the first.
 */
export type ReadValue = Readonly<{
  identifier: string
  value: Value
  timeMs: number
  isDeviceTime: boolean
  place?: number
}>
export type ReadEvent = Readonly<{
  identifier: string
  type: 'info' | 'alert' | 'error'
  output: Readonly<Record<string, Value>>
  timeMs: number
  messageId: string
  /** Distinguishes events that arrived in the same millisecond, if the device gave no time; else 0. */
  place?: number
  /** The time of receipt by our clock. */
  receivedAtMs: number
  /** The event was sent later than it happened, so only its time orders it. */
  isKept: boolean
  /** For an error: its code, and whether this is its end. */
  code: string
  clears: boolean
}>

/** A message to a connection. `isTraced`: it has content, so it is kept in the trace of its device. */
export type Answer = Readonly<{ key: string; topic: string; payload: string }>
export type OwnAnswer = Readonly<{ topic: string; payload: string; isTraced?: boolean }>

/** The outcome of a message that needed the database. */
export type Served = Readonly<{
  code: number | null
  /** Set if neither the code nor the dropped entries show it. */
  outcome?: MessageOutcome | undefined
  dropped?: readonly DroppedEntry[] | undefined
  answer?: OwnAnswer | undefined
  /** Answers for other connections, or further ones for this one. */
  more?: readonly Answer[] | undefined
  /** Called once everything is committed, and never otherwise. */
  afterCommit?: (() => void) | undefined
}>

export type Serving = Readonly<{
  nowMs: number
  /** The device repeated a stored message: it is answered without a second effect. */
  isRepeated: boolean
  /** The base URL for device downloads, if it is set. */
  deviceUrl: string | undefined
  /** Stores values like a normal report: for values that cannot be trusted before the database was read. */
  report: (values: readonly ReadValue[]) => Promise<void>
}>

/** The commands that an answer may belong to, by its topic. */
export type Answered = Readonly<
  | { kind: 'property.set' | 'property.get'; callType?: undefined }
  | { kind: 'service'; callType: CallType; identifier?: string }
>

export const isCommandId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id)

/** Topics with a binary payload, the raw bytes of a serial line. */
export const isRaw = (topic: string): boolean => /\/thing\/model\/(?:up_raw|down_raw_reply)$/.test(topic)

/** The result of reading a message. Nothing has been written yet. */
export type ReadMessage = {
  code: number | null
  /** Set if neither the code nor the dropped entries show it. */
  outcome?: MessageOutcome
  dropped: DroppedEntry[]
  /** One of many equal messages: another of them represents all in the trace. */
  isUntraced?: boolean
  values: ReadValue[]
  events?: readonly ReadEvent[]
  /** The device's reply to a command. */
  commandReply?: { commandId: string; answers: Answered; code: number; reply: JsonValue }
  /** The error of reading it; the message is refused. */
  fault?: unknown
  /** The answer to the device, sent once its message is committed. */
  answer?: OwnAnswer
  /**
   * Work that needs the database: it runs within the transaction of the batch, after reports were written. It may run
   * again after a deadlock, or with other messages: effects outside the transaction belong into `afterCommit`.
   */
  serve?: (trx: Transaction, serving: Serving) => Promise<Served>
}

/** A device's message after reading. If it came through a gateway, its device is not that of the connection. */
export type Entry = Readonly<{
  device: LinkedDevice
  /** The connection's key. */
  key: string
  topic: string
  payload: string
  again: boolean
  receivedAt: number
  /** The beginning of the connection that it came over, by the clock of `receivedAt`; undefined if the connection is a broker's. */
  connectedAt?: number | undefined
  /** The SN of the gateway it came through; absent for the device's own connection. */
  through?: string
  /** Stored already: it is answered, and counted in the trace. */
  isRepeated?: boolean
  read: ReadMessage
}>

export const nothing = (): ReadMessage => ({ code: null, dropped: [], values: [] })
export const refused = (code: number): ReadMessage => ({ ...nothing(), code })

/** Facts about a message at its arrival; they stay with the message until it is written. */
export type Attached = {
  /** The sender at that time: its connection may have ended since. */
  readonly sender?: Sender | undefined
  readonly entries?: readonly Entry[] | undefined
  /** The entries that a plug-in read from it. */
  byPlugin?: readonly Entry[] | undefined
}
export type LinkMessage = Incoming & Readonly<{ attached?: Attached | undefined }>

/**
 * Reads messages that concern devices other than the sender, or need the database to be understood: a gateway's pack,
 * raw frames.
 */
export type EntryReader = Readonly<{
  reads: (topic: string) => boolean
  /** Returns one entry for each device concerned, including the sender's own (which carries the reply). */
  read: (db: Db, message: LinkMessage, from: Sender) => Promise<readonly Entry[]>
}>

/** The sender of a message: its device, and the SN of the gateway it came through. */
export type Sender = Readonly<{ device: LinkedDevice; through?: string | undefined }>

/** A dropped entry, short enough to be stored with the message. */
export function kept({
  identifier,
  reason,
  value,
}: Readonly<{ identifier: string; reason: DroppedReason; value: unknown }>): DroppedEntry {
  const text = JSON.stringify(maskedValue(identifier, value) ?? null)
  return {
    identifier: cutText(identifier, 120),
    reason,
    value: text.length > 200 ? `${cutText(text, 200)}…` : Json.parse(JSON.parse(text)),
  }
}

/** `value` is the device's value, of any type. */
export type DroppedEntry = { identifier: string; reason: DroppedReason; value: z.core.util.JSONType }
