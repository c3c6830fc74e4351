import type { z } from 'zod'
import {
  AlinkBatch,
  AlinkHistory,
  AlinkPack,
  AlinkRequest,
  alinkCodes,
  alinkLimits,
} from '@brigade/contract/link/alink.model.ts'
import type { Identity } from '@brigade/contract/link/alink.model.ts'
import { downTopics, methodOf, upTopics } from '@brigade/contract/link/alink.topics.ts'
import type { EventFunction, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkParams, checkReport, findEvent, readTime } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { matchTopic, topicName } from '@brigade/contract/topic.ts'
import type { DroppedEntry } from '../../telemetry/messages/message.ts'
import { refused } from '../../telemetry/messages/message.ts'
import type { JsonValue, ReadEvent, ReadMessage, ReadValue } from '../../telemetry/messages/message.ts'
import { answeredTimes } from './answer-times.ts'
import { answered, believed, parsed, type AlinkHead } from './reply.ts'
import { kept } from '../../telemetry/messages/message.ts'
import { ownTopic, type DeviceMessage } from './device-message.ts'
import { Unreadable, unreadableIn } from './unreadable.ts'

type Params = Readonly<Record<string, JsonValue>>

/** Reads `thing/event/property/post`, the topic of nearly every message. */
export function readPropertyPost({ device, published, payload, receivedAt }: DeviceMessage): ReadMessage {
  const request = parsed(AlinkRequest, payload)
  const result = request === null ? refused(alinkCodes.badFormat) : readReport(request, published?.model, receivedAt)
  return answered(result, request, payload, ownTopic(downTopics.propertyPostReply, device), postMethod)
}
const postMethod = 'thing.event.property.post'

function readReport(request: AlinkRequest, model: ThingModel | undefined, receivedAt: number): ReadMessage {
  if (Object.keys(request.params).length > alinkLimits.properties) return refused(alinkCodes.tooManyProperties)
  if (model === undefined) return refused(alinkCodes.noThingModel)
  const { accepted, dropped } = checkReport(request.params, model)
  return {
    code: alinkCodes.ok,
    dropped: dropped.map(droppedOf),
    values: accepted.map(({ identifier, value, time }) => ({ identifier, value, ...believed(time, receivedAt) })),
  }
}

/** Reads `thing/event/{event}/post`. */
export function readEventPost(
  { device, published, payload, receivedAt }: DeviceMessage,
  identifier: string,
): ReadMessage {
  const request = parsed(AlinkRequest, payload)
  const id = String(request?.id ?? '')
  const result =
    request === null
      ? refused(alinkCodes.badFormat)
      : published === undefined
        ? refused(alinkCodes.noThingModel)
        : merged([readEvent(published.model, identifier, request.params, { receivedAt, messageId: id, times: 'live' })])
  const topic = topicName(downTopics.eventPostReply, { ...device, event: identifier })
  return answered(result, request, payload, topic, `thing.event.${identifier}.post`)
}

/** The result of reading one item: a property's values, or an event. */
type Found = Readonly<{ values?: readonly ReadValue[]; event?: ReadEvent; dropped?: readonly DroppedEntry[] }>

function merged(found: readonly Found[]): ReadMessage {
  const events = found.flatMap(({ event }) => (event === undefined ? [] : [event]))
  return {
    code: alinkCodes.ok,
    values: found.flatMap(({ values }) => values ?? []),
    dropped: found.flatMap(({ dropped }) => dropped ?? []),
    ...(events.length === 0 ? {} : { events }),
  }
}

/**
 * How the times of a message are read. `live`: an entry without a believable time gets the server's. `batch`: several
 * values of a property, or a batch: an unbelievable time is not replaced, because the values are not all current.
 * `kept`: stored data, which is ordered only by its times, so each item needs one.
 */
type Times = 'live' | 'batch' | 'kept'
/** `number`: of the event among those of its message. */
type When = Readonly<{ receivedAt: number; messageId: string; times: Times; number?: number }>

/** Whether an item is dropped for its time: its time is unknown, so it must not count as current. */
const isOfNoTime = (time: number | undefined, isDeviceTime: boolean, times: Times): boolean =>
  !isDeviceTime && (times === 'kept' || (times === 'batch' && time !== undefined))

export const isRecord = (value: JsonValue | undefined): value is Record<string, JsonValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unreadable)

/** A value that could not be read unchanged is dropped for that reason, not for its type. */
const droppedOf = (entry: Parameters<typeof kept>[0]): DroppedEntry => {
  const [place] = unreadableIn(entry.value)
  return kept(place === undefined ? entry : { ...entry, reason: place.found.reason })
}

/**
 * Outputs are in `value` beside the time, or directly in the message: an event never has a structure called `value`.
 */
