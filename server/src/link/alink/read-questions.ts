import { Tag, tagLimits } from '@brigade/contract/device/record/record.model.ts'
import {
  AlinkQuestion,
  AlinkReply,
  DesiredDelete,
  DesiredGet,
  JobQuestion,
  LogPost,
  NtpRequest,
  OtaInform,
  TagsDelete,
  TagsUpdate,
  alinkCodes,
} from '@brigade/contract/link/alink.model.ts'
import { downTopics, upTopics } from '@brigade/contract/link/alink.topics.ts'
import type { DroppedEntry } from '../../telemetry/messages/message.ts'
import { findDesired, removeDesired } from '../../telemetry/shadow/desired.store.ts'
import { listTags, lockDevice } from '../../device/record/tags.store.ts'
import { changeTags } from '../../device/record/set-tags.ts'
import { endAllBindings } from '../../device/record/unbind-devices.ts'
import { findConfig } from '../../product/config/config.store.ts'
import { configData } from '../../product/config/config-document.ts'
import { recordFirmware } from '../../device/record/firmware.store.ts'
import { insertLogs } from '../../telemetry/logs/device-log.store.ts'
import { isLogAsked } from '../../device/record/log-switch.store.ts'
import { noteConfig } from './config-push.store.ts'
import type { LoggedLine } from '../../telemetry/logs/device-log.store.ts'
import { Json, nothing, refused } from '../../telemetry/messages/message.ts'
import type { JsonValue, ReadMessage } from '../../telemetry/messages/message.ts'
import { believed, outcomeOfReply, parsed } from './reply.ts'
import { kept } from '../../telemetry/messages/message.ts'
import { ownTopic, question } from './device-message.ts'
import type { Said } from './device-message.ts'

/** The device asks for desired values: those it names, or all. Those of a command in hand reach it as that command. */
export const readDesiredGet = (said: Said): ReadMessage =>
  question(
    said,
    { up: upTopics.desiredGet, schema: DesiredGet, reply: downTopics.desiredGetReply, isTraced: true },
    async (trx, { params }) => {
      const { desired } = await findDesired(trx, said.device.id)
      const wanted = Object.entries(desired).filter(
        ([identifier]) => params.length === 0 || params.includes(identifier),
      )
      const data = wanted.map(([identifier, { v, n = 0 }]) => [identifier, { value: jsonOf(v), version: n }] as const)
      return { data: Object.fromEntries(data), outcome: 'answered' }
    },
  )

/** A value as JSON, whose lists are not read-only. */
const jsonOf = (value: unknown) => Json.parse(value)

export const readDesiredDelete = (said: Said): ReadMessage =>
  question(
    said,
    { up: upTopics.desiredDelete, schema: DesiredDelete, reply: downTopics.desiredDeleteReply },
    async (trx, { params }) => {
      const wanted = new Map(Object.entries(params).map(([identifier, { version }]) => [identifier, version]))
      const taken = await removeDesired(trx, said.device.id, wanted)
      const stale = [...wanted].filter(([identifier]) => !taken.includes(identifier))
      return {
        dropped: stale.map(([identifier, version]) => kept({ identifier, reason: 'version', value: version ?? null })),
      }
    },
  )

/** More than a person can enter are not taken either, and then nothing of the message is. */
export const readTagsUpdate = (said: Said): ReadMessage =>
  question(
    said,
    { up: upTopics.tagsUpdate, schema: TagsUpdate, reply: downTopics.tagsUpdateReply },
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
      await lockDevice(trx, said.device.id)
      const there = await listTags(trx, said.device.id)
      const more = [...tags].filter(([key]) => !there.some((tag) => tag.key === key))
      if (there.length + more.length > tagLimits.count) {
        const tooMany = more.map(([identifier, value]) => kept({ identifier, reason: 'size', value }))
        return { code: alinkCodes.parameterError, dropped: [...dropped, ...tooMany] }
      }
      const read = [...tags].map(([key, value]) => ({ key, value }))
      await changeTags(trx, said.device.id, { there, tags: read, gone: [] }, { accountId: null, at: nowMs })
      return { dropped }
    },
  )

export const readTagsDelete = (said: Said): ReadMessage =>
  question(
    said,
    { up: upTopics.tagsDelete, schema: TagsDelete, reply: downTopics.tagsDeleteReply },
    async (trx, { params }, { nowMs }) => {
      await lockDevice(trx, said.device.id)
      const there = await listTags(trx, said.device.id)
      const gone = params.map(({ attrKey }) => attrKey)
      await changeTags(trx, said.device.id, { there, tags: [], gone }, { accountId: null, at: nowMs })
      return {}
    },
  )

