import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import type { CachedDb } from '../../platform/caches.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { isOfData, mayPass } from '../../platform/db/connection/database-away.ts'
import { createNotifier, type Notifier } from '../../platform/db/notify.ts'
import { newMark, type BatchMark } from '../../platform/intake/batch-mark.ts'
import { writeOnce } from '../../platform/intake/write-once.store.ts'
import type { Log } from '../../platform/log.ts'
import { errorCode } from '../../platform/error-code.ts'
import type { Incoming } from '../../platform/mqtt/mqtt-hooks.ts'
import type { PublishedModel } from '../../thing-model/thing-model.store.ts'
import { knownModel, publishedModel } from '../../thing-model/published-models.ts'
import { confirmSets, listOpenSets } from '../../command/command-outcome.store.ts'
import {
  copyHistory,
  dropHistory,
  propertyIdCache,
  propertyIdsOf,
  replaceLast,
} from '../../telemetry/history/write-history.store.ts'
import { copyMessages } from '../../telemetry/messages/message.store.ts'
import { holdDevices, updateFaults, updateSeen } from '../../device/presence/device-state.store.ts'
import type { LockedShadow, ShadowRow } from '../../telemetry/shadow/shadow.store.ts'
import { lockShadows, updateShadows, updateSides } from '../../telemetry/shadow/shadow.store.ts'
import { floodGuard, type FloodGuard } from './flood-guard.ts'
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
import { newPart, writeParts, type BatchState, type OfMessage, type Part, type StoredEntry } from './batch-parts.ts'
import { kept, markDuplicates } from './duplicates.ts'
import { mergeReports, seenOf } from './merge-report.ts'
import { placeValues } from './place-values.ts'
import { storedPayload } from './stored-payload.ts'
import { serveEntry } from './serve-entry.ts'
import { traceOf, tracesOf } from './trace-entries.ts'
import { writeEvents } from './write-events.ts'
import { noted } from '../alink/note-unreadable.ts'
import { readBroken, readFlooded, readMessage } from '../alink/read-message.ts'
import { textOf } from '../alink/readable-text.ts'

/** The state in memory of one link's intake. */
export type Intake = CachedDb &
  Readonly<{
    floods: FloodGuard
    notifier: Notifier
    /** The base URL for device downloads, if it is set. */
    deviceUrl: string | undefined
    /** Batches that were begun, by their marks. */
    tries: WeakMap<BatchMark, BatchState>
  }>

type Opening = CachedDb & Readonly<{ log?: Log; deviceUrl?: string | undefined }>
export const openIntake = ({ db, caches, log, deviceUrl }: Opening): Intake => ({
  db,
  caches,
  deviceUrl,
  floods: floodGuard(),
  notifier: createNotifier(db, { log }),
  tries: new WeakMap(),
})

/** The stored and compared form of a message's entry. */
export function entryIn({ device, through }: Sender, message: Incoming, read: (payload: string) => ReadMessage): Entry {
  const { key, topic, again, receivedAt, connectedAt } = message
  const text = textOf(topic, message.payload)
  const payload = storedPayload(text)
  const entry = { device, key, topic, payload, again, receivedAt, connectedAt, read: noted(read(text), topic, text) }
  return through === undefined ? entry : { ...entry, through }
}

function entryOf(from: Sender, message: Incoming, published: PublishedModel | undefined): Entry {
  const { topic, receivedAt } = message
  return entryIn(from, message, (payload) =>
    readMessage({ device: from.device, published, topic, payload, receivedAt }),
  )
}

/** Entry for a message over the rate limit: it is answered with 429, and traced now and then. */
function floodEntry({ floods }: Intake, from: Sender, message: Incoming): Entry | undefined {
  const { topic, receivedAt } = message
  const verdict = floods(from.device.id, receivedAt)
  if (verdict === 'fine') return undefined
  return entryIn(from, message, (payload) => ({
    ...readFlooded({ topic, payload }),
    isUntraced: verdict === 'floodAgain',
  }))
}

/** Entry for a message that cannot be read. Its error stops no other message. */
const brokenEntry = (from: Sender, message: Incoming, fault: unknown): Entry =>
  entryIn(from, message, (payload) => ({ ...readBroken({ topic: message.topic, payload }), fault }))

