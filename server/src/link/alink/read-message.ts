import { AlinkModelRequest, AlinkReply, alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { downTopics, isCustomTopic, methodOf, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic } from '@brigade/contract/topic.ts'
import type { Topic } from '@brigade/contract/topic.ts'
import { isCommandId, isRaw, nothing, refused } from '../../telemetry/messages/message.ts'
import type { Answered, ReadMessage } from '../../telemetry/messages/message.ts'
import {
  readConfigGet,
  readConfigPushReply,
  readDesiredDelete,
  readDesiredGet,
  readJobGet,
  readJobUpdate,
  readLogPost,
  readLogSwitch,
  readNtp,
  readReset,
  readTagsDelete,
  readTagsUpdate,
} from './read-questions.ts'
import {
  isRecord,
  readBatch,
  readEventPost,
  readOwnPack,
  readParts,
  readPropertyPost,
  refuseMessage,
} from './read-report.ts'
import { answered, idIn, outcomeOfReply, parsed } from './reply.ts'
import { readOtaGet, readOtaInform, readOtaProgress, readOtaRequest } from './read-ota.ts'
import { ownTopic } from './device-message.ts'
import type { DeviceMessage } from './device-message.ts'
import { firstPushId } from '../../device/push-channel.ts'
import { readShadowUpdate } from './shadow-document.ts'
import { modelDocument, modelReply } from './answer-model.ts'

/** What a device sent, as it is read and kept. A zero byte is no text to PostgreSQL, and no JSON either; raw bytes are kept in hex. */
export function textOf(topic: string, payload: Buffer): string {
  return isRaw(topic) ? payload.toString('hex') : payload.toString('utf8').replaceAll('\u0000', '')
}

/** Topics whose name says all, beside the one that nearly every message comes on. */
const readers: readonly (readonly [Topic, (message: DeviceMessage) => ReadMessage])[] = [
  [upTopics.propertyBatchPost, readBatch],
  [upTopics.propertyPackPost, readOwnPack],
  [upTopics.propertyHistoryPost, readOwnPack],
  [upTopics.ntpRequest, readNtp],
  [upTopics.otaInform, readOtaInform],
  [upTopics.otaProgress, readOtaProgress],
  [upTopics.otaGet, readOtaGet],
  [upTopics.otaRequest, readOtaRequest],
  [upTopics.propertySetReply, ({ payload }) => readCommandReply(payload, null, { kind: 'property.set' })],
  [upTopics.propertyGetReply, readValuesReply],
  [upTopics.desiredGet, readDesiredGet],
  [upTopics.desiredDelete, readDesiredDelete],
  [upTopics.tagsUpdate, readTagsUpdate],
  [upTopics.tagsDelete, readTagsDelete],
  [upTopics.configGet, readConfigGet],
  [upTopics.configPushReply, readConfigPushReply],
  [upTopics.logPost, readLogPost],
  [upTopics.logSwitchGet, readLogSwitch],
  [upTopics.jobGet, readJobGet],
  [upTopics.jobUpdate, readJobUpdate],
  [upTopics.reset, readReset],
  [upTopics.shadowUpdate, readShadowUpdate],
  [upTopics.modelGet, (message) => readModelRequest(message, upTopics.modelGet, downTopics.modelGetReply, false)],
  [
    upTopics.modelPartsGet,
    (message) => readModelRequest(message, upTopics.modelPartsGet, downTopics.modelPartsGetReply, true),
  ],
]

/** Reads one message of a device against its product's thing model (alink.md 2.2, 2.3, 3). Pure; never throws on what a device sends. */
export function readMessage(message: DeviceMessage): ReadMessage {
  const { topic, payload } = message
  if (topic.endsWith(postEnd) && matchTopic(upTopics.propertyPost, topic)) return readPropertyPost(message)
  const reader = readers.find(([of]) => matchTopic(of, topic))
  if (reader !== undefined) return reader[1](message)
  const service = matchTopic(upTopics.serviceReply, topic)?.service
  if (service !== undefined) return readCommandReply(payload, null, { ...laterService, identifier: service })
  const rrpc = matchTopic(upTopics.rrpcResponse, topic)
  if (rrpc) return readCommandReply(payload, rrpc.messageId, serviceAtOnce)
  const ext = matchTopic(upTopics.extRrpcResponse, topic)
  if (ext) return readCommandReply(payload, ext.messageId, { ...serviceAtOnce, identifier: ext.service })
  const event = matchTopic(upTopics.eventPost, topic)
  if (event) return readEventPost(message, event.event)
  if (isCustomTopic(topic)) return { ...nothing(), outcome: 'custom' }
  const unknown = isQuestion.test(topic) ? refuseMessage(message, alinkCodes.badTopic) : nothing()
  return { ...unknown, outcome: 'unknown' }
}
/** Not looked at, as the device says too much; answered where it waits for an answer. */
export const readFlooded = (message: Pick<DeviceMessage, 'topic' | 'payload'>): ReadMessage =>
  isQuestion.test(message.topic) ? refuseMessage(message, alinkCodes.throttled) : refused(alinkCodes.throttled)

/** Reading it threw: refused, and answered where that much of it can be read. */
export function readBroken(message: Pick<DeviceMessage, 'topic' | 'payload'>): ReadMessage {
  try {
    return isQuestion.test(message.topic) ? refuseMessage(message, alinkCodes.internal) : refused(alinkCodes.internal)
  } catch {
    return refused(alinkCodes.internal)
  }
}

const postEnd = '/event/property/post'
/** Of Alink's own topics: one that waits for an answer, and is none itself. */
const isQuestion = /^\/sys\/[^/]+\/[^/]+\/thing\/(?!.*_reply$)/

/** A device asks for its thing model, or for what it names of it. */
function readModelRequest(
  { device, published, payload }: DeviceMessage,
  up: typeof upTopics.modelGet | typeof upTopics.modelPartsGet,
  down: typeof downTopics.modelGetReply | typeof downTopics.modelPartsGetReply,
  inParts: boolean,
): ReadMessage {
  const topic = ownTopic(down, device)
  const method = methodOf(up)
  const request = parsed(AlinkModelRequest, payload)
  if (request === null) return answered(refused(alinkCodes.badFormat), null, payload, topic, method)
  if (published === undefined) return answered(refused(alinkCodes.noThingModel), request, payload, topic, method)
  const document = modelDocument(published, device.productKey, inParts ? (request.params ?? {}) : undefined)
  return {
    ...nothing(),
    code: alinkCodes.ok,
    outcome: 'answered',
    answer: { topic, payload: modelReply(request.id ?? idIn(payload), method, document), isTraced: true },
  }
}

const laterService = { kind: 'service', callType: 'async' } as const
const serviceAtOnce = { kind: 'service', callType: 'sync' } as const

function readCommandReply(payload: string, messageId: string | null, answers: Answered): ReadMessage {
  const reply = parsed(AlinkReply, payload)
  if (reply === null) return refused(alinkCodes.badFormat)
  const commandId = messageId ?? String(reply.id ?? '')
  // Of values set without a command: what counts is that it reports them.
  if (answers.kind !== 'service' && isTold(commandId))
    return { ...nothing(), code: reply.code, outcome: outcomeOfReply(reply.code) }
  // Services may be answered under an id of the device's own.
  if (answers.callType !== 'async' && !isCommandId(commandId)) return refused(alinkCodes.parameterError)
  const commandReply = { commandId, answers, code: reply.code, reply: reply.data ?? null }
  return { ...nothing(), code: reply.code, commandReply }
}

/** What a device answers when it is asked for its values is a report. */
function readValuesReply({ payload, published, receivedAt }: DeviceMessage): ReadMessage {
  const answer = readCommandReply(payload, null, { kind: 'property.get' })
  const properties = answer.commandReply?.code === alinkCodes.ok ? answer.commandReply.reply : null
  if (!isRecord(properties) || published === undefined) return answer
  const { values, dropped } = readParts([{ properties }], published.model, { receivedAt, messageId: '' })
  return { ...answer, values, dropped }
}

const isTold = (id: string) => /^\d{10}$/.test(id) && Number(id) >= firstPushId && Number(id) <= 4_294_967_295
