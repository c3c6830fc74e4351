import { ShadowUpdate, shadowErrors } from '@brigade/contract/link/alink.model.ts'
import { downTopics } from '@brigade/contract/link/alink.topics.ts'
import type { ShadowErrorCode as ErrorCode } from '@brigade/contract/link/message-code.model.ts'
import { checkReport } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { DroppedEntry } from '../../telemetry/messages/message.ts'
import type { ExtraEntry } from '../../telemetry/shadow/shadow-entry.ts'
import { takenBack } from '../../telemetry/shadow/kept-desired.ts'
import { lockDocument, updateDocument, type ShadowDocument } from '../../telemetry/shadow/shadow-document.store.ts'
import { Json, nothing } from '../../telemetry/messages/message.ts'
import type { JsonValue, ReadMessage, ReadValue, Served, Serving } from '../../telemetry/messages/message.ts'
import { kept } from '../../telemetry/messages/message.ts'
import { jsonFaultOf } from './note-unreadable.ts'
import { parsed } from './reply.ts'
import { ownTopic, type DeviceMessage } from './device-message.ts'
import type { Transaction } from '../../platform/db/database.ts'

const maxAttributes = 128

type JsonObject = Record<string, JsonValue>
const isRecord = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Documents mark a value for removal in two ways. */
const isNull = (value: JsonValue | undefined): boolean => value === null || value === 'null'

/** A parsed request `get`, `update` or `delete` of the document, or its fault. */
type AlinkHead =
  | Readonly<{ method: 'get' }>
  | Readonly<{ method: 'update'; version: number | null; reported: JsonObject; clears: 'all' | readonly string[] }>
  | Readonly<{ method: 'delete'; version: number | null; keys: 'all' | readonly string[] }>

/** Far beyond any real version, and still an exact number. */
const highestVersion = 2 ** 52
const isVersion = (version: JsonValue): boolean =>
  typeof version === 'number' && Number.isInteger(version) && version >= -1 && version <= highestVersion