export function readEvent(model: ThingModel, identifier: string, params: JsonValue, when: When): Found {
  const isTimed = isRecord(params) && (isRecord(params['value']) || params['value'] instanceof Unreadable)
  const outputs = isTimed ? params['value'] : params
  const given = isRecord(params) ? readTime(params['time']) : undefined
  const event = findEvent(model, identifier)
  if (event === undefined) return { dropped: [droppedOf({ identifier, reason: 'unknown', value: outputs })] }
  if (!isRecord(outputs)) return { dropped: [droppedOf({ identifier, reason: 'type', value: outputs })] }
  const at = believed(given, when.receivedAt)
  if (isOfNoTime(given, at.isDeviceTime, when.times))
    return { dropped: [kept({ identifier, reason: 'time', value: params })] }
  // Among direct outputs, `time` is an output only if the model has one of that name.
  const { time: _, ...rest } = outputs
  const message = isTimed || event.outputData.some((output) => output.identifier === 'time') ? outputs : rest
  const { output, dropped } = allowedOutput(event, message)
  const { Code: code, Active: active } = output
  return {
    dropped,
    event: {
      identifier,
      type: event.type,
      output,
      timeMs: at.timeMs,
      place: at.isDeviceTime ? 0 : placeOf(when),
      receivedAtMs: when.receivedAt,
      isKept: when.times === 'kept',
      messageId: when.messageId,
      // An error without a code is identified by its name.
      code: codeOf(code) || (event.type === 'error' ? identifier : ''),
      clears: event.type === 'error' && active === 0,
    },
  }
}

/** No message has more events: its payload has no room for them. */
const maxEvents = 100_000

/**
 * Events without a time of their device are never the same, though they arrive in one millisecond: the instant of
 * their message has microseconds, which no other message has.
 */
const placeOf = ({ receivedAt, number = 0 }: When): number =>
  Math.round((receivedAt - Math.floor(receivedAt)) * 1000) * maxEvents + number

/** The code of an event: its text, or the number of an enumeration's item (faults.md, Codes). Empty if it has none. */
const codeOf = (code: unknown): string => (typeof code === 'string' || typeof code === 'number' ? String(code) : '')

/**
 * An event is stored without the outputs that the model does not allow: a fault must not be lost because of its text.
 */
function allowedOutput(
  event: EventFunction,
  value: Params,
): { output: Readonly<Record<string, Value>>; dropped: DroppedEntry[] } {
  const checked = checkParams(value, event.outputData, 'up')
  if (checked.ok) return { output: checked.value, dropped: [] }
  const bad = new Set(checked.problems.flatMap(({ path }) => [path, path.split('.')[0] ?? path]))
  const rest = checkParams(
    Object.fromEntries(Object.entries(value).filter(([key]) => !bad.has(key))),
    event.outputData,
    'up',
  )
  const dropped = checked.problems.map(({ path, reason }) =>
    droppedOf({ identifier: `${event.identifier}.${path}`, reason, value: value[path.split('.')[0] ?? path] }),
  )
  return { output: rest.ok ? rest.value : {}, dropped }
}

/** One device's share of a message: values and events, each with its time or as a list of such. */
export type Part = Readonly<{ properties?: Params | undefined; events?: Params | undefined }>

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

/** Reads the parts of one device. The code of a part reports a fault of the whole part. */
export function readParts(
  parts: readonly Part[],
  model: ThingModel | undefined,
  { receivedAt, messageId, times }: Omit<When, 'number'>,
): ReadMessage {
  const counted = parts.flatMap(({ properties }) => Object.values(properties ?? {}).flatMap(lengthOf))
  if (counted.reduce((sum, count) => sum + count, 0) > alinkLimits.properties)
    return refused(alinkCodes.tooManyProperties)
  if (model === undefined) return refused(alinkCodes.noThingModel)
  const found: Found[] = []
  // Two values without time in one message get different instants, and two events different places.
  let later = 0
  let number = 0
  for (const { properties = {}, events = {} } of parts) {
    for (const [identifier, given] of Object.entries(properties)) {
      const isList = isTimedList(given)
      for (const value of isList ? given : [given]) {
        const when = { receivedAt: receivedAt + later / 1000, messageId, times: timesOf(isList, times) }
        found.push(readValue(model, identifier, value, when))
        later += 1
      }
    }
    for (const [identifier, given] of Object.entries(events)) {
      for (const params of listOf(given)) {
        const when = { receivedAt, messageId, times: timesOf(Array.isArray(given), times), number }
        found.push(readEvent(model, identifier, params, when))
        number += 1
      }
    }
  }
  return merged(found)
}

const timesOf = (isList: boolean, times: Times): Times => (isList && times === 'live' ? 'batch' : times)
const lengthOf = (given: JsonValue) => (isTimedList(given) ? given.length : 1)
/** `[{ value, time }, …]`: several values. Any other list is one value, of an array property. */
const isTimedList = (given: JsonValue): given is JsonValue[] =>
  Array.isArray(given) && given.length > 0 && given.every((entry) => isRecord(entry) && Object.hasOwn(entry, 'value'))

