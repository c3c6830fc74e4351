import { upTopics } from '@brigade/contract/link/alink.topics.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkReport, type Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { PastEntry } from '@brigade/simulator/past/past.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { setOfflineSince, updateSeen } from '../device/presence/device-state.store.ts'
import { insertOnlineLog, type Presence } from '../device/presence/presence.store.ts'
import type { Loss } from '../fault/past/fold-past.ts'
import { readEvent } from '../link/alink/read-report.ts'
import { mergeReports, seenOf } from '../link/intake/merge-report.ts'
import type { Transaction } from '../platform/db/database.ts'
import { insertEvent, insertPlainEvents, isPlain } from '../telemetry/events/event.store.ts'
import { hasSealed, newSealedCopy } from '../telemetry/history/copy-sealed.store.ts'
import { newHistoryCopy, propertyIdsOf, type HistoryValue } from '../telemetry/history/write-history.store.ts'
import { Json, nothing, type Entry, type ReadEvent, type ReadValue } from '../telemetry/messages/message.ts'
import { lockShadows, updateShadows, updateSides } from '../telemetry/shadow/shadow.store.ts'
import { isUnseen, type Planned } from './demo-past.store.ts'
import { newPastActs } from './past-acts.ts'

/** Entries are changed in place, because short-lived objects would be collected late. */
type Last = { readonly propertyId: number; value: Value | undefined; timeMs: number }

/** Connections that stayed away for less are no alarm, and need not be remembered. */
const shortLossMs = 30 * minuteMs

/**
 * Writes what a device would have reported into the tables of reports, events and connections. Days before
 * `sealedBeforeMs` are written sealed, so that none of their readings is written twice. Values outside the model are
 * left out, as for a running device; for gateways only connections are written.
 */
export async function newPastRows(
  trx: Transaction,
  planned: Planned,
  { model, sealedBeforeMs }: Readonly<{ model: ThingModel | undefined; sealedBeforeMs: number }>,
) {
  const { deviceId } = planned
  // The transaction may roll back, so that its ids are not for others.
  const ids = await propertyIdsOf(trx, new Set(model?.properties.map(({ identifier }) => identifier)), new Map())
  const last: ReadonlyMap<string, Last> = new Map(
    [...ids].map(([identifier, propertyId]) => [identifier, { propertyId, value: undefined, timeMs: 0 }]),
  )
  const losses: Loss[] = []
  const readings = await newReadings(trx, deviceId, sealedBeforeMs)
  let events: ReadEvent[] = []
  let connections: Presence[] = []
  const acts = newPastActs(trx, planned)
  let lostAt: number | undefined

  function addReading(at: number, given: Readonly<Record<string, unknown>>): void {
    // A gateway measures nothing itself.
    if (model === undefined || planned.nodeType === 'gateway') return
    const values: HistoryValue[] = []
    for (const { identifier, value } of checkReport(given, model).accepted) {
      const one = last.get(identifier)
      if (one === undefined) continue
      values.push({ propertyId: one.propertyId, value })
      one.value = value
      one.timeMs = at
    }
    if (values.length > 0) readings.add(at, values)
  }

  function addConnection(at: number, online: boolean, reason: Presence['reason']): void {
    connections.push({ deviceId, online, reason, address: '', protocol: '', atMs: at })
    if (!online) lostAt ??= at
    else if (lostAt !== undefined) {
      if (at - lostAt >= shortLossMs) losses.push({ from: lostAt, to: at })
      lostAt = undefined
    }
  }

  async function flush(): Promise<void> {
    await readings.flush()
    await writeEvents(trx, deviceId, events)
    if (connections.length > 0) await insertOnlineLog(trx, connections)
    await acts.flush()
    events = []
    connections = []
  }

  return {
    add: (entry: PastEntry): void => {
      if (entry.is === 'reading') addReading(entry.at, entry.values)
      else if (entry.is === 'connection') addConnection(entry.at, entry.online, entry.reason)
      else if (model === undefined || planned.nodeType === 'gateway') return
      else if (entry.is !== 'event') acts.add(entry, model, last)
      else {
        const { at, event, output } = entry
        const read = readEvent(model, event, Json.parse(output), { receivedAt: at, messageId: '', times: 'live' })
        if (read.event !== undefined) events.push(read.event)
      }
    },
    flush,
    /** Ends the open connections, as the program starts anew. Returns the long losses. */
    endConnections: async (): Promise<readonly Loss[]> => {
      if (lostAt === undefined) addConnection(planned.endsMs, false, 'server_restart')
      else losses.push({ from: lostAt, to: null })
      await readings.end()
      await flush()
      return losses
    },
    /** Writes the last reported values as the present state, unless the device has connected since. */
    writeLastState: async (): Promise<void> => {
      const [shadow] = await lockShadows(trx, [deviceId])
      if (shadow === undefined || !(await isUnseen(trx, deviceId))) return
      const values = [...last].flatMap(([identifier, { value, timeMs }]) =>
        value === undefined ? [] : [{ identifier, value, timeMs, isDeviceTime: true }],
      )
      const entry = lastEntry(planned, values)
      const merged = mergeReports(shadow, [entry], [])
      await updateShadows(trx, [merged.shadow], entry.receivedAt)
      if (merged.isCrossed) await updateSides(trx, [merged.shadow])
      await updateSeen(trx, [seenOf(deviceId, [entry], merged.shadow)])
      await setOfflineSince(trx, deviceId, lostAt ?? planned.endsMs)
    },
  }
}
export type PastRows = Awaited<ReturnType<typeof newPastRows>>