/** Reads a message as it arrives. Undefined if the database is needed, for the thing model or by a reader. */
export function readEarly(
  intake: Intake,
  from: Sender,
  message: Incoming,
  readers: readonly EntryReader[] = [],
): readonly Entry[] | undefined {
  try {
    if (readers.some(({ reads }) => reads(message.topic))) return undefined
    const known = knownModel(intake.caches, from.device.productId)
    return known === undefined ? undefined : [floodEntry(intake, from, message) ?? entryOf(from, message, known)]
  } catch (error) {
    return [brokenEntry(from, message, error)]
  }
}

export async function readEntries(
  intake: Intake,
  from: Sender,
  message: LinkMessage,
  readers: readonly EntryReader[] = [],
): Promise<readonly Entry[]> {
  try {
    const flood = floodEntry(intake, from, message)
    if (flood !== undefined) return [flood]
    const reader = readers.find(({ reads }) => reads(message.topic))
    if (reader !== undefined) return await reader.read(intake.db, message, from)
    return [entryOf(from, message, await publishedModel(intake, from.device.productId))]
  } catch (error) {
    if (mayPass(error)) throw error
    return [brokenEntry(from, message, error)]
  }
}

/** Called with every error that a message causes. The message itself is in the trace. */
export type OnFault = (error: unknown, message: Readonly<{ topic: string; device?: LinkedDevice }>) => void

export type IngestOptions = Readonly<{
  onFault?: OnFault
  /** The same at each try of a batch. */
  mark?: BatchMark
}>

/**
 * Writes a batch of messages in one transaction: history, shadows, states, events, replies to commands, other requests
 * of messages, and the trace. Resolves after the commit with the replies to the devices. A duplicate, which arrives
 * because its acknowledgement was lost, is answered again but not written again. A message with an error is refused and
 * traced, and `onFault` gets the error. The call rejects only if the same batch may succeed later (`mayPass`): called
 * again with its `mark`, it writes the parts that are not safe yet, once, even if a commit was not answered.
 */
export async function ingest<M extends Incoming>(
  intake: Intake,
  messages: readonly M[],
  entriesOfMessage: (message: M) => readonly Entry[] | Promise<readonly Entry[]> | undefined,
  nowMs: number,
  { onFault = () => {}, mark = newMark() }: IngestOptions = {},
): Promise<Answer[]> {
  const { tries } = intake
  const known = tries.get(mark)
  const state = known ?? { parts: await firstParts(messages, entriesOfMessage, mark, onFault), isFinished: false }
  tries.set(mark, state)
  await storeParts(intake, state, new Set<object>(messages), { nowMs, onFault })
  const stored = state.parts.flatMap(({ written }) => written)
  if (!state.isFinished) finish(stored, onFault)
  state.isFinished = true
  return stored.flatMap(({ answers }) => answers)
}

async function firstParts<M extends Incoming>(
  messages: readonly M[],
  entriesOfMessage: (message: M) => readonly Entry[] | Promise<readonly Entry[]> | undefined,
  mark: BatchMark,
  onFault: OnFault,
): Promise<readonly Part[]> {
  const items: OfMessage[] = []
  for (const message of messages) {
    try {
      const found = entriesOfMessage(message)
      // Most messages are already read. An await for each would cost a turn of the event loop.
      const read = found instanceof Promise ? await found : found
      if (read !== undefined) for (const entry of read) items.push({ message, entry: kept(entry) })
    } catch (error) {
      if (mayPass(error)) throw error
      onFault(error, message)
    }
  }
  for (const { entry } of items) if (entry.read.fault !== undefined) onFault(entry.read.fault, entry)
  return items.length === 0 ? [] : [newPart(items, mark)]
}

/** Does the remaining work for written messages. An error must not write them again. */
function finish(stored: readonly StoredEntry[], onFault: OnFault): void {
  for (const { entry, afterCommit } of stored) {
    try {
      afterCommit?.()
    } catch (error) {
      onFault(error, entry)
    }
  }
}

/**
 * Stores the parts of a batch that are not safe yet. Messages of another process (`ours` does not name them) are not
 * written. Watchers are notified after the commit: a transaction that notifies holds a lock that all such commits wait
 * for.
 */
