import { AlinkModelRequest, AlinkReply, alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { downTopics, isCustomTopic, methodOf, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic, type Topic } from '@brigade/contract/topic.ts'
import { isCommandId, nothing, refused, type Answered, type ReadMessage } from '../../telemetry/messages/message.ts'
import {
  readConfigGet,
  readConfigPushReply,
  readDesiredDelete,
  readDesiredGet,
  readDiagnosis,
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
import { ownTopic, type DeviceMessage } from './device-message.ts'
import { firstPushId } from '../../device/push-channel.ts'
import { readShadowUpdate } from './shadow-document.ts'
import { toTsl } from '@brigade/contract/thing-model/transfer/tsl.ts'
import { partsOf } from '@brigade/contract/thing-model/transfer/model-parts.ts'
import type { PublishedModel } from '../../thing-model/thing-model.store.ts'

/** A device's request: its whole model, or the named parts of each function (alink.md 2.2). */
type ModelQuestion = Readonly<{ nodes?: readonly string[] | undefined; addDefault?: boolean | undefined }>

// Cached, because after a restart thousands of devices request the same document.
const documents = new WeakMap<PublishedModel, string>()

/** The latest published model of a device's product as JSON, with Chinese names and the English ones beside them. */
function modelDocument(published: PublishedModel, productKey: string, question?: ModelQuestion): string {
  const made = documents.get(published)
  if (question === undefined && made !== undefined) return made
  const whole = toTsl(published.model, { productKey, version: published.name }, 'zh')
  const document = { ...whole, link: `/sys/${productKey}/\${deviceName}/thing/` }
  if (question !== undefined) return JSON.stringify(partsOf(document, question))
  const json = JSON.stringify(document)
  documents.set(published, json)
  return json
}

/** The reply around it. `id` and `method` are those of the request. */
const modelReply = (id: string | number, method: string, document: string): string =>
  `{"id":${JSON.stringify(id)},"code":${alinkCodes.ok},"data":${document},"message":"success","method":"${method}","version":"1.0"}`

/** Readers by topic, except for the topic of nearly every message. */
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
  [upTopics.diagnosisPost, readDiagnosis],
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
/**
 * The result for a message over the rate limit: it is not parsed, but is answered if the device waits for an answer.
 */
export const readFlooded = (message: Pick<DeviceMessage, 'topic' | 'payload'>): ReadMessage =>
  isQuestion.test(message.topic) ? refuseMessage(message, alinkCodes.throttled) : refused(alinkCodes.throttled)

/** The result when reading a message threw: it is refused, and answered if its id can be read. */
export function readBroken(message: Pick<DeviceMessage, 'topic' | 'payload'>): ReadMessage {
  try {
    return isQuestion.test(message.topic) ? refuseMessage(message, alinkCodes.internal) : refused(alinkCodes.internal)
  } catch {
    return refused(alinkCodes.internal)
  }
}

const postEnd = '/event/property/post'
/** Matches Alink's own topics that expect an answer and are not answers themselves. */
const isQuestion = /^\/sys\/[^/]+\/[^/]+\/_?thing\/(?!.*_reply$)/

/** Reads a device's request for its thing model, or for the parts that it names. */
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
  const reply = parsed(AlinkReply, payload, 'left out')
  if (reply === null) return refused(alinkCodes.badFormat)
  const commandId = messageId ?? String(reply.id ?? '')
  // A reply to values set without a command has no effect: only a report confirms them.
  if (answers.kind !== 'service' && isPushId(commandId))
    return { ...nothing(), code: reply.code, outcome: outcomeOfReply(reply.code) }
  // Services may be answered with an id of the device's own.
  if (answers.callType !== 'async' && !isCommandId(commandId)) return refused(alinkCodes.parameterError)
  const commandReply = { commandId, answers, code: reply.code, reply: reply.data ?? null }
  return { ...nothing(), code: reply.code, commandReply }
}

/** A reply with the requested values counts as a report. */
function readValuesReply({ payload, published, receivedAt }: DeviceMessage): ReadMessage {
  const answer = readCommandReply(payload, null, { kind: 'property.get' })
  const properties = answer.commandReply?.code === alinkCodes.ok ? answer.commandReply.reply : null
  if (!isRecord(properties) || published === undefined) return answer
  const { values, dropped } = readParts([{ properties }], published.model, { receivedAt, messageId: '', times: 'live' })
  return { ...answer, values, dropped }
}

const isPushId = (id: string) => /^\d{10}$/.test(id) && Number(id) >= firstPushId && Number(id) <= 4_294_967_295
