import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import type { MessageOutcome } from '@brigade/contract/telemetry/message.model.ts'
import { maskSent } from '../../telemetry/messages/mask-secrets.ts'
import type { MessageEntry } from '../../telemetry/messages/message.store.ts'
import type { DroppedEntry, Entry, Served } from '../../telemetry/messages/message.ts'

/** The message, and its reply if that has content. `repeated`: those of its events that were stored already. */
export function tracesOf(
  entry: Entry,
  served: Served | undefined,
  repeated: readonly DroppedEntry[] = [],
): MessageEntry[] {
  if (entry.read.isUntraced === true) return []
  const answer = served?.answer ?? entry.read.answer
  const up = traceOf(entry, served, repeated)
  if (answer?.isTraced !== true) return [up]
  const { topic } = answer
  return [
    up,
    {
      ...up,
      direction: 'down',
      topic,
      payload: shortened(maskSent(answer)),
      code: null,
      dropped: null,
      outcome: 'sent',
    },
  ]
}

/** A requested thing model need not be stored whole each time. */
const longestAnswer = 16_384
const shortened = (payload: string) =>
  payload.length > longestAnswer ? `${payload.slice(0, longestAnswer)}…` : payload

export function traceOf(
  { device, receivedAt, topic, payload, read, through, isRepeated }: Entry,
  served?: Served,
  repeated: readonly DroppedEntry[] = [],
): MessageEntry {
  const code = served === undefined ? read.code : served.code
  const dropped = [...read.dropped, ...(served?.dropped ?? []), ...repeated]
  const isAllRepeated = repeated.length > 0 && repeated.length === read.events?.length && read.values.length === 0
  const given = served?.outcome ?? read.outcome ?? outcomeOf(code, dropped)
  const said = given === 'stored' && dropped.length > 0 ? 'partly' : given
  const outcome = isRepeated === true || isAllRepeated ? 'repeated' : said
  return {
    deviceId: device.id,
    timeMs: receivedAt,
    direction: 'up',
    topic,
    payload,
    code,
    dropped: dropped.length === 0 ? null : dropped,
    outcome,
    through,
  }
}

const outcomeOf = (code: number | null, dropped: readonly DroppedEntry[]): MessageOutcome =>
  code !== null && code !== alinkCodes.ok ? 'refused' : dropped.length > 0 ? 'partly' : 'stored'
