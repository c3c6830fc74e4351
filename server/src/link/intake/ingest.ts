import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { apart } from '../../platform/db/apart.ts'
import { isOfData, mayPass } from '../../platform/db/database-away.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { errorCode } from '../../platform/error-code.ts'
import type { Incoming } from '../../platform/mqtt/mqtt-hooks.ts'
import type { PublishedModel } from '../../thing-model/thing-model.store.ts'
import { knownModel, publishedModel } from '../../thing-model/published-models.ts'
import { closeByReply, confirmSets, listOpenSets } from '../../command/command-outcome.store.ts'
import type { HistoryEntry } from '../../telemetry/history/write-history.store.ts'
import { copyHistory, dropHistory, insertHistory, propertyIdsOf } from '../../telemetry/history/write-history.store.ts'
import { copyMessages, findSeenMessages } from '../../telemetry/messages/message.store.ts'
import { holdDevices, updateFaults, updateSeen } from '../../device/presence/device-state.store.ts'
import { insertEvent } from '../../telemetry/events/event.store.ts'
import type { ShadowRow } from '../../telemetry/shadow/shadow.store.ts'
import { lockShadows, updateShadows } from '../../telemetry/shadow/shadow.store.ts'
import type { FloodGuard } from './flood-guard.ts'
import { floodGuard } from './flood-guard.ts'
import type {
  Answer,
  Entry,
  LinkedDevice,
  ReadMessage,
  ReadValue,
  Served,
  EntryReader,
  LinkMessage,
  Sender,
} from '../../telemetry/messages/message.ts'
import { maskSigns } from './mask-signs.ts'
import { mergeReports, seenOf } from './merge-report.ts'
import { outcomeOfReply } from '../alink/reply.ts'
import { traceOf, tracesOf } from './trace-entries.ts'
import { readBroken, readFlooded, readMessage, textOf } from '../alink/read-message.ts'

/** What a message comes to, as it is kept and compared. */
export function entryIn({ device, through }: Sender, message: Incoming, read: (payload: string) => ReadMessage): Entry {
  const { key, topic, again, receivedAt } = message
  const payload = textOf(topic, message.payload)
  const entry = { device, key, topic, payload, again, receivedAt, read: read(payload) }
  return through === undefined ? entry : { ...entry, through }
}

function entryOf(from: Sender, message: Incoming, published: PublishedModel | undefined): Entry {
  const { topic, receivedAt } = message
  return entryIn(from, message, (payload) =>
    readMessage({ device: from.device, published, topic, payload, receivedAt }),
  )
}

const guards = new WeakMap<Db, FloodGuard>()

/** In place of what a device says beyond all measure: refused with 429, and kept in the trace now and then. */
function floodEntry(db: Db, from: Sender, message: Incoming): Entry | undefined {
  let guard = guards.get(db)
  if (guard === undefined) {
    guard = floodGuard()
    guards.set(db, guard)
  }
  const { topic, receivedAt } = message
  const verdict = guard(from.device.id, receivedAt)
  if (verdict === 'fine') return undefined
  return entryIn(from, message, (payload) => ({
    ...readFlooded({ topic, payload }),
    isUntraced: verdict === 'floodAgain',
  }))
}

/** In place of a message that cannot be read: the fault is its own, whatever it is, and stops no other. */
const brokenEntry = (from: Sender, message: Incoming, fault: unknown): Entry =>
  entryIn(from, message, (payload) => ({ ...readBroken({ topic: message.topic, payload }), fault }))

/** Reads a message as it arrives; undefined where the thing model has to be fetched first, or more than it. */
export function readEarly(
  db: Db,
  from: Sender,
  message: Incoming,
  readers: readonly EntryReader[] = [],
): readonly Entry[] | undefined {
  try {
    if (readers.some(({ reads }) => reads(message.topic))) return undefined
    const known = knownModel(db, from.device.productId)
    return known === undefined ? undefined : [floodEntry(db, from, message) ?? entryOf(from, message, known)]
  } catch (error) {
    return [brokenEntry(from, message, error)]
  }
}

