import type { z } from 'zod'
import {
  AlinkEvent,
  AlinkModelRequest,
  AlinkReply,
  AlinkRequest,
  NtpRequest,
  OtaInform,
  alinkCodes,
  alinkLimits,
} from '@brigade/contract/device/alink.model.ts'
import { downTopics, methodOf, upTopics } from '@brigade/contract/device/device.topics.ts'
import { checkParams, checkReport, findEvent } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { EventFunction, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { matchTopic, topicName } from '@brigade/contract/topic.ts'
import type { Topic } from '@brigade/contract/topic.ts'
import type { PublishedModel } from '../thing-model/thing-model.store.ts'
import type { DroppedEntry } from './device.tables.ts'
import { nothing, refused } from './link/message.ts'
import type { LinkedDevice, ReadMessage } from './link/message.ts'
import { answered, believed, idIn, kept, parsed } from './link/reply.ts'
import { modelDocument, modelReply } from './model/answer-model.ts'

/** What a device sent, as it is read and kept. A zero byte is no text to PostgreSQL, and no JSON either; raw bytes are kept in hex. */
export function textOf(topic: string, payload: Buffer): string {
  return rawTopic.test(topic) ? payload.toString('hex') : payload.toString('utf8').replaceAll('\u0000', '')
}
const rawTopic = /\/thing\/model\/(?:up_raw|down_raw_reply)$/

/** Reads one message of a device against its product's thing model (alink.md 2.2, 2.3, 3). Pure; never throws on what a device sends. */
export function readMessage({
  device,
  published,
  topic,
  payload,
  receivedAt,
}: {
  device: LinkedDevice
  published: PublishedModel | undefined
  topic: string
  payload: string
  receivedAt: number
}): ReadMessage {
  const at = { productKey: device.productKey, deviceName: device.deviceName }
  const model = published?.model
  const says = (of: Topic) => matchTopic(of, topic)

  if (says(upTopics.propertyPost)) {
    const method = 'thing.event.property.post'
    const request = parsed(AlinkRequest, payload)
    const result = request === null ? refused(alinkCodes.badFormat) : readReport(request, model, receivedAt)
    return answered(result, request, payload, topicName(downTopics.propertyPostReply, at), method)
  }
  if (says(upTopics.ntpRequest)) return readNtp(payload, topicName(downTopics.ntpResponse, at), receivedAt)
  if (says(upTopics.otaInform)) {
    const inform = parsed(OtaInform, payload)
    if (inform === null) return refused(alinkCodes.badFormat)
    return inform.params.module === undefined || inform.params.module === 'default'
      ? { ...nothing(), outcome: 'stored', firmwareVersion: inform.params.version }
      : nothing()
  }
  if (says(upTopics.propertySetReply) || says(upTopics.serviceReply)) return readCommandReply(payload, null)
  const rrpc = matchTopic(upTopics.rrpcResponse, topic) ?? matchTopic(upTopics.extRrpcResponse, topic)
  if (rrpc) return readCommandReply(payload, rrpc.messageId)
  if (says(upTopics.modelGet)) {
    const to = topicName(downTopics.modelGetReply, at)
    return readModelRequest(device, published, payload, to, methodOf(upTopics.modelGet), false)
  }
  if (says(upTopics.modelPartsGet)) {
    const to = topicName(downTopics.modelPartsGetReply, at)
    return readModelRequest(device, published, payload, to, methodOf(upTopics.modelPartsGet), true)
  }
  const event = matchTopic(upTopics.eventPost, topic)
  if (event) {
    const method = `thing.event.${event.event}.post`
    const request = parsed(AlinkEvent, payload)
    const result = request === null ? refused(alinkCodes.badFormat) : readEvent(request, event.event, model, receivedAt)
    return answered(
      result,
      request,
      payload,
      topicName(downTopics.eventPostReply, { ...at, event: event.event }),
      method,
    )
  }
  return { ...nothing(), outcome: 'unknown' }
}

/** A device asks for its thing model, or for what it names of it. */
function readModelRequest(
  { productKey }: LinkedDevice,
  published: PublishedModel | undefined,
  payload: string,
  topic: string,
  method: string,
  inParts: boolean,
): ReadMessage {
  const request = parsed(AlinkModelRequest, payload)
  if (request === null) return answered(refused(alinkCodes.badFormat), null, payload, topic, method)
  if (published === undefined) return answered(refused(alinkCodes.noThingModel), request, payload, topic, method)
  const document = modelDocument(published, productKey, inParts ? (request.params ?? {}) : undefined)
  return {
    ...nothing(),
    code: alinkCodes.ok,
    answer: { topic, payload: modelReply(request.id ?? idIn(payload), method, document) },
  }
}

function readReport(request: AlinkRequest, model: ThingModel | undefined, receivedAt: number): ReadMessage {
  if (Object.keys(request.params).length > alinkLimits.properties) return refused(alinkCodes.tooManyProperties)
  if (model === undefined) return refused(alinkCodes.noThingModel)
  const { accepted, dropped } = checkReport(request.params, model)
  return {
    code: alinkCodes.ok,
    dropped: dropped.map(kept),
    values: accepted.map(({ identifier, value, time }) => ({ identifier, value, ...believed(time, receivedAt) })),
  }
}

function readEvent(
  request: z.output<typeof AlinkEvent>,
  identifier: string,
  model: ThingModel | undefined,
  receivedAt: number,
): ReadMessage {
  if (model === undefined) return refused(alinkCodes.noThingModel)
  const event = findEvent(model, identifier)
  if (event === undefined) {
    return {
      ...nothing(),
      code: alinkCodes.ok,
      dropped: [kept({ identifier, reason: 'unknown', value: request.params.value })],
    }
  }
  const { output, dropped } = allowedOutput(event, request.params.value)
  const { Code: code, Active: active } = output
  return {
    ...nothing(),
    code: alinkCodes.ok,
    dropped,
    events: [
      {
        identifier,
        type: event.type,
        output,
        timeMs: believed(request.params.time, receivedAt).timeMs,
        messageId: String(request.id ?? ''),
        // An error without a code is told apart by its name.
        code: typeof code === 'string' && code !== '' ? code : event.type === 'error' ? identifier : '',
        clears: event.type === 'error' && active === 0,
      },
    ],
  }
}

/** An event counts without those of its outputs that the model does not allow: a fault must not be lost for its text. */
function allowedOutput(
  event: EventFunction,
  value: AlinkRequest['params'],
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
    kept({ identifier: `${event.identifier}.${path}`, reason, value: value[path.split('.')[0] ?? path] }),
  )
  return { output: rest.ok ? rest.value : {}, dropped }
}

function readNtp(payload: string, topic: string, receivedAt: number): ReadMessage {
  const request = parsed(NtpRequest, payload)
  if (request === null) return refused(alinkCodes.badFormat)
  const at = String(Math.round(receivedAt))
  return {
    ...nothing(),
    answer: {
      topic,
      payload: JSON.stringify({ deviceSendTime: request.deviceSendTime, serverRecvTime: at, serverSendTime: at }),
    },
  }
}

function readCommandReply(payload: string, messageId: string | null): ReadMessage {
  const reply = parsed(AlinkReply, payload)
  if (reply === null) return refused(alinkCodes.badFormat)
  const commandId = messageId ?? String(reply.id ?? '')
  if (!/^[1-9]\d{0,17}$/.test(commandId)) return refused(alinkCodes.parameterError)
  return { ...nothing(), code: reply.code, commandReply: { commandId, code: reply.code, reply: reply.data ?? null } }
}