function readValue(model: ThingModel, identifier: string, given: JsonValue, { receivedAt, times }: When): Found {
  const { accepted, dropped } = checkReport({ [identifier]: given }, model)
  const found: Found[] = accepted.map(({ value, time }): Found => {
    const at = believed(time, receivedAt)
    if (isOfNoTime(time, at.isDeviceTime, times))
      return { dropped: [kept({ identifier, reason: 'time', value: given })] }
    return { values: [{ identifier, value, ...at }] }
  })
  return {
    values: found.flatMap(({ values }) => values ?? []),
    dropped: [...dropped.map(droppedOf), ...found.flatMap((each) => each.dropped ?? [])],
  }
}

/** Reads `thing/event/property/batch/post`. */
export function readBatch({ device, published, payload, receivedAt }: DeviceMessage): ReadMessage {
  const request = parsed(AlinkBatch, payload)
  const result =
    request === null
      ? refused(alinkCodes.badFormat)
      : readParts([request.params], published?.model, {
          receivedAt,
          messageId: String(request.id ?? ''),
          times: 'batch',
        })
  const topic = ownTopic(downTopics.propertyBatchPostReply, device)
  return answeredTimes(result, { request, payload, topic, method: methodOf(upTopics.propertyBatchPost) })
}

type HistoryEntry = z.output<typeof AlinkHistory>['params'][number]
type Each = HistoryEntry['properties']
const listed = (given: Each): readonly Params[] => (Array.isArray(given) ? given : given === undefined ? [] : [given])

/** A message that may concern several devices, split by device. Without identity a share belongs to the sender. */
export type Packed = Readonly<{
  request: AlinkHead
  /** `kept`: stored data that is sent later. */
  times: Times
  shares: readonly Readonly<{ identity: Identity | undefined; parts: readonly Part[] }>[]
}>

/** `thing/event/property/pack/post` and `…/history/post`; null for other topics or an unreadable payload. */
export function readPacked({ topic, payload }: Pick<DeviceMessage, 'topic' | 'payload'>): Packed | null {
  if (matchTopic(upTopics.propertyHistoryPost, topic)) {
    const request = parsed(AlinkHistory, payload)
    if (request === null) return null
    const shares = request.params.map(({ identity, properties, events }) => ({
      identity,
      parts: [
        ...listed(properties).map((each) => ({ properties: each })),
        ...listed(events).map((each) => ({ events: each })),
      ],
    }))
    return { request, times: 'kept', shares }
  }
  const request = parsed(AlinkPack, payload)
  if (request === null) return null
  const { subDevices = [], ...own } = request.params
  const others = subDevices.map(({ identity, ...part }) => ({ identity, parts: [part] }))
  return { request, times: 'live', shares: [{ identity: undefined, parts: [own] }, ...others] }
}

/** Packs and histories of a device about itself. A gateway's messages about others have a separate reader. */
export function readOwnPack(message: DeviceMessage): ReadMessage {
  const { device, published, payload, receivedAt } = message
  const isHistory = matchTopic(upTopics.propertyHistoryPost, message.topic) !== null
  const up = isHistory ? upTopics.propertyHistoryPost : upTopics.propertyPackPost
  const topic = `${ownTopic(up, device)}_reply`
  const packed = readPacked(message)
  if (packed === null) return answered(refused(alinkCodes.badFormat), null, payload, topic, methodOf(up))
  const { request, shares, times } = packed
  const isOwn = (identity: Identity | undefined) =>
    identity === undefined || (identity.productKey === device.productKey && identity.deviceName === device.deviceName)
  const own = shares.filter(({ identity }) => isOwn(identity)).flatMap(({ parts }) => parts)
  const read = readParts(own, published?.model, { receivedAt, messageId: String(request.id ?? ''), times })
  const foreign = shares
    .filter(({ identity }) => !isOwn(identity))
    .map(({ identity }) => kept({ identifier: nameOf(identity), reason: 'otherDevice', value: null }))
  const result = { ...read, dropped: [...read.dropped, ...foreign] }
  return answeredTimes(result, { request, payload, topic, method: methodOf(up) })
}
const nameOf = (identity: Identity | undefined) => `${identity?.productKey ?? ''}/${identity?.deviceName ?? ''}`

/** Refuses a message regardless of its content, with an answer if devices expect one. */
export function refuseMessage({ topic, payload }: Pick<DeviceMessage, 'topic' | 'payload'>, code: number): ReadMessage {
  const request = parsed(AlinkRequest.pick({ id: true, sys: true }), payload)
  const method = topic.replace(/^.*?\/thing\//, 'thing/').replaceAll('/', '.')
  return answered(refused(code), request, payload, `${topic}_reply`, method)
}