export async function readEntries(
  db: Db,
  from: Sender,
  message: LinkMessage,
  readers: readonly EntryReader[] = [],
): Promise<readonly Entry[]> {
  try {
    const flood = floodEntry(db, from, message)
    if (flood !== undefined) return [flood]
    const reader = readers.find(({ reads }) => reads(message.topic))
    if (reader !== undefined) return await reader.read(db, message, from)
    return [entryOf(from, message, await publishedModel(db, from.device.productId))]
  } catch (error) {
    if (mayPass(error)) throw error
    return [brokenEntry(from, message, error)]
  }
}

/**
 * Writes a batch of messages in one transaction: history, shadows, states, events, answers to commands, what else messages
 * ask for, and the trace. Resolves after the commit with what the devices are answered. What arrives a second time, because
 * its acknowledgement was lost, is answered again and written no second time. A message at fault is refused and traced, and
 * `onFault` gets the error; it rejects only where the same batch may succeed later (`mayPass`).
 */
export async function ingest<M extends Incoming>(
  db: Db,
  messages: readonly M[],
  entriesOfMessage: (message: M) => readonly Entry[] | Promise<readonly Entry[]> | undefined,
  nowMs: number,
  onFault: OnFault = () => {},
): Promise<Answer[]> {
  const entries: Entry[] = []
  for (const message of messages) {
    try {
      const found = entriesOfMessage(message)
      // Most are read already: waiting for each would cost a turn of the loop.
      const read = found instanceof Promise ? await found : found
      if (read !== undefined) for (const entry of read) entries.push(kept(entry))
    } catch (error) {
      if (mayPass(error)) throw error
      onFault(error, message)
    }
  }
  if (entries.length === 0) return []
  for (const entry of entries) if (entry.read.fault !== undefined) onFault(entry.read.fault, entry)
  const marked = await withRepeated(db, entries, nowMs)
  const identifiers = new Set(entries.flatMap((entry) => entry.read.values.map((value) => value.identifier)))
  const propertyIds = await propertyIdsOf(db, identifiers)
  const done = await store(db, marked, { propertyIds, nowMs, onFault })
  for (const { entry, afterCommit } of done) {
    // What is committed is not written again because something after it fails.
    try {
      afterCommit?.()
    } catch (error) {
      onFault(error, entry)
    }
  }
  return done.flatMap(({ answers }) => answers)
}

/** The entry as it is compared with what is there, stored and shown. */
function kept(entry: Entry): Entry {
  const payload = maskSigns(entry.topic, entry.payload)
  return payload === entry.payload ? entry : { ...entry, payload }
}

/** Marks what a device sent again and what is there already: in the trace, or earlier in this very batch. */
async function withRepeated(db: Db, entries: readonly Entry[], nowMs: number): Promise<readonly Entry[]> {
  const suspects = entries.filter((entry) => entry.again)
  if (suspects.length === 0) return entries
  const stored = await findSeenMessages(
    db,
    suspects.map(({ device, topic, payload }) => ({ deviceId: device.id, topic, payload })),
    nowMs,
  )
  const seen = new Set(suspects.filter((_, index) => stored.has(index)))
  const inBatch = new Set<string>()
  return entries.map((entry) => {
    const said = JSON.stringify([entry.device.id, entry.topic, entry.payload])
    const isRepeated = entry.again && (seen.has(entry) || inBatch.has(said))
    inBatch.add(said)
    return isRepeated ? { ...entry, isRepeated } : entry
  })
}

/** Hears of every error that a message caused; the message itself stands in the trace. */
export type OnFault = (error: unknown, message: Readonly<{ topic: string; device?: LinkedDevice }>) => void

