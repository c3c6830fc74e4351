import type { Db } from '../platform/db/database.ts'
import type { Caches } from '../platform/caches.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { MqttServer } from '../platform/mqtt/mqtt-server.ts'
import type { Connected } from '../platform/mqtt/mqtt-hooks.ts'
import type { Presence } from '../device/presence/presence.store.ts'
import type { LinkedDevice } from '../telemetry/messages/message.ts'
import type { TraceDown } from '../telemetry/messages/trace-down.ts'
import type { Line } from './modbus-line.ts'
import type { Unit } from './modbus-unit.ts'
import type { Polling, Rhythm, UnitReading } from './poll-units.ts'

/** A modem that is connected here, with its line. */
export type Modem = {
  readonly connection: Connected
  readonly device: LinkedDevice
  readonly line: Line<UnitReading>
  units: Unit[]
  polling: Polling | undefined
  /** Commands that wait for the line, or have it. */
  readonly taken: Set<string>
}

/** State that the parts of the Modbus plug-in share. */
export type ModbusParts = Readonly<{
  db: Db
  caches: Caches
  clock: Clock
  log: Log
  send: MqttServer['send']
  note: (change: Presence) => void
  trace: TraceDown
  rhythm: Rhythm
  /**
   * Whether the state of units outlives this process: another process continues polling them, and a modem that
   * disconnects takes them offline in the database.
   */
  isShared: boolean
  /** Connections whose devices are not looked up yet. */
  arriving: Map<Connected, LinkedDevice>
  /** Modems by the key of their connection. */
  modems: Map<string, Modem>
  /** Modems by the id of a unit. */
  modemOf: Map<string, Modem>
}>

/** A unit that is polled here. */
export function unitOf({ modemOf }: ModbusParts, deviceId: string) {
  const modem = modemOf.get(deviceId)
  const unit = modem?.units.find(({ device }) => device.id === deviceId)
  return modem?.polling === undefined || unit === undefined ? undefined : { modem, unit, polling: modem.polling }
}

/** Records that a unit came online or went offline; null records only a reason. */
export function notePresence(
  { clock, note }: ModbusParts,
  { connection }: Modem,
  unit: Unit,
  online: boolean | null,
  reason: Presence['reason'],
): void {
  unit.isThere = online ?? unit.isThere
  const { address } = connection
  note({ deviceId: unit.device.id, online, reason, address, protocol: 'Modbus', atMs: clock.now() })
}

export function leave(parts: ModbusParts, modem: Modem, unit: Unit, reason: Presence['reason']): void {
  if (reason === 'removed') parts.modemOf.delete(unit.device.id)
  if (unit.isBehind && unit.isThere) notePresence(parts, modem, unit, false, reason)
  unit.isThere = false
}

/** The connection of a modem has ended, or this process stops. */
export function drop(parts: ModbusParts, modem: Modem, reason: 'gateway_offline' | 'server_restart'): void {
  const { modems, modemOf, isShared } = parts
  modem.line.close()
  void modem.polling?.stop()
  if (modems.get(modem.connection.key) === modem) modems.delete(modem.connection.key)
  if (!isShared) for (const unit of modem.units) leave(parts, modem, unit, reason)
  for (const { device } of modem.units) if (modemOf.get(device.id) === modem) modemOf.delete(device.id)
}

/** The modem's own messages have no `through`; those of a unit behind it name the modem. */
export const throughOf = ({ device }: Modem, { id }: LinkedDevice) =>
  id === device.id ? {} : { through: device.deviceName }
