import type { z } from 'zod'
import { alinkCodes, alinkLimits, type AlinkRequest } from '@brigade/contract/link/alink.model.ts'
import { isRecord } from '@brigade/contract/thing-model/document-place.ts'
import type { JsonValue, OwnAnswer, ReadMessage } from '../../telemetry/messages/message.ts'
import { Unreadable, hasBigExponent, isSuspect, parseMarked, unreadableIn, withoutUnreadable } from './unreadable.ts'

/**
 * How values that cannot be read are treated. `marked`: the value becomes `Unreadable`, which the thing model drops.
 * `left out`: the value is removed, because the message means the same without it. `items`: the list item that contains
 * the value is removed, and the digits of a number become a text.
 */
export type Leaving = 'marked' | 'left out' | 'items'

/** The payload of a device, or null if it does not match the schema. */
export function parsed<S extends z.ZodType>(
  schema: S,
  payload: string,
  leaving: Leaving = 'marked',
): z.output<S> | null {
  try {
    const text = payload.startsWith(byteOrderMark) ? payload.slice(1) : payload
    const read = (value: unknown) => schema.safeParse(value).data ?? null
    if (isSuspect(text)) return read(leave(parseMarked(text), leaving))
    const found = read(JSON.parse(text))
    return found === null && hasBigExponent(text) ? read(leave(parseMarked(text), leaving)) : found
  } catch {
    return null
  }
}

export const byteOrderMark = '\uFEFF'

function leave(value: unknown, leaving: Leaving): unknown {
  if (!isRecord(value)) return value
  // The head of a message has no values: an id with many digits is answered as a text, anything else is not needed.
  const head = Object.entries(value).flatMap(([name, each]) =>
    !(each instanceof Unreadable) || name === 'params' || name === 'state'
      ? [[name, each] as const]
      : name === 'id' && each.reason === 'inexact'
        ? [[name, each.toJSON()] as const]
        : [],
  )
  const message = Object.fromEntries(head)
  if (leaving === 'marked') return message
  if (leaving === 'left out') return withoutUnreadable(message)
  const params = message['params']
  if (!Array.isArray(params)) return message
  return { ...message, params: params.map(withDigits).filter((item) => unreadableIn(item).length === 0) }
}

function withDigits(value: unknown): unknown {
  if (value instanceof Unreadable) return value.reason === 'inexact' ? value.toJSON() : value
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withDigits(each)]))
    : value
}

export type AlinkHead = Pick<AlinkRequest, 'id' | 'sys'>

/** Adds the reply to the result, unless `sys.ack` is 0. */
export function answered(
  result: ReadMessage,
  request: AlinkHead | null,
  payload: string,
  replyTopic: string,
  method: string,
): ReadMessage {
  const code = result.code ?? alinkCodes.ok
  const answer = answerTo(request, payload, { topic: replyTopic, method, code })
  return answer === undefined ? result : { ...result, answer }
}

/** The outcome of a device's reply to a message of ours. */
export const outcomeOfReply = (code: number): 'stored' | 'failed' => (code === alinkCodes.ok ? 'stored' : 'failed')

type Reply = Readonly<{ topic: string; method: string; code: number; data?: JsonValue; message?: string | undefined }>

/** Undefined if the device wants no reply. The id is returned unchanged. */
export function answerTo(
  request: AlinkHead | null,
  payload: string,
  { topic, method, code, data = {}, message = messageOf(code) }: Reply,
): OwnAnswer | undefined {
  if (request?.sys?.ack === 0) return undefined
  const id = request?.id ?? idIn(payload)
  return { topic, payload: JSON.stringify({ id, code, data, message, method, version: '1.0' }) }
}

export const messageOf = (code: number): string =>
  code === alinkCodes.ok ? 'success' : (failures[code] ?? 'request error')

const failures: Readonly<Record<number, string>> = {
  [alinkCodes.badFormat]: 'request parameter error: bad data format',
  [alinkCodes.tooManyProperties]: 'too many properties',
  [alinkCodes.throttled]: 'too many requests',
  [alinkCodes.badTopic]: 'topic not known',
  [alinkCodes.deviceDisabled]: 'device disabled',
  [alinkCodes.parameterError]: 'request parameter error',
  [alinkCodes.noThingModel]: 'thing model not available',
}

/** The id of a request that cannot be read, so that the device knows which one was refused. */
export function idIn(payload: string): string {
  return /"id"\s*:\s*"?([\w|/.:@-]{1,400})"?/.exec(payload.slice(0, 1000))?.[1] ?? '0'
}

/** alink.md 3: the device's time is accepted from 7 days before to 24 hours after the server's. */
export function believed(time: number | undefined, receivedAt: number): { timeMs: number; isDeviceTime: boolean } {
  const isBelieved =
    time !== undefined &&
    time >= receivedAt - alinkLimits.deviceTimePastMs &&
    time <= receivedAt + alinkLimits.deviceTimeAheadMs
  return isBelieved ? { timeMs: Math.round(time), isDeviceTime: true } : { timeMs: receivedAt, isDeviceTime: false }
}
