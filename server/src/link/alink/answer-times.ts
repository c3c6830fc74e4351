import { alinkCodes, type Identity } from '@brigade/contract/link/alink.model.ts'
import { kept, type JsonValue, type ReadMessage } from '../../telemetry/messages/message.ts'
import { answered, answerTo, type AlinkHead } from './reply.ts'

/** A request, and the topic of its answer. */
export type Asked = Readonly<{ request: AlinkHead | null; payload: string; topic: string; method: string }>

/** The part of a message that concerns one device. Without an identity that is the sender. */
export type Share = Readonly<{ identity?: Identity | undefined; read: ReadMessage }>

/** SDKs drop packets over 1,000 bytes, and a device without an answer sends everything again. */
const maxBytes = 600

const lostOf = ({ dropped }: ReadMessage) => dropped.filter(({ reason }) => reason === 'time')
const isRefused = ({ code }: ReadMessage) => code !== null && code !== alinkCodes.ok
const countOf = ({ values, events = [] }: ReadMessage): number => values.length + events.length

/**
 * A device's portion of a message as the trace records it: code 460 if a value was dropped because of its time, whether
 * or not the rest is stored.
 */
export const withLostTimes = (read: ReadMessage): ReadMessage =>
  isRefused(read) || lostOf(read).length === 0 ? read : refusedFor(read, countOf(read))

const refusedFor = (read: ReadMessage, stored: number): ReadMessage => ({
  ...read,
  code: alinkCodes.parameterError,
  outcome: stored > 0 ? 'partly' : 'refused',
})

/** The number of dropped items of each name, as far as an answer has room. */
function namesOf(shares: readonly Share[]): JsonValue {
  const counts = shares.flatMap(({ identity, read }) =>
    [...Map.groupBy(lostOf(read), ({ identifier }) => identifier)].map(([identifier, items]) => ({
      ...identity,
      identifier,
      reason: 'time',
      count: items.length,
    })),
  )
  const stored = shares.reduce((sum, { read }) => sum + countOf(read), 0)
  const dropped: typeof counts = []
  let bytes = 0
  for (const each of counts) {
    bytes += Buffer.byteLength(JSON.stringify(each)) + 1
    if (bytes > maxBytes) break
    dropped.push(each)
  }
  const more = counts.slice(dropped.length).reduce((sum, { count }) => sum + count, 0)
  return more === 0 ? { stored, dropped } : { stored, dropped, more }
}

/**
 * Adds the answer to a report whose items have times of their own. A device must neither consider dropped items stored
 * nor resend stored ones: the answer has the number of stored items, and names the dropped ones.
 */
export function answeredTimes(
  read: ReadMessage,
  { request, payload, topic, method }: Asked,
  others: readonly Share[] = [],
): ReadMessage {
  const shares = [{ read }, ...others]
  const lost = shares.filter((share) => lostOf(share.read).length > 0)
  if (isRefused(read) || lost.length === 0) return answered(read, request, payload, topic, method)
  const ofOthers = others.flatMap(({ identity, read: other }) => {
    const count = lostOf(other).length
    const identifier = `${identity?.productKey ?? ''}/${identity?.deviceName ?? ''}`
    return count === 0 ? [] : [kept({ identifier, reason: 'time', value: count })]
  })
  const stored = shares.reduce((sum, share) => sum + countOf(share.read), 0)
  const result = { ...refusedFor(read, stored), dropped: [...read.dropped, ...ofOthers] }
  const message = 'no believable time: dropped, the rest is stored'
  const code = alinkCodes.parameterError
  const answer = answerTo(request, payload, { topic, method, code, message, data: namesOf(shares) })
  return answer === undefined ? result : { ...result, answer: { ...answer, isTraced: true } }
}
