import { upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic } from '@brigade/contract/topic.ts'
import type { Incoming } from '../platform/mqtt/mqtt-hooks.ts'
import { nothing, type Entry, type EntryReader } from '../telemetry/messages/message.ts'
import type { Taken } from './modbus-line.ts'
import { droppedAs, type Unit } from './modbus-unit.ts'
import { notePresence, throughOf, type Modem, type ModbusParts } from './modem-state.ts'
import type { UnitReading } from './poll-units.ts'
import { writeDesired } from './unit-commands.ts'

/** Raw bytes of a serial line. */
export const isOfLine = (topic: string): boolean =>
  matchTopic(upTopics.rawUp, topic) !== null || matchTopic(upTopics.rawDownReply, topic) !== null

/** Values that were desired during the unit's absence are written first. */
function arrive(parts: ModbusParts, modem: Modem, unit: Unit): void {
  unit.isThere = true
  if (unit.isBehind) notePresence(parts, modem, unit, true, 'sub_login')
  modem.polling?.first(unit, (giveWay) => writeDesired(parts, { modem, unit }, giveWay))
}

/**
 * Servers answer differently for a missing unit, so exceptions alone do not make a unit online, and this is logged
 * once.
 */
function noteRefusing(parts: ModbusParts, modem: Modem, unit: Unit): void {
  if (unit.hasRefused || !unit.isBehind) return
  unit.hasRefused = true
  notePresence(parts, modem, unit, null, 'unit_refuses')
}

/** Undefined if raw bytes of this connection are not Modbus. */
export function takeMessage(parts: ModbusParts, message: Incoming): readonly Entry[] | undefined {
  const modem = parts.modems.get(message.key)
  if (modem === undefined) return undefined
  const taken = modem.line.take(message.payload, message.receivedAt)
  if (taken.kind === 'answered') {
    const unit = modem.units.find(({ device }) => device.id === taken.read.device.id)
    if (unit !== undefined && !unit.isThere) {
      if (taken.by === 'values') arrive(parts, modem, unit)
      if (taken.by === 'exception') noteRefusing(parts, modem, unit)
    }
  }
  return [entryOf(modem, message, taken)]
}

function entryOf(modem: Modem, message: Incoming, taken: Taken<UnitReading>): Entry {
  const { key, topic, payload, again, receivedAt } = message
  const hex = payload.toString('hex')
  const base = { device: modem.device, key, topic, payload: hex, again, receivedAt }
  switch (taken.kind) {
    case 'answered': {
      const { device, read } = taken.read
      const values = Object.fromEntries(read.values.map(({ identifier, value }) => [identifier, value]))
      const decoded = JSON.stringify({ requested: Buffer.from(taken.request).toString('hex'), values })
      return { ...base, device, payload: `${hex}\n${decoded}`, read, ...throughOf(modem, device) }
    }
    case 'damaged': {
      // The message is traced under the unit whose values are missing.
      const { device } = modem.units.find(({ address }) => address === taken.unit) ?? modem
      return { ...base, device, read: droppedAs('checksum', hex), ...throughOf(modem, device) }
    }
    case 'piece':
      return { ...base, read: { ...nothing(), outcome: 'stored' } }
    case 'unasked':
      return { ...base, read: droppedAs('unasked', hex) }
  }
}

export const lineReader = (parts: ModbusParts): EntryReader => ({
  reads: isOfLine,
  read: (_db, message, { device, through }) => {
    const { key, topic, again, receivedAt, attached } = message
    const payload = message.payload.toString('hex')
    const read = { ...nothing(), outcome: 'unknown' as const }
    const other: Entry = { device, key, topic, payload, again, receivedAt, read }
    const entries = attached?.byPlugin ??
      takeMessage(parts, message) ?? [through === undefined ? other : { ...other, through }]
    // A batch that failed is read again, and the state of the line has changed since.
    if (attached !== undefined) attached.byPlugin = entries
    return Promise.resolve(entries)
  },
})
