import { alinkCodes } from '@brigade/contract/device/alink.model.ts'
import { workStates } from '@brigade/contract/device/device.model.ts'
import type { Db, Transaction } from '../platform/db/database.ts'
import { withPartitions } from '../platform/db/partitions.ts'
import { transaction } from '../platform/db/transaction.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import type { Incoming } from '../platform/mqtt/gateway.ts'
import type { PublishedModel } from '../thing-model/thing-model.store.ts'
import { knownModel, publishedModel } from '../thing-model/published-models.ts'
import { closeByReply } from './command/command.store.ts'
import {
  copyHistory,
  copyMessages,
  findSeenMessages,
  insertEvent,
  insertHistory,
  lockShadows,
  propertyIdsOf,
  updateFaults,
  updateFirmware,
  updateSeen,
  updateShadows,
} from './device-link.store.ts'
import type { HistoryEntry, MessageEntry, SeenEntry, ShadowRow } from './device-link.store.ts'
import type { ReportedEntry } from './device.tables.ts'
import { readMessage } from './read-message.ts'
import type { LinkedDevice, ReadMessage } from './read-message.ts'

export type Answer = Readonly<{ key: string; topic: string; payload: string }>
/** A message of a device, read against its product's thing model. */
export type Entry = Readonly<{
  device: LinkedDevice
  key: string
  topic: string
  payload: string
  again: boolean
  receivedAt: number
  read: ReadMessage
}>

function entryOf(device: LinkedDevice, message: Incoming, published: PublishedModel | undefined): Entry {
  const { key, topic, again, receivedAt } = message
  // A zero byte is no text to PostgreSQL, and no JSON either.
  const payload = message.payload.toString('utf8').replaceAll('\u0000', '')
  return {
    device,
    key,
    topic,
    payload,
    again,
    receivedAt,
    read: readMessage({ device, published, topic, payload, receivedAt }),
  }
}

/** Reads a message as it arrives; undefined where the thing model has to be fetched first. */
export function readEarly(db: Db, device: LinkedDevice, message: Incoming): Entry | undefined {
  const known = knownModel(db, device.productId)
  return known === undefined ? undefined : entryOf(device, message, known)
}

export async function readEntry(db: Db, device: LinkedDevice, message: Incoming): Promise<Entry> {
  return entryOf(device, message, await publishedModel(db, device.productId))
}

/**
 * Writes a batch of messages in one transaction: history, shadows, states, events, answers to commands and the trace.
 * Resolves after the commit with what the devices are answered. What arrives a second time, because its acknowledgement
 * was lost, is answered again and written no second time.
 */
export async function ingest(
  db: Db,
  messages: readonly Incoming[],
  entryOfMessage: (message: Incoming) => Entry | Promise<Entry> | undefined,
  nowMs: number,
): Promise<Answer[]> {
  const entries: Entry[] = []
  for (const message of messages) {
    const entry = entryOfMessage(message)
    // Most are read already: waiting for each would cost a turn of the loop.
    const read = entry instanceof Promise ? await entry : entry
    if (read !== undefined) entries.push(read)
  }
  const fresh = await withoutSeen(db, entries, nowMs)
  const identifiers = new Set(fresh.flatMap((entry) => entry.read.values.map((value) => value.identifier)))
  const propertyIds = await propertyIdsOf(db, identifiers)
  const refused = fresh.length > 0 ? await store(db, fresh, propertyIds, nowMs) : new Set()
  return entries.flatMap((entry) =>
    entry.read.answer === undefined || refused.has(entry) ? [] : [{ key: entry.key, ...entry.read.answer }],
  )
}

/** Leaves out what a device sent again and what is there already: in the trace, or earlier in this very batch. */
async function withoutSeen(db: Db, entries: readonly Entry[], nowMs: number): Promise<readonly Entry[]> {
  const suspects = entries.filter((entry) => entry.again)
  if (suspects.length === 0) return entries
  const stored = await findSeenMessages(
    db,
    suspects.map(({ device, topic, payload }) => ({ deviceId: device.id, topic, payload })),
    nowMs,
  )
  const seen = new Set(suspects.filter((_, index) => stored.has(index)))
  const inBatch = new Set<string>()
  return entries.filter((entry) => {
    const said = JSON.stringify([entry.device.id, entry.topic, entry.payload])
    const isSeen = entry.again && (seen.has(entry) || inBatch.has(said))
    inBatch.add(said)
    return !isSeen
  })
}

/**
 * Stores all of it in one transaction. Where the database refuses a value, the batch is halved until the message at fault
 * stands alone; that one is kept in the trace as refused, so that no device can hold up the others. Answers those refused.
 */
async function store(
  db: Db,
  entries: readonly Entry[],
  propertyIds: ReadonlyMap<string, number>,
  nowMs: number,
): Promise<ReadonlySet<Entry>> {
  const stored = (asNew: boolean) =>
    withPartitions(db, nowMs, () => transaction(db, (trx) => write(trx, entries, propertyIds, nowMs, asNew)))
  try {
    const mayBeNew = entries.every((entry) => !entry.again) && !meetsOldRows(db, nowMs)
    if (!mayBeNew || !(await isStoredAsNew(db, () => stored(true), nowMs))) await stored(false)
    return new Set()
  } catch (error) {
    if (!isOfValue(error)) throw error
  }
  const [only] = entries
  if (entries.length === 1 && only !== undefined) {
    await copyMessages(db, [{ ...traceOf(only), code: alinkCodes.internal, dropped: null }])
    return new Set([only])
  }
  const middle = entries.length >> 1
  const first = await store(db, entries.slice(0, middle), propertyIds, nowMs)
  return first.union(await store(db, entries.slice(middle), propertyIds, nowMs))
}