/**
 * Collects the readings of a device in the order of time: those before `sealedBeforeMs` are written at the end, the
 * others at once.
 */
async function newReadings(trx: Transaction, deviceId: string, sealedBeforeMs: number) {
  // The device has sealed days already, because it reported before its turn, so these readings are sealed beside them
  // like all late ones.
  const rowsFrom = (await hasSealed(trx, deviceId)) ? Number.NEGATIVE_INFINITY : sealedBeforeMs
  const sealed = newSealedCopy(deviceId)
  const rows = newHistoryCopy()
  /** The instant of the previous reading: an answer to a command may have the same time as another reading. */
  let instant = { at: Number.NaN, place: 0 }
  return {
    add: (at: number, values: readonly HistoryValue[]): void => {
      instant = { at, place: at === instant.at ? instant.place + 1 : 0 }
      if (at < rowsFrom) sealed.add({ ms: at, values })
      else rows.add({ deviceId, ms: at, place: instant.place, isDeviceTime: true, values })
    },
    flush: (): Promise<void> => rows.send(trx),
    end: (): Promise<void> => sealed.send(trx),
  }
}

/** Writes events in order, those between two errors together. */
async function writeEvents(trx: Transaction, deviceId: string, events: readonly ReadEvent[]): Promise<void> {
  let plain: ReadEvent[] = []
  for (const event of events) {
    if (isPlain(event)) {
      plain.push(event)
      continue
    }
    await insertPlainEvents(trx, deviceId, plain)
    plain = []
    await insertEvent(trx, deviceId, event)
  }
  await insertPlainEvents(trx, deviceId, plain)
}

/** All last values as one report. */
function lastEntry(
  { deviceId: id, sn: deviceName, productId, productKey, endsMs }: Planned,
  values: ReadValue[],
): Entry {
  return {
    device: { id, productId, productKey, deviceName },
    key: '',
    topic: topicName(upTopics.propertyPost, { productKey, deviceName }),
    payload: '',
    again: false,
    receivedAt: values.reduce((newest, { timeMs }) => Math.max(newest, timeMs), 0) || endsMs,
    read: { ...nothing(), values },
  }
}
