import { downTopics } from '@brigade/contract/link/alink.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import { closeByReply, failCommand, markAcknowledged } from '../command/command-outcome.store.ts'
import type { CommandFailure } from '../command/command-outcome.store.ts'
import { claimCommands } from '../command/command.store.ts'
import type { CommandToSend } from '../command/command.store.ts'
import { findDesired } from '../telemetry/shadow/desired.store.ts'
import { livesInRegisters } from './modbus-unit.ts'
import type { Unit } from './modbus-unit.ts'
import { findParams } from './modbus.store.ts'
import { unitOf } from './modem-state.ts'
import type { Modem, ModbusParts } from './modem-state.ts'
import { placesOf } from './plan-reads.ts'
import { writeValues } from './write-values.ts'
import type { ReadBack, Wanted } from './write-values.ts'

type Failure = Readonly<{ error: CommandFailure; code?: number }>

/** Takes over a command for values in registers: true when it is carried out here and must not be sent as Alink. */
export async function takeCommand(
  parts: ModbusParts,
  { id, deviceId }: Pick<CommandToSend, 'id' | 'deviceId'>,
): Promise<boolean> {
  const found = unitOf(parts, deviceId)
  if (found === undefined) return false
  const { modem, unit, polling } = found
  // A modem that is its own unit also uses Alink, for its own properties.
  if (!unit.isBehind && !livesInRegisters(unit, await findParams(parts.db, id))) return false
  const [command] = await claimCommands(parts.db, [id], parts.clock.now())
  if (command !== undefined) polling.first(() => obey(parts, modem, unit, command))
  return true
}

/**
 * Writes each desired value alone: one that fails must not delay the others. A value that is read back is no longer
 * desired.
 */
export async function writeDesired({ db, log }: ModbusParts, modem: Modem, unit: Unit): Promise<void> {
  try {
    const { desired } = await findDesired(db, unit.device.id)
    for (const place of placesOf(unit.model)) {
      const wanted = desired[place.identifier]
      if (wanted === undefined) continue
      // The next value is reported even if it has not changed.
      unit.reported.delete(place.identifier)
      const values = [{ place, value: wanted.v }]
      await writeValues({ line: modem.line, unit, wanted: values, onConfirmed: () => {}, close: () => ({}) })
    }
  } catch (error) {
    log.warn({ err: error }, 'Desired values could not be written to a Modbus unit')
  }
}

async function obey(parts: ModbusParts, modem: Modem, unit: Unit, command: CommandToSend): Promise<void> {
  const { db, clock, log } = parts
  try {
    const failed = await (command.kind === 'property.get' ? readNow : write)(parts, modem, unit, command)
    if (failed !== undefined) await failCommand(db, command.id, failed.error, clock.now(), failed.code)
  } catch (error) {
    log.warn({ err: error }, 'A command to a Modbus unit was not closed')
  }
}

/** Reads everything the unit has: a range is read as a whole, even if only some of its values are requested. */
async function readNow(
  { db, clock }: ModbusParts,
  modem: Modem,
  unit: Unit,
  { id, params }: CommandToSend,
): Promise<Failure | undefined> {
  const answered = await modem.polling?.everything(unit)
  if (answered !== 'answered') return { error: answered === 'damaged' ? 'modbusDamaged' : 'modbusSilent' }
  const values = Object.keys(params).flatMap((identifier) => {
    const value = unit.reported.get(identifier)
    return value === undefined ? [] : [[identifier, value] as const]
  })
  const reply = Object.fromEntries(values)
  await closeByReply(db, { deviceId: unit.device.id, commandId: id, code: 200, reply }, clock.now())
  return undefined
}

/** The values of a command with their registers; undefined if one of them has none. */
function registersOf(unit: Unit, { kind, params }: CommandToSend): Wanted[] | undefined {
  const places = new Map(placesOf(unit.model).map((place) => [place.identifier, place]))
  const wanted: Wanted[] = []
  for (const [identifier, value] of Object.entries(params)) {
    const place = places.get(identifier)
    if (kind !== 'property.set' || place === undefined) return undefined
    wanted.push({ place, value })
  }
  return wanted.length === 0 ? undefined : wanted
}

async function write(
  { db, clock, log, trace }: ModbusParts,
  modem: Modem,
  unit: Unit,
  command: CommandToSend,
): Promise<Failure | undefined> {
  const { id, params } = command
  const wanted = registersOf(unit, command)
  if (wanted === undefined) return { error: 'modbusNoRegister' }
  const through = unit.isBehind ? modem.device.deviceName : undefined
  const topic = topicName(downTopics.rawDown, modem.device)
  await trace([{ deviceId: unit.device.id, topic, payload: JSON.stringify({ params }), through }])
  const written = await writeValues({
    line: modem.line,
    unit,
    wanted,
    onConfirmed: () => {
      markAcknowledged(db, [id], clock.now()).catch((error: unknown) =>
        log.warn({ err: error }, 'An acknowledgement was not written'),
      )
    },
    close: (isAsWanted: boolean, readBack: ReadBack) => ({
      serve: async (trx) => {
        const now = clock.now()
        await (isAsWanted
          ? closeByReply(trx, { deviceId: unit.device.id, commandId: id, code: 200, reply: readBack }, now)
          : failCommand(trx, id, 'modbusDiffers', now))
        return { code: null, outcome: 'stored' }
      },
    }),
  })
  return written.kind === 'done' ? undefined : written
}