async function storeParts(
  { db, caches, notifier, deviceUrl }: Intake,
  state: BatchState,
  ours: ReadonlySet<object>,
  { nowMs, onFault }: Readonly<{ nowMs: number; onFault: OnFault }>,
): Promise<void> {
  const left = state.parts.filter(({ isSafe }) => !isSafe).flatMap(({ items }) => items)
  if (left.length === 0) return
  const mine = left.filter(({ message }) => ours.has(message)).map(({ entry }) => entry)
  const marked = await markDuplicates(db, mine, nowMs)
  const asMarked = new Map(mine.map((entry, index) => [entry, marked[index] ?? entry]))
  const identifiers = new Set(mine.flatMap((entry) => entry.read.values.map((value) => value.identifier)))
  const propertyIds = await propertyIdsOf(db, identifiers, caches.of(propertyIdCache))
  await writeParts(state, async (part) => {
    const entries = part.items.flatMap(({ entry }) => asMarked.get(entry) ?? [])
    if (entries.length === 0) return
    await ('fault' in part
      ? storeRefused(db, part, entries, onFault)
      : storePart(db, part, entries, { propertyIds, nowMs, deviceUrl }))
    notifier.notify('live', { device: [...new Set(part.items.map(({ entry }) => entry.device.id))] })
  })
}

type Storing = Readonly<{ propertyIds: ReadonlyMap<string, number>; nowMs: number; deviceUrl: string | undefined }>

/** Stores entries in one transaction, once. */
async function storePart(db: Db, part: Part, entries: readonly Entry[], storing: Storing): Promise<void> {
  const stored = (looksAtAll: boolean) =>
    writeOnce(db, part.mark, async (trx) => {
      part.written = await write(trx, entries, { ...storing, looksAtAll })
      return part.written
    })
  if ((await unlessKnownTime(() => stored(false))) === undefined) await stored(true)
}

/**
 * Traces an entry with an error as refused, so that no device can hold up the others. If even the trace cannot be stored because of its
 * content, the message is dropped, and the log has the error. Any other error is not the message's fault: the database is not available,
 * and a message that is lost must not be acknowledged.
 */
async function storeRefused(db: Db, part: Part, entries: readonly Entry[], onFault: OnFault): Promise<void> {
  for (const entry of entries) {
    if (!part.isTold) onFault(part.fault, entry)
    part.isTold = true
    try {
      const trace = { ...traceOf(entry), code: alinkCodes.internal, dropped: null, outcome: 'refused' as const }
      await writeOnce(db, part.mark, (trx) => copyMessages(trx, [trace]))
    } catch (error) {
      if (!isOfData(error)) throw error
      onFault(error, entry)
    }
  }
}

/**
 * Undefined, with nothing written, if the history has a value at a time that its device's shadow did not let expect: the clock had run
 * ahead, or the shadow was emptied.
 */
async function unlessKnownTime<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write()
  } catch (error) {
    if (errorCode(error) !== uniqueViolation) throw error
    return undefined
  }
}

const uniqueViolation = '23505'

type Writing = Storing & Readonly<{ looksAtAll: boolean }>

async function write(trx: Transaction, given: readonly Entry[], writing: Writing): Promise<readonly StoredEntry[]> {
  const { deviceUrl } = writing
  const fresh = given.filter((entry) => entry.isRepeated !== true)
  const { isEachThere, repeated } = await writeReports(trx, fresh, writing)
  const all = isEachThere && fresh.length === given.length ? given : await withoutDeleted(trx, given)
  const entries = all === given ? fresh : all.filter((entry) => entry.isRepeated !== true)
  const served = new Map<Entry, Served>()
  const known = await writeEvents(trx, entries)
  for (const entry of all) {
    const result = await serveEntry(trx, entry, {
      nowMs: writing.nowMs,
      deviceUrl,
      report: (values) => writeLate(trx, entry, values, writing.nowMs),
    })
    if (result !== undefined) served.set(entry, result)
  }
  const isFaulty = ({ read }: Entry) => read.events?.some((event) => event.type === 'error') === true
  await updateFaults(trx, [...new Set(entries.filter(isFaulty).map(({ device }) => device.id))])
  await copyMessages(
    trx,
    all.flatMap((entry) => tracesOf(hasRepeated(entry, repeated), served.get(entry), known.get(entry))),
  )
  return all.map((entry) => storedEntry(entry, served.get(entry)))
}