// COPY is a third quicker than an insert that looks for each row first, and fails as a whole where one is there already: a
// device whose clock counts seconds says two values of one second. Then, and for a while, rows are looked for.
const lookingUntil = new WeakMap<Db, number>()
const lookingMs = 60_000
const meetsOldRows = (db: Db, nowMs: number) => nowMs < (lookingUntil.get(db) ?? 0)

/** False where a row was there already; nothing has been written then. */
async function isStoredAsNew(db: Db, stored: () => Promise<void>, nowMs: number): Promise<boolean> {
  try {
    await stored()
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === uniqueViolation)) throw error
    lookingUntil.set(db, nowMs + lookingMs)
    return false
  }
}
const uniqueViolation = '23505'

/** SQLSTATE classes 22 (data exception), 23 (constraint) and 54 (limit): the same again would fail the same. */
function isOfValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(22|23|54)/.test(error.code)
}

async function write(
  trx: Transaction,
  entries: readonly Entry[],
  propertyIds: ReadonlyMap<string, number>,
  nowMs: number,
  asNew: boolean,
): Promise<void> {
  await copyMessages(trx, entries.map(traceOf))
  await (asNew ? copyHistory : insertHistory)(trx, historyOf(entries, propertyIds))
  const byDevice = Map.groupBy(entries, (entry) => entry.device.id)
  const reporting = [...byDevice]
    .filter(([, own]) => own.some((entry) => entry.read.values.length > 0))
    .map(([id]) => id)
  let changed: ShadowRow[] = []
  if (reporting.length > 0) {
    const shadows = await lockShadows(trx, reporting)
    changed = shadows.map((shadow) => merged(shadow, byDevice.get(shadow.deviceId) ?? []))
    await updateShadows(trx, changed, nowMs)
  }
  const shadowOf = new Map(changed.map((shadow) => [shadow.deviceId, shadow]))
  await updateSeen(
    trx,
    [...byDevice]
      .map(([deviceId, own]) => seenOf(deviceId, own, shadowOf.get(deviceId)))
      .toSorted((a, b) => Number(a.deviceId) - Number(b.deviceId)),
  )
  for (const { device, read } of entries) {
    if (read.event !== undefined) await insertEvent(trx, device.id, read.event)
    if (read.firmwareVersion !== undefined) await updateFirmware(trx, device.id, read.firmwareVersion)
    if (read.commandReply !== undefined) await closeByReply(trx, { deviceId: device.id, ...read.commandReply }, nowMs)
  }
  const faulty = new Set(entries.flatMap(({ device, read }) => (read.event?.type === 'error' ? [device.id] : [])))
  await updateFaults(trx, [...faulty])
  await notifyOnCommit(trx, 'live', { device: [...byDevice.keys()] })
}

function historyOf(entries: readonly Entry[], propertyIds: ReadonlyMap<string, number>): HistoryEntry[] {
  const rows: HistoryEntry[] = []
  for (const { device, read } of entries) {
    for (const { identifier, value, timeMs, isDeviceTime } of read.values) {
      const propertyId = propertyIds.get(identifier)
      if (propertyId !== undefined) rows.push({ deviceId: device.id, propertyId, timeMs, value, isDeviceTime })
    }
  }
  return rows
}

const traceOf = ({ device, receivedAt, topic, payload, read }: Entry): MessageEntry => ({
  deviceId: device.id,
  timeMs: receivedAt,
  direction: 'up',
  topic,
  payload,
  code: read.code,
  dropped: read.dropped.length === 0 ? null : read.dropped,
})

/** A value never goes back in time; a desired value is done with when the device reports it. */
function merged(shadow: ShadowRow, entries: readonly Entry[]): ShadowRow {
  const reported = { ...shadow.reported }
  const desired = { ...shadow.desired }
  let version = shadow.version
  for (const { read, receivedAt } of entries) {
    if (read.values.length > 0) version += 1
    for (const { identifier, value, timeMs } of read.values) {
      const before = reported[identifier]
      // A clock that ran ahead and was put right must not hold a value for good: no time counts beyond when it was heard.
      if (before !== undefined && Math.min(before.t, before.s) > timeMs) continue
      reported[identifier] = { v: value, t: Math.floor(timeMs), s: Math.floor(receivedAt) }
      const wanted = desired[identifier]
      if (wanted !== undefined && JSON.stringify(wanted.v) === JSON.stringify(value)) delete desired[identifier]
    }
  }
  return { deviceId: shadow.deviceId, version, reported, desired }
}

/** What the shadow holds of a property, where these messages reported it: an older value is not the device's state. */
function latestOf(
  entries: readonly Entry[],
  shadow: ShadowRow | undefined,
  identifier: string,
): ReportedEntry['v'] | undefined {
  const isReported = entries.some((entry) => entry.read.values.some((value) => value.identifier === identifier))
  return isReported ? shadow?.reported[identifier]?.v : undefined
}

function seenOf(deviceId: string, entries: readonly Entry[], shadow: ShadowRow | undefined): SeenEntry {
  const workState = latestOf(entries, shadow, 'WorkState')
  const faultCode = latestOf(entries, shadow, 'FaultCode')
  return {
    deviceId,
    workState: typeof workState === 'number' && workState >= 0 && workState < workStates.length ? workState : null,
    faultCode: typeof faultCode === 'string' ? faultCode : null,
    lastSeenMs: Math.max(...entries.map((entry) => entry.receivedAt)),
  }
}