/** The remote configuration of its product, as the address of a file and what proves it. */
export const readConfigGet = (said: Said): ReadMessage =>
  question(
    said,
    { up: upTopics.configGet, schema: AlinkQuestion, reply: downTopics.configGetReply, isTraced: true },
    async (trx, _request, { nowMs }) => {
      const { id, productId } = said.device
      const config = await findConfig(trx, productId)
      if (config === undefined) return { code: alinkCodes.noConfig, message: 'no data', outcome: 'answered' }
      await noteConfig(trx, [id], config.version, nowMs)
      return { data: configData(config), outcome: 'answered' }
    },
  )

/** The device's answer to a configuration pushed. */
export function readConfigPushReply({ payload }: Said): ReadMessage {
  const reply = parsed(AlinkReply, payload)
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
/** Of a line, of what stands beside it, and of how many come at once (the rest is dropped, and said so). */
const longestLine = 4096
const longestWord = 128

export const readLogPost = (said: Said): ReadMessage =>
  question(
    said,
    { up: upTopics.logPost, schema: LogPost, reply: downTopics.logPostReply },
    async (trx, { params }, { isRepeated }) => {
      if (isRepeated) return {}
      const lines = params.map(
        ({ utcTime, timestamp, logLevel, module, code, traceContext, logContent }): LoggedLine => {
          const time = timestamp ?? (utcTime === undefined ? undefined : timeOf(utcTime))
          return {
            timeMs: believed(Number.isFinite(time) ? time : undefined, said.receivedAt).timeMs,
            level: levels.get(logLevel.toUpperCase()) ?? 'OTHER',
            module: module.slice(0, longestWord),
            code: String(code).slice(0, longestWord),
            trace: traceContext.slice(0, longestWord),
            content: logContent.slice(0, longestLine),
          }
        },
      )
      await insertLogs(trx, said.device.id, lines)
      return {}
    },
  )

/** SDKs write `2020-11-26T12:48:34.000+0800`, without the colon that ISO 8601 has. */
const timeOf = (text: string): number => Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))

/** Whether it shall log. */
export const readLogSwitch = (said: Said): ReadMessage =>
  question(
    said,
    { up: upTopics.logSwitchGet, schema: AlinkQuestion, reply: downTopics.logSwitchGetReply, isTraced: true },
    async (trx) => ({ data: logSwitch(await isLogAsked(trx, said.device.id)), outcome: 'answered' }),
  )

export const logSwitch = (isAsked: boolean) => ({ getType: 'content', content: { mode: isAsked ? 1 : 0 } })

/** There are no jobs: none is listed, none is next, and none can be reported on. */
export const readJobGet = (said: Said): ReadMessage =>
  question(said, { up: upTopics.jobGet, schema: JobQuestion, reply: downTopics.jobGetReply }, (_trx, { params }) => {
    const data: JsonValue =
      params.taskId === '$list' ? { taskId: '$list', tasks: [] } : { taskId: params.taskId, task: {} }
    return Promise.resolve({ data, outcome: 'answered' })
  })
export const readJobUpdate = (said: Said): ReadMessage =>
  question(
    said,
    { up: upTopics.jobUpdate, schema: JobQuestion, reply: downTopics.jobUpdateReply },
    (_trx, { params }) => Promise.resolve({ data: { taskId: params.taskId }, outcome: 'answered' }),
  )

/** Somebody has reset it at the device: what app users have of it ends. */
export const readReset = (said: Said): ReadMessage =>
  question(
    said,
    { up: upTopics.reset, schema: AlinkQuestion, reply: downTopics.resetReply, isTraced: true },
    async (trx, _request, { nowMs, isRepeated }) => {
      if (!isRepeated) await endAllBindings(trx, [said.device.id], { action: 'reset', accountId: null, at: nowMs })
      return { outcome: 'stored' }
    },
  )

/** Which firmware it runs, of itself or of a module. Devices are not answered. */
export function readOtaInform({ device, payload }: Said): ReadMessage {
  const inform = parsed(OtaInform, payload)
  if (inform === null) return refused(alinkCodes.badFormat)
  const { version, module = 'default' } = inform.params
  return {
    ...nothing(),
    serve: async (trx, { nowMs }) => {
      await recordFirmware(trx, device.id, { module: module === '' ? 'default' : module, version }, nowMs)
      return { code: null, outcome: 'stored' }
    },
  }
}

export function readNtp({ device, payload, receivedAt }: Said): ReadMessage {
  const request = parsed(NtpRequest, payload)
  if (request === null) return refused(alinkCodes.badFormat)
  const topic = ownTopic(downTopics.ntpResponse, device)
  return {
    ...nothing(),
    serve: (_trx, { nowMs }) => {
      const serverRecvTime = String(Math.round(receivedAt))
      const serverSendTime = String(Math.round(Math.max(receivedAt, nowMs)))
      const said = { deviceSendTime: request.deviceSendTime, serverRecvTime, serverSendTime }
      return Promise.resolve({ code: null, outcome: 'answered', answer: { topic, payload: JSON.stringify(said) } })
    },
  }
}
