import { downTopics } from '@brigade/contract/link/alink.topics.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { PublishedModel } from '../thing-model/thing-model.store.ts'
import { publishedModel } from '../thing-model/published-models.ts'
import { openLine } from './modbus-line.ts'
import { pollsFor, type Unit } from './modbus-unit.ts'
import { listModems, listUnits, type KnownUnit } from './modbus.store.ts'
import { leave, type Modem, type ModbusParts } from './modem-state.ts'
import { pollUnits, type UnitReading } from './poll-units.ts'

/** A broker counts whole seconds. */
const minLifeMs = 2000

/** Opens the lines of modems that have connected. */
async function admit({ db, arriving, modems, send, rhythm }: ModbusParts): Promise<void> {
  const some = [...arriving]
  if (some.length === 0) return
  const found = await listModems(db, [...new Set(some.map(([, device]) => device.id))])
  for (const [connection, device] of some) {
    // The device may have disconnected during the lookup.
    if (!arriving.delete(connection) || !found.has(device.id)) continue
    const topic = topicName(downTopics.rawDown, device)
    const line = openLine<UnitReading>({
      // A frame that arrives after its request was given up would be carried out, or answered, at the wrong time.
      send: (frame) => send(connection.key, topic, Buffer.from(frame), { forMs: Math.max(rhythm.answerMs, minLifeMs) }),
      answerMs: rhythm.answerMs,
      lateMs: rhythm.lateMs,
    })
    modems.set(connection.key, { connection, device, line, units: [], polling: undefined, taken: new Set() })
  }
}

/** Reads again the units behind the modems connected here, and polls them by the published thing models. */
export async function refreshUnits(parts: ModbusParts): Promise<void> {
  await admit(parts)
  const byId = new Map([...parts.modems.values()].map((modem) => [modem.device.id, modem]))
  const known = Map.groupBy(await listUnits(parts.db, [...byId.keys()]), ({ modemId }) => modemId)
  for (const [id, modem] of byId) await refreshModem(parts, modem, known.get(id) ?? [])
}

async function refreshModem(parts: ModbusParts, modem: Modem, known: readonly KnownUnit[]): Promise<void> {
  const units: Unit[] = []
  for (const one of known) {
    const published = await publishedModel(parts, one.device.productId)
    if (published === undefined || one.address === null) continue
    units.push(refreshedUnit(parts, modem, { ...one, address: one.address }, published))
  }
  for (const gone of modem.units) if (!units.includes(gone)) leave(parts, modem, gone, 'removed')
  modem.units = units
  for (const { device } of units) parts.modemOf.set(device.id, modem)
  if (units.length > 0 && modem.polling === undefined && parts.modems.get(modem.connection.key) === modem) {
    modem.polling = pollUnits({
      line: modem.line,
      units: () => modem.units,
      rhythm: parts.rhythm,
      onSilent: (unit, reason) => leave(parts, modem, unit, reason),
    })
  }
  modem.polling?.wake()
}

/** The previous unit, or a new one, with its present address and thing model. */
function refreshedUnit(
  { isShared }: ModbusParts,
  modem: Modem,
  { device, address, isBehind, isOnline, reported }: KnownUnit & Readonly<{ address: number }>,
  { model }: PublishedModel,
): Unit {
  const before = modem.units.find((unit) => unit.device.id === device.id && unit.isBehind === isBehind)
  const unit = before ?? {
    device,
    address,
    isBehind,
    model,
    polls: pollsFor(model, [], performance.now()),
    reported: new Map<string, Value>(Object.entries(reported).map(([identifier, { v }]) => [identifier, v])),
    silent: 0,
    restUntil: 0,
    isThere: isShared && isBehind && isOnline,
    hasRefused: false,
  }
  unit.address = address
  if (unit.model !== model) {
    unit.polls = pollsFor(model, unit.polls, performance.now())
    unit.model = model
  }
  return unit
}