/** A message of which every value was stored already is traced as repeated. */
const hasRepeated = (entry: Entry, repeated: ReadonlySet<Entry>): Entry =>
  repeated.has(entry) && entry.read.dropped.length === 0 && (entry.read.events ?? []).length === 0
    ? { ...entry, isRepeated: true }
    : entry

/** Removes the entries of devices that were deleted meanwhile, with all rows written for them. */
async function withoutDeleted(trx: Transaction, all: readonly Entry[]): Promise<readonly Entry[]> {
  const ids = [...new Set(all.map(({ device }) => device.id))]
  const there = await holdDevices(trx, ids)
  const gone = ids.filter((id) => !there.has(id))
  if (gone.length === 0) return all
  await dropHistory(trx, gone)
  return all.filter(({ device }) => there.has(device.id))
}

type Reported = Readonly<{
  /** Whether all devices exist. */
  isEachThere: boolean
  /** Entries whose values are all repetitions. */
  repeated: ReadonlySet<Entry>
}>

/**
 * Writes history, shadows, working states and the times at which devices were seen. The shadows are locked first: they
 * show which values may be in the history already, and nobody else writes values of these devices meanwhile.
 */
async function writeReports(
  trx: Transaction,
  entries: readonly Entry[],
  writing: Omit<Writing, 'deviceUrl'>,
): Promise<Reported> {
  const reporting = new Set<string>()
  for (const { device, read } of entries) if (read.values.length > 0) reporting.add(device.id)
  const shadows = reporting.size === 0 ? [] : await lockShadows(trx, [...reporting])
  const placed = await placeValues(trx, entries, { ...writing, shadows })
  await copyHistory(trx, placed.rows)
  await replaceLast(trx, placed.overflowing)
  const byDevice = Map.groupBy(placed.entries, (entry) => entry.device.id)
  const isEachThere = await writeStates(trx, byDevice, shadows, writing.nowMs)
  return { isEachThere, repeated: placed.repeated }
}

/** Writes shadows, working states and the times at which devices were seen. Returns whether all devices exist. */
async function writeStates(
  trx: Transaction,
  byDevice: ReadonlyMap<string, readonly Entry[]>,
  shadows: readonly LockedShadow[],
  nowMs: number,
): Promise<boolean> {
  let changed: ShadowRow[] = []
  if (shadows.length > 0) {
    const awaiting = shadows.filter(({ hasOpenSet }) => hasOpenSet).map(({ deviceId }) => deviceId)
    const openSets = awaiting.length === 0 ? undefined : await listOpenSets(trx, awaiting)
    const merged = shadows.map((shadow) =>
      mergeReports(shadow, byDevice.get(shadow.deviceId) ?? [], openSets?.get(shadow.deviceId) ?? []),
    )
    changed = merged.map(({ shadow }) => shadow)
    await updateShadows(trx, changed, nowMs)
    await updateSides(
      trx,
      merged.filter(({ isCrossed }) => isCrossed).map(({ shadow }) => shadow),
    )
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

/** Writes values that were not accepted at once, such as those of a late confirmation, like any report. */
async function writeLate(trx: Transaction, entry: Entry, values: readonly ReadValue[], nowMs: number): Promise<void> {
  if (values.length === 0) return
  const late = { ...entry, read: { ...entry.read, values: [...values] } }
  // The transaction may roll back, so its ids are not cached.
  const propertyIds = await propertyIdsOf(trx, new Set(values.map(({ identifier }) => identifier)), new Map())
  await writeReports(trx, [late], { propertyIds, nowMs, looksAtAll: true })
}

function storedEntry(entry: Entry, served: Served | undefined): StoredEntry {
  const { key, read } = entry
  const answer = served?.answer ?? read.answer
  const own = answer === undefined ? [] : [{ key, topic: answer.topic, payload: answer.payload }]
  const answers = served?.more === undefined ? own : [...own, ...served.more]
  return { entry, answers, afterCommit: served?.afterCommit }
}
