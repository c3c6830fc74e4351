import { valueReasons } from '../thing-model/value-reasons.ts'
import type { alinkCodes, shadowErrors } from './alink.model.ts'
import type { gatewayCodes } from './gateway/gateway.topics.ts'

/** What an answer of a Modbus unit, or a frame on its line, may be dropped for. */
export const modbusReasons = [
  'checksum',
  'unasked',
  'illegalFunction',
  'illegalAddress',
  'illegalValue',
  'unitFailure',
  'acknowledged',
  'busy',
  'modbusException',
] as const

/**
 * Why something that a device said was not stored: its value, whose it is (`otherDevice`), when it was (`time`, of something kept
 * for later), or a desired value that has another version by now (`version`).
 */
export const droppedReasons = [...valueReasons, 'otherDevice', 'time', 'version', ...modbusReasons] as const
export type DroppedReason = (typeof droppedReasons)[number]

type ValueOf<T> = T[keyof T]
/** Codes of messages, but for those of the shadow's topics, which have their own. */
export type MessageCode = ValueOf<typeof alinkCodes> | ValueOf<typeof gatewayCodes>
export type ShadowErrorCode = keyof typeof shadowErrors

/**
 * What became of a message. Up: `stored`, `partly` (some of it was dropped), `answered` (a question of the device), `refused`
 * (the reply's code says why), `failed` (the device answers that it did not do what it was told; its own code says why), `repeated`
 * (sent again and there already), `unknown` (a topic nobody serves), `custom` (one of the device's own choosing). Down: `sent`; what came of a
 * command stands in the ledger.
 */
export const messageOutcomes = [
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
