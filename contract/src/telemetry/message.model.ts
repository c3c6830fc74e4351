import { z } from 'zod'
import { Value } from '../device/value.model.ts'
import { filter, Flag, Id, Instant, OptionalLine, Time } from '../field.ts'
import { searchOf } from '../paging.ts'
import { valueReasons } from '../thing-model/value-reasons.ts'

/** Reasons for dropping an answer of a Modbus unit, or a frame on its line. */
export const modbusReasons = [
  'checksum',
  'unasked',
  'illegalFunction',
  'illegalAddress',
  'illegalValue',
  'unitFailure',
  'acknowledged',
  'busy',
  'gatewayPath',
  'gatewayTarget',
  'modbusException',
] as const

/**
 * Why a part of a device's message was not stored: the value, its device (`otherDevice`), the name of the service in
 * the topic of an answer, which its id decides (`otherService`), its time (`time`, for values that were kept for
 * later), a desired value with another version by now (`version`), an event that is stored already (`repeated`), a text
 * whose bytes are not UTF-8 or that has a zero character (`encoding`, with the bytes in hex), a whole number over 2^53
 * (`inexact`), or the place where the message stops to be JSON (`json`).
 */
export const droppedReasons = [
  ...valueReasons,
  'otherDevice',
  'otherService',
  'time',
  'version',
  'repeated',
  'encoding',
  'inexact',
  'json',
  ...modbusReasons,
] as const
export type DroppedReason = (typeof droppedReasons)[number]

/**
 * Result of a message. Upstream: `stored`, `partly` (parts were dropped), `answered` (a request of the device), `refused` (the
 * code of the reply gives the reason), `failed` (the device answers that it did not execute the command, with its own code),
 * `repeated` (a duplicate), `unknown` (a topic without a handler), `custom` (a custom topic). Downstream: `sent`; the result of a
 * command is in the ledger.
 */
const messageOutcomes = [
  'stored',
  'partly',
  'answered',
  'refused',
  'failed',
  'repeated',
  'unknown',
  'custom',
  'sent',
] as const
export const MessageOutcome = z.enum(messageOutcomes)
export type MessageOutcome = z.output<typeof MessageOutcome>

export const MessageSearch = searchOf(
  {
    id: Id,
    direction: filter(z.enum(['up', 'down'])),
    topic: filter(OptionalLine(120)),
    outcome: filter(MessageOutcome),
    dropped: filter(Flag),
    startTime: filter(Time),
    endTime: filter(Time),
  },
  ['time'],
)
export const MessageRow = z.object({
  seq: z.string(),
  time: Instant,
  direction: z.enum(['up', 'down']),
  topic: z.string(),
  /**
   * The text as received; the bytes of a raw message, and of one that is not all text, in hex. Null: a property report that was stored whole. After two days only
   * the first of a device in a minute keeps its payload; the values of all are in the history.
   */
  payload: z.string().nullable(),
  code: z.number().int().nullable(),
  outcome: MessageOutcome,
  /** The SN of the gateway that carried the message; empty: the device's own connection. */
  through: z.string(),
  dropped: z.array(z.object({ identifier: z.string(), reason: z.enum(droppedReasons), value: Value })),
})
export type MessageRow = z.output<typeof MessageRow>

/** The oldest message that is kept of the device, whatever is searched: what it reported before has no messages. Null: there is none. */
export const MessagesSince = Instant.nullable()

/** Messages to and from one device, live. An empty list is a heartbeat. */
export const TraceQuery = z.strictObject({ id: Id })
export const TraceEvent = z.object({ at: z.number(), messages: z.array(MessageRow) })
export type TraceEvent = z.output<typeof TraceEvent>
