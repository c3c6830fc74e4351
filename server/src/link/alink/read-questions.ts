import { Tag, tagLimits } from '@brigade/contract/device/record/record.model.ts'
import {
  AlinkQuestion,
  AlinkReply,
  DesiredDelete,
  DesiredGet,
  JobQuestion,
  LogPost,
  NtpRequest,
  TagsDelete,
  TagsUpdate,
  alinkCodes,
} from '@brigade/contract/link/alink.model.ts'
import { downTopics, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { readTime } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { DroppedEntry } from '../../telemetry/messages/message.ts'
import { findDesired, removeDesired } from '../../telemetry/shadow/desired.store.ts'
import { listTags, lockDevice } from '../../device/record/tags.store.ts'
import { changeTags } from '../../device/record/set-tags.ts'
import { endAllBindings } from '../../device/record/unbind-devices.ts'
import { findConfig } from '../../product/config/config.store.ts'
import { configData } from '../../product/config/config-document.ts'
import { insertLogs, type LoggedLine } from '../../telemetry/logs/device-log.store.ts'
import { isLogAsked } from '../../device/record/log-switch.store.ts'
import { noteConfig } from './config-push.store.ts'
import { cutText } from '../../platform/storable-text.ts'
import { Json, nothing, refused } from '../../telemetry/messages/message.ts'
import type { JsonValue, ReadMessage } from '../../telemetry/messages/message.ts'
import { believed, outcomeOfReply, parsed } from './reply.ts'
import { kept } from '../../telemetry/messages/message.ts'
import { ownTopic, question, type DeviceMessage } from './device-message.ts'

/** A request for desired values, by name or all. Values of an open command reach the device as that command. */
export const readDesiredGet = (message: DeviceMessage): ReadMessage =>
  question(
    message,
    { up: upTopics.desiredGet, schema: DesiredGet, reply: downTopics.desiredGetReply, isTraced: true },
    async (trx, { params }) => {
      const { desired } = await findDesired(trx, message.device.id)
      const wanted = Object.entries(desired).filter(
        ([identifier]) => params.length === 0 || params.includes(identifier),
      )
      const data = wanted.map(([identifier, { v, n = 0 }]) => [identifier, { value: jsonOf(v), version: n }] as const)
      return { data: Object.fromEntries(data), outcome: 'answered' }
    },
  )

/** A value as JSON with mutable lists. */
const jsonOf = (value: unknown) => Json.parse(value)

export const readDesiredDelete = (message: DeviceMessage): ReadMessage =>
  question(
    message,
    { up: upTopics.desiredDelete, schema: DesiredDelete, reply: downTopics.desiredDeleteReply },
    async (trx, { params }) => {
      const wanted = new Map(Object.entries(params).map(([identifier, { version }]) => [identifier, version]))
      const taken = await removeDesired(trx, message.device.id, wanted)
      const stale = [...wanted].filter(([identifier]) => !taken.includes(identifier))
      return {
        dropped: stale.map(([identifier, version]) => kept({ identifier, reason: 'version', value: version ?? null })),
      }
    },
  )

/** A device may set as many tags as a person. A message with more is refused as a whole. */
export const readTagsUpdate = (message: DeviceMessage): ReadMessage =>
  question(
    message,
    { up: upTopics.tagsUpdate, schema: TagsUpdate, reply: downTopics.tagsUpdateReply, leaving: 'items' },
    async (trx, { params }, { nowMs }) => {
      const given = params.map(({ attrKey, attrValue }) => ({ key: attrKey, value: String(attrValue) }))
      const tags = new Map<string, string>()
      const dropped: DroppedEntry[] = []
      for (const tag of given) {
        const read = Tag.safeParse(tag)
        if (read.success) tags.set(read.data.key, read.data.value)
        else dropped.push(kept({ identifier: tag.key, reason: 'type', value: tag.value }))
      }
      if (tags.size === 0) return { code: alinkCodes.parameterError, dropped }
      await lockDevice(trx, message.device.id)
      const there = await listTags(trx, message.device.id)
      const more = [...tags].filter(([key]) => !there.some((tag) => tag.key === key))
      if (there.length + more.length > tagLimits.count) {
        const tooMany = more.map(([identifier, value]) => kept({ identifier, reason: 'size', value }))
        return { code: alinkCodes.parameterError, dropped: [...dropped, ...tooMany] }
      }
      const read = [...tags].map(([key, value]) => ({ key, value }))
      await changeTags(trx, message.device.id, { there, tags: read, gone: [] }, { accountId: null, at: nowMs })
      return { dropped }
    },
  )

export const readTagsDelete = (message: DeviceMessage): ReadMessage =>
  question(
    message,
    { up: upTopics.tagsDelete, schema: TagsDelete, reply: downTopics.tagsDeleteReply, leaving: 'items' },
    async (trx, { params }, { nowMs }) => {
      await lockDevice(trx, message.device.id)
      const there = await listTags(trx, message.device.id)
      const gone = params.map(({ attrKey }) => attrKey)
      await changeTags(trx, message.device.id, { there, tags: [], gone }, { accountId: null, at: nowMs })
      return {}
    },
  )

/** A report about connecting, which only readers of the trace use. */
export const readDiagnosis = (message: DeviceMessage): ReadMessage =>
  question(message, { up: upTopics.diagnosisPost, schema: AlinkQuestion, reply: downTopics.diagnosisPostReply }, () =>
    Promise.resolve({ outcome: 'answered' }),
  )

/** The remote configuration of its product, as the address and the hash of a file. */
export const readConfigGet = (message: DeviceMessage): ReadMessage =>
  question(
    message,
    { up: upTopics.configGet, schema: AlinkQuestion, reply: downTopics.configGetReply, isTraced: true },
    async (trx, _request, { nowMs, deviceUrl }) => {
      const { id, productId } = message.device
      const config = await findConfig(trx, productId)
      if (config === undefined) return { code: alinkCodes.noConfig, message: 'no data', outcome: 'answered' }
      await noteConfig(trx, [id], config.version, nowMs)
      return { data: configData(config, deviceUrl), outcome: 'answered' }
    },
  )

/** The device's reply to a pushed configuration. */
export function readConfigPushReply({ payload }: DeviceMessage): ReadMessage {
  const reply = parsed(AlinkReply, payload, 'left out')
  if (reply === null) return refused(alinkCodes.badFormat)
  return { ...nothing(), code: reply.code, outcome: outcomeOfReply(reply.code) }
}

const levels = new Map<string, LoggedLine['level']>([
  ['FATAL', 'FATAL'],
  ['FTL', 'FATAL'],
  ['CRITICAL', 'FATAL'],
  ['ERROR', 'ERROR'],
  ['ERR', 'ERROR'],
  ['WARN', 'WARN'],
  ['WARNING', 'WARN'],
  ['WRN', 'WARN'],
  ['INFO', 'INFO'],
  ['INF', 'INFO'],
  ['DEBUG', 'DEBUG'],
  ['DBG', 'DEBUG'],
])
/** Limits of a log line, of its fields, and of the lines in a message. Further lines are dropped, and the trace records it. */
const longestLine = 4096
const longestWord = 128

export const readLogPost = (message: DeviceMessage): ReadMessage =>
  question(
    message,
    { up: upTopics.logPost, schema: LogPost, reply: downTopics.logPostReply, leaving: 'items' },
    async (trx, { params }, { isRepeated }) => {
      if (isRepeated) return {}
      const lines = params.map(
        ({ utcTime, timestamp, logLevel, module, code, traceContext, logContent }): LoggedLine => {
          const time = readTime(timestamp) ?? (utcTime === undefined ? undefined : timeOf(utcTime))
          return {
            timeMs: believed(time, message.receivedAt).timeMs,
            level: levels.get(logLevel.toUpperCase()) ?? 'OTHER',
            module: cutText(module, longestWord),
            code: cutText(String(code), longestWord),
            trace: cutText(traceContext, longestWord),
            content: cutText(logContent, longestLine),
          }
        },
      )
      await insertLogs(trx, message.device.id, lines)
      return {}
    },
  )

/** SDKs write `2020-11-26T12:48:34.000+0800`, without the colon that ISO 8601 has; some write the digits of the milliseconds. */
const timeOf = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) : Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))