/** The C SDK's delete has a surplus comma in this one place: `"method":"delete",,"state"`. */
const doubledComma = /^(\s*\{\s*"method"\s*:\s*"delete"\s*,)\s*,(?=\s*"state"\s*:)/
const mended = (payload: string): string => payload.replace(doubledComma, '$1')

function readHead(payload: string): AlinkHead | ErrorCode {
  const message = parsed(ShadowUpdate, payload, 'left out')
  if (message === null) return 400
  const { method, state, version } = message
  if (method === undefined || method === null || method === '') return 401
  if (method === 'get') return { method }
  if (method !== 'update' && method !== 'delete') return 406
  if (!isRecord(state)) return 402
  if (version !== undefined && version !== null && !isVersion(version)) return 403
  const at = typeof version === 'number' ? version : null
  const { reported, desired } = state
  if (method === 'delete') {
    if (isNull(reported)) return { method, version: at, keys: 'all' }
    if (!isRecord(reported)) return 404
    const keys = Object.keys(reported).filter((key) => isNull(reported[key]))
    return keys.length === 0 ? 405 : { method, version: at, keys }
  }
  const clears =
    isNull(desired) && desired !== undefined
      ? 'all'
      : isRecord(desired)
        ? Object.keys(desired).filter((key) => isNull(desired[key]))
        : []
  const isClearing = clears === 'all' || clears.length > 0
  if (!isRecord(reported))
    return isClearing && (reported === undefined || isNull(reported))
      ? { method, version: at, reported: {}, clears }
      : 404
  const count = Object.keys(reported).length
  if (count === 0 && !isClearing) return 405
  return count > maxAttributes ? 408 : { method, version: at, reported, clears }
}

/** Reads `/shadow/update/…`: the same shadow in the form of a document. */
export function readShadowUpdate(message: DeviceMessage): ReadMessage {
  const document = mended(message.payload)
  const head = readHead(document)
  const topic = ownTopic(downTopics.shadowGet, message.device)
  const token = parsed(ShadowUpdate, document, 'left out')?.clientToken
  const reply = (payload: JsonObject, nowMs: number, version?: number) => {
    const text = JSON.stringify({
      method: 'reply',
      payload,
      ...(version === undefined ? {} : { version }),
      timestamp: seconds(nowMs),
      ...(token === undefined ? {} : { clientToken: token }),
    })
    return { topic, payload: text, isTraced: true }
  }
  const failed = (code: ErrorCode, nowMs: number): Served => ({
    code,
    answer: reply({ status: 'error', content: { errorcode: String(code), errormessage: shadowErrors[code] } }, nowMs),
  })
  return {
    ...nothing(),
    dropped: head === 400 ? jsonFaultOf(document) : [],
    serve: async (trx, serving) => {
      const { nowMs } = serving
      if (typeof head === 'number') return failed(head, nowMs)
      const document = await lockDocument(trx, message.device.id)
      if (head.method === 'get') {
        if (isEmpty(document)) return failed(407, nowMs)
        return {
          code: 200,
          outcome: 'answered',
          answer: reply({ status: 'success', ...stateOf(document) }, nowMs, document.version),
        }
      }
      // -1 restarts the version count in the device; ours continues.
      const isOld = head.version !== null && head.version !== -1 && head.version <= document.version
      // The message was repeated because its acknowledgement was lost: it is stored already.
      if (isOld && serving.isRepeated)
        return { code: 200, answer: reply({ status: 'success', version: document.version }, nowMs) }
      if (isOld) return failed(409, nowMs)
      const { dropped, version } =
        head.method === 'update'
          ? await updated(trx, message, document, head, serving)
          : await forgotten(trx, document, head)
      if (version === null) return failed(head.method === 'update' ? 408 : 407, nowMs)
      return { code: 200, dropped, answer: reply({ status: 'success', version }, nowMs, version) }
    },
  }
}

const seconds = (ms: number) => Math.floor(ms / 1000)

/** The message of alink.md 2.3 to a device that is subscribed to its document, after a person has set a value. */
export const shadowControl = (document: ShadowDocument, nowMs: number): string =>
  JSON.stringify({
    method: 'control',
    payload: { status: 'success', ...stateOf(document) },
    version: document.version,
    timestamp: seconds(nowMs),
  })

type Changed = Readonly<{ dropped: readonly DroppedEntry[]; version: number | null }>

async function updated(
  trx: Transaction,
  { device, published, receivedAt }: DeviceMessage,
  document: ShadowDocument,
  head: Extract<AlinkHead, { method: 'update' }>,
  { nowMs, report }: Serving,
): Promise<Changed> {
  const model = published?.model
  const known = model === undefined ? { accepted: [], dropped: [] } : checkReport(unwrapped(head.reported), model)
  const dropped = known.dropped.filter(({ reason }) => reason !== 'unknown').map(kept)
  const isKnown = new Set([
    ...known.accepted.map(({ identifier }) => identifier),
    ...dropped.map(({ identifier }) => identifier),
  ])
  const free: Record<string, ExtraEntry> = { ...document.extraReported }
  for (const [key, v] of Object.entries(head.reported)) if (!isKnown.has(key)) free[key] = { v, t: Math.floor(nowMs) }
  if (Object.keys(free).length > maxAttributes) return { dropped, version: null }
  const values = known.accepted.map(({ identifier, value }): ReadValue => ({
    identifier,
    value,
    timeMs: receivedAt,
    isDeviceTime: false,
  }))
  await report(values)
  const after = values.length > 0 ? await lockDocument(trx, device.id) : document
  const isCleared = (key: string) => head.clears === 'all' || head.clears.includes(key)
  const version = Math.max(head.version ?? 0, document.version + 1, after.version)
  const isClearing = head.clears === 'all' || head.clears.length > 0
  await updateDocument(trx, {
    ...after,
    version,
    desiredVersion: isClearing ? version : after.desiredVersion,
    desired: takenBack(after.desired, isCleared),
    extraReported: free,
    extraDesired: Object.fromEntries(Object.entries(after.extraDesired).filter(([key]) => !isCleared(key))),
  })
  return { dropped, version }
}

/** A document's value is literal: `{ value }` in it is a structure, not a value with its time. */
const unwrapped = (reported: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(reported).map(([key, value]) => [key, { value }]))

async function forgotten(
  trx: Transaction,
  document: ShadowDocument,
  { version, keys }: Extract<AlinkHead, { method: 'delete' }>,
): Promise<Changed> {
  if (isEmpty(document)) return { dropped: [], version: null }
  const stays = ([key]: [string, unknown]) => keys !== 'all' && !keys.includes(key)
  const next = Math.max(version ?? 0, document.version + 1)
  await updateDocument(trx, {
    ...document,
    version: next,
    reported: Object.fromEntries(Object.entries(document.reported).filter(stays)),
    extraReported: Object.fromEntries(Object.entries(document.extraReported).filter(stays)),
  })
  return { dropped: [], version: next }
}

const isEmpty = ({ reported, desired, extraReported, extraDesired }: ShadowDocument) =>
  [reported, desired, extraReported, extraDesired].every((part) => Object.keys(part).length === 0)

type Known = Readonly<Record<string, Readonly<{ v: unknown; s: number }>>>
type Free = Readonly<Record<string, ExtraEntry>>

/**
 * State and metadata in the form of the document. Without desired values it has no part for them, as at Alibaba: if
 * there is one, the C SDK reads only that, and a device that asks after a restart would not get back what it reported.
 */
function stateOf({ reported, desired, extraReported, extraDesired }: ShadowDocument): JsonObject {
  const values = (known: Known, free: Free): JsonObject => ({
    ...Object.fromEntries(Object.entries(known).map(([key, { v }]) => [key, Json.parse(v)])),
    ...Object.fromEntries(Object.entries(free).map(([key, { v }]) => [key, v])),
  })
  const times = (known: Known, free: Free): JsonObject => ({
    ...Object.fromEntries(Object.entries(known).map(([key, { s }]) => [key, { timestamp: seconds(s) }])),
    ...Object.fromEntries(Object.entries(free).map(([key, { t }]) => [key, { timestamp: seconds(t) }])),
  })
  const wanted = values(desired, extraDesired)
  const isWanted = Object.keys(wanted).length > 0
  return {
    state: { reported: values(reported, extraReported), ...(isWanted ? { desired: wanted } : {}) },
    metadata: {
      reported: times(reported, extraReported),
      ...(isWanted ? { desired: times(desired, extraDesired) } : {}),
    },
  }
}
