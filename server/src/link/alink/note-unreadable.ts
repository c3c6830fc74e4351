import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic } from '@brigade/contract/topic.ts'
import { kept, type DroppedEntry, type ReadMessage } from '../../telemetry/messages/message.ts'
import { findJsonFault } from './json-fault.ts'
import { hexOf, strayBytes } from './readable-text.ts'
import { byteOrderMark } from './reply.ts'
import { isStorable, isSuspect, parseMarked, unreadableIn } from './unreadable.ts'

/** Places that are named in one message. */
const maxPlaces = 20

const nameOf = (path: readonly (string | number)[]) => {
  const [first, ...rest] = path
  const name = (first === 'params' && rest.length > 0 ? rest : path).join('.') || '$'
  return isStorable(name) ? name : hexOf(name)
}

/** Returns where the text of a message stops being JSON, or nothing if it is JSON. */
export function jsonFaultOf(text: string): DroppedEntry[] {
  const fault = findJsonFault(text.startsWith(byteOrderMark) ? text.slice(1) : text)
  if (fault === undefined) return []
  const identifier = nameOf(fault.path)
  return text.isWellFormed()
    ? [kept({ identifier, reason: 'json', value: fault.found })]
    : [kept({ identifier, reason: 'encoding', value: strayBytes(text) })]
}

/** In these messages a number becomes a text, which keeps all digits. */
const isOfTexts = (topic: string) => matchTopic(upTopics.tagsUpdate, topic) ?? matchTopic(upTopics.logPost, topic)

/** The places of values that could not be read unchanged, or the place where the message stops being JSON. */
function placesIn(topic: string, text: string): DroppedEntry[] {
  let value: unknown
  try {
    value = parseMarked(text.startsWith(byteOrderMark) ? text.slice(1) : text)
  } catch {
    return jsonFaultOf(text)
  }
  const places = unreadableIn(value, maxPlaces).filter(
    ({ path, found }) => found.reason === 'encoding' || !(path[0] === 'id' || isOfTexts(topic)),
  )
  return places.map(({ path, found }) => kept({ identifier: nameOf(path), reason: found.reason, value: found }))
}

const isUnread = ({ code }: ReadMessage) =>
  code === alinkCodes.badFormat || code === alinkCodes.parameterError || code === alinkCodes.internal

/**
 * Adds to the trace which values could not be read, and where, unless the thing model has dropped them already. Nothing
 * is dropped from a message that is only stored.
 */
export function noted(read: ReadMessage, topic: string, text: string): ReadMessage {
  if (read.outcome === 'custom' || read.outcome === 'unknown' || read.code === alinkCodes.throttled) return read
  if (!isSuspect(text)) return isUnread(read) && read.dropped.length === 0 ? withNotes(read, jsonFaultOf(text)) : read
  const isNamed = read.dropped.some(({ reason }) => reason === 'encoding' || reason === 'inexact')
  return isNamed ? read : withNotes(read, placesIn(topic, text))
}

const withNotes = (read: ReadMessage, notes: readonly DroppedEntry[]): ReadMessage =>
  notes.length === 0 ? read : { ...read, dropped: [...read.dropped, ...notes] }