/** A request for the log switch. */
export const readLogSwitch = (message: DeviceMessage): ReadMessage =>
  question(
    message,
    { up: upTopics.logSwitchGet, schema: AlinkQuestion, reply: downTopics.logSwitchGetReply, isTraced: true },
    async (trx) => ({ data: logSwitch(await isLogAsked(trx, message.device.id)), outcome: 'answered' }),
  )

export const logSwitch = (isAsked: boolean) => ({ getType: 'content', content: { mode: isAsked ? 1 : 0 } })

/** There are no jobs, so the list is empty and no report is accepted. */
export const readJobGet = (message: DeviceMessage): ReadMessage =>
  question(message, { up: upTopics.jobGet, schema: JobQuestion, reply: downTopics.jobGetReply }, (_trx, { params }) => {
    const data: JsonValue =
      params.taskId === '$list' ? { taskId: '$list', tasks: [] } : { taskId: params.taskId, task: {} }
    return Promise.resolve({ data, outcome: 'answered' })
  })
export const readJobUpdate = (message: DeviceMessage): ReadMessage =>
  question(
    message,
    { up: upTopics.jobUpdate, schema: JobQuestion, reply: downTopics.jobUpdateReply },
    (_trx, { params }) => Promise.resolve({ data: { taskId: params.taskId }, outcome: 'answered' }),
  )

/** A person has reset the device at the device itself, so its bindings to app users end. */
export const readReset = (message: DeviceMessage): ReadMessage =>
  question(
    message,
    { up: upTopics.reset, schema: AlinkQuestion, reply: downTopics.resetReply, isTraced: true },
    async (trx, _request, { nowMs, isRepeated }) => {
      if (!isRepeated) await endAllBindings(trx, [message.device.id], { action: 'reset', accountId: null, at: nowMs })
      return { outcome: 'stored' }
    },
  )

export function readNtp({ device, payload, receivedAt }: DeviceMessage): ReadMessage {
  const request = parsed(NtpRequest, payload)
  if (request === null) return refused(alinkCodes.badFormat)
  const topic = ownTopic(downTopics.ntpResponse, device)
  return {
    ...nothing(),
    serve: (_trx, { nowMs }) => {
      const serverRecvTime = String(Math.round(receivedAt))
      const serverSendTime = String(Math.round(Math.max(receivedAt, nowMs)))
      const message = { deviceSendTime: request.deviceSendTime, serverRecvTime, serverSendTime }
      return Promise.resolve({ code: null, outcome: 'answered', answer: { topic, payload: JSON.stringify(message) } })
    },
  }
}