/** What is left to do for a message that is safe. */
type Done = Readonly<{ entry: Entry; answers: readonly Answer[]; afterCommit?: (() => void) | undefined }>

type Storing = Readonly<{ propertyIds: ReadonlyMap<string, number>; nowMs: number; onFault: OnFault }>

/**
 * Stores all of it in one transaction. A message at fault is kept in the trace as refused, and no device can hold up the others.
 */
function store(db: Db, entries: readonly Entry[], { propertyIds, nowMs, onFault }: Storing): Promise<readonly Done[]> {
  const stored = (some: readonly Entry[], asNew: boolean) =>
    transaction(db, (trx) => write(trx, some, propertyIds, nowMs, asNew))
  const storeSome = async (some: readonly Entry[]) => {
    const mayBeNew = some.every((entry) => !entry.again) && !meetsOldRows(db, nowMs)
    const done = mayBeNew ? await storedAsNew(db, () => stored(some, true), nowMs) : undefined
    return done ?? (await stored(some, false))
  }
  return apart(entries, storeSome, async (error, entry) => {
    onFault(error, entry)
    await traceRefused(db, entry, { onFault })
  })
}

/**
 * Where not even its trace can be kept because of what stands in it, the message is let go: what it is about is in the log. For
 * any other reason it is not its fault: a database that takes no trace takes nothing, and what is lost must not be acknowledged.
 */
async function traceRefused(db: Db, entry: Entry, { onFault }: Pick<Storing, 'onFault'>): Promise<void> {
  try {
    const trace = { ...traceOf(entry), code: alinkCodes.internal, dropped: null, outcome: 'refused' as const }
    await withPartitions(db, () => copyMessages(db, [trace]))
  } catch (error) {
    if (!isOfData(error)) throw error
    onFault(error, entry)
  }
}

// COPY is a third quicker than an insert that looks for each row first, and fails as a whole where one is there already: a
// device whose clock counts seconds says two values of one second. Then, and for a while, rows are looked for.
const lookingUntil = new WeakMap<Db, number>()

const lookingMs = 60_000

const meetsOldRows = (db: Db, nowMs: number) => nowMs < (lookingUntil.get(db) ?? 0)

/** Undefined where a row was there already; nothing has been written then. */
async function storedAsNew<T>(db: Db, stored: () => Promise<T>, nowMs: number): Promise<T | undefined> {
  try {
    return await stored()
  } catch (error) {
    if (errorCode(error) !== uniqueViolation) throw error
    lookingUntil.set(db, nowMs + lookingMs)
    return undefined
  }
}

const uniqueViolation = '23505'

async function write(
  trx: Transaction,
  given: readonly Entry[],
  propertyIds: ReadonlyMap<string, number>,
  nowMs: number,
  asNew: boolean,
): Promise<readonly Done[]> {
  const fresh = given.filter((entry) => entry.isRepeated !== true)
  await (asNew ? copyHistory : insertHistory)(trx, historyOf(fresh, propertyIds))
  const byDevice = Map.groupBy(fresh, (entry) => entry.device.id)
  const isEachThere = await writeStates(trx, byDevice, nowMs)
  const all = isEachThere && fresh.length === given.length ? given : await withoutDeleted(trx, given)
  const entries = all === given ? fresh : all.filter((entry) => entry.isRepeated !== true)
  const served = new Map<Entry, Served>()
  for (const { device, read } of entries) {
    for (const event of read.events ?? []) await insertEvent(trx, device.id, event)
  }
  for (const entry of all) {
    const result = await serveEntry(trx, entry, nowMs)
    if (result !== undefined) served.set(entry, result)
  }
  const isFaulty = ({ read }: Entry) => read.events?.some((event) => event.type === 'error') === true
  await updateFaults(trx, [...new Set(entries.filter(isFaulty).map(({ device }) => device.id))])
  await copyMessages(
    trx,
    all.flatMap((entry) => tracesOf(entry, served.get(entry))),
  )
  await notifyOnCommit(trx, 'live', { device: [...new Set(all.map(({ device }) => device.id))] })
  return all.map((entry) => doneOf(entry, served.get(entry)))
}

/** Of a device that was deleted meanwhile nothing may be left behind. */
async function withoutDeleted(trx: Transaction, all: readonly Entry[]): Promise<readonly Entry[]> {
  const ids = [...new Set(all.map(({ device }) => device.id))]
  const there = await holdDevices(trx, ids)
  const gone = ids.filter((id) => !there.has(id))
  if (gone.length === 0) return all
  await dropHistory(trx, gone)
  return all.filter(({ device }) => there.has(device.id))
}

/** Shadows, working states and when devices were seen. Answers whether each of them is there. */
async function writeStates(
  trx: Transaction,
  byDevice: ReadonlyMap<string, readonly Entry[]>,
  nowMs: number,
): Promise<boolean> {
  const reporting = [...byDevice]
    .filter(([, own]) => own.some((entry) => entry.read.values.length > 0))
    .map(([id]) => id)
  let changed: ShadowRow[] = []
  if (reporting.length > 0) {
    const shadows = await lockShadows(trx, reporting)
    const awaiting = shadows.filter(({ hasOpenSet }) => hasOpenSet).map(({ deviceId }) => deviceId)
    const openSets = awaiting.length === 0 ? undefined : await listOpenSets(trx, awaiting)
    const merged = shadows.map((shadow) =>
      mergeReports(shadow, byDevice.get(shadow.deviceId) ?? [], openSets?.get(shadow.deviceId) ?? []),
    )
    changed = merged.map(({ shadow }) => shadow)
    await updateShadows(trx, changed, nowMs)
    const confirmed = merged.flatMap((one) => one.confirmed)
    if (confirmed.length > 0) await confirmSets(trx, confirmed, nowMs)
  }
  const shadowOf = new Map(changed.map((shadow) => [shadow.deviceId, shadow]))
  const seen = await updateSeen(
    trx,
    [...byDevice]
      .map(([deviceId, own]) => seenOf(deviceId, own, shadowOf.get(deviceId)))
      .toSorted((a, b) => Number(a.deviceId) - Number(b.deviceId)),
  )
  return seen === byDevice.size
}

/** What a message reports that could not be believed at once: written like any report, later. */
async function writeLate(trx: Transaction, entry: Entry, values: readonly ReadValue[], nowMs: number): Promise<void> {
  if (values.length === 0) return
  const late = { ...entry, read: { ...entry.read, values: [...values] } }
  const propertyIds = await propertyIdsOf(trx, new Set(values.map(({ identifier }) => identifier)))
  await insertHistory(trx, historyOf([late], propertyIds))
  await writeStates(trx, new Map([[entry.device.id, [late]]]), nowMs)
}

/** What a message asks of the database; undefined where it asks nothing. */
async function serveEntry(trx: Transaction, entry: Entry, nowMs: number): Promise<Served | undefined> {
  const { device, read, isRepeated = false } = entry
  if (read.commandReply !== undefined) {
    if (isRepeated) return undefined
    const isOurs = await closeByReply(trx, { deviceId: device.id, ...read.commandReply }, nowMs)
    return { code: read.code, outcome: isOurs ? outcomeOfReply(read.commandReply.code) : 'unknown' }
  }
  return read.serve?.(trx, { nowMs, isRepeated, report: (values) => writeLate(trx, entry, values, nowMs) })
}

function doneOf(entry: Entry, served: Served | undefined): Done {
  const { key, read } = entry
  const answer = served?.answer ?? read.answer
  const own = answer === undefined ? [] : [{ key, topic: answer.topic, payload: answer.payload }]
  const answers = served?.more === undefined ? own : [...own, ...served.more]
  return { entry, answers, afterCommit: served?.afterCommit }
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
