import { isRepeatable } from '@brigade/contract/command/command.rules.ts'
import { commandTimeoutMs } from '@brigade/contract/command/command.model.ts'
import { downTopics } from '@brigade/contract/link/alink.topics.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { topicName } from '@brigade/contract/topic.ts'
import { closeByReply, closeWritten, failCommand, markAcknowledged } from '../command/command-outcome.store.ts'
import type { CommandFailure, Written } from '../command/command-outcome.store.ts'
import { claimCommands, unclaim, type ClaimedCommand, type CommandToSend } from '../command/command.store.ts'
import { findDesired, removeDesired } from '../telemetry/shadow/desired.store.ts'
import { transaction } from '../platform/db/transaction.ts'
import { livesInRegisters, type Unit } from './modbus-unit.ts'
import { findParams } from './modbus.store.ts'
import { unitOf, type Modem, type ModbusParts } from './modem-state.ts'
import { placesOf } from './plan-reads.ts'
import { isReadable, type Wanted } from './value-writing.ts'
import type { GiveWay } from './work-queue.ts'
import { writeValues } from './write-values.ts'

type OfLine = Readonly<{ modem: Modem; unit: Unit }>

/**
 * Takes over a command for values in registers: true if it is carried out here and must not be sent in Alink. It is
 * claimed when it has the line: a command that still waits at its deadline, or when the connection ends, was never
 * sent.
 */
export async function takeCommand(
  parts: ModbusParts,
  { id, deviceId }: Pick<CommandToSend, 'id' | 'deviceId'>,
): Promise<boolean> {
  const found = unitOf(parts, deviceId)
  if (found === undefined) return false
  const { modem, unit, polling } = found
  if (modem.taken.has(id)) return true
  // A modem that is its own unit also uses Alink, for its own properties.
  if (!unit.isBehind && !livesInRegisters(unit, await findParams(parts.db, id))) return false
  if (modem.taken.has(id)) return true
  modem.taken.add(id)
  polling.first(unit, async (giveWay) => {
    await obey(parts, { modem, unit }, id, giveWay)
    modem.taken.delete(id)
  })
  return true
}

/**
 * Writes each desired value alone: one that fails must not delay the others. A value that is read back is no longer
 * desired, nor one of a register that is never read once the unit has confirmed it.
 */
export async function writeDesired({ db, log }: ModbusParts, { modem, unit }: OfLine, giveWay: GiveWay): Promise<void> {
  try {
    const { desired } = await findDesired(db, unit.device.id)
    for (const place of placesOf(unit.model)) {
      const wanted = desired[place.identifier]
      if (wanted === undefined) continue
      // The next value is reported even if it has not changed.
      unit.reported.delete(place.identifier)
      // It is to be had, however often it has to be written for that.
      const values = [{ place, value: wanted.v, repeats: true }]
      const untilMs = performance.now() + commandTimeoutMs
      const { line } = modem
      const how = { line, unit, giveWay, untilMs, onConfirmed: () => {}, close: () => ({}) }
      const { status } = await writeValues({ ...how, wanted: values })
      // No report will confirm its arrival.
      const had = new Map([[place.identifier, wanted.n ?? 0]])
      if (status === 'succeeded' && !isReadable({ place }))
        await transaction(db, (trx) => removeDesired(trx, unit.device.id, had))
    }
  } catch (error) {
    log.warn({ err: error }, 'Desired values could not be written to a Modbus unit')
  }
}

async function obey(parts: ModbusParts, of: OfLine, id: string, giveWay: GiveWay): Promise<void> {
  const { db, clock, log } = parts
  try {
    const [command] = await claimCommands(db, [id], clock.now())
    if (command === undefined) return
    if (command.kind === 'property.get') await readNow(parts, of, command)
    else await write(parts, of, command, giveWay)
  } catch (error) {
    log.warn({ err: error }, 'A command to a Modbus unit was not closed')
  }
}

/** Reads everything the unit has: a range is read as a whole, even if only some of its values are requested. */
async function readNow({ db, clock }: ModbusParts, { modem, unit }: OfLine, { id, params }: CommandToSend) {
  const answered = await modem.polling?.everything(unit)
  if (answered !== 'answered') {
    const error: CommandFailure = answered === 'damaged' ? 'modbusDamaged' : 'modbusSilent'
    await failCommand(db, id, error, clock.now())
    return
  }
  const values = Object.keys(params).flatMap((identifier) => {
    const value = unit.reported.get(identifier)
    return value === undefined ? [] : [[identifier, value] as const]
  })
  const reply = Object.fromEntries(values)
  await closeByReply(db, { deviceId: unit.device.id, commandId: id, code: 200, reply }, clock.now())
}

/** The values of a command with their registers; undefined if one of them has none. */
function registersOf({ model }: Unit, { kind, params }: CommandToSend): Wanted[] | undefined {
  const places = new Map(placesOf(model).map((place) => [place.identifier, place]))
  const wanted: Wanted[] = []
  for (const [identifier, value] of Object.entries(params)) {
    const place = places.get(identifier)
    if (kind !== 'property.set' || place === undefined) return undefined
    wanted.push({ place, value, repeats: repeats(model, identifier, value) })
  }
  return wanted.length === 0 ? undefined : wanted
}

const repeats = (model: ThingModel, identifier: string, value: Value): boolean =>
  isRepeatable({ kind: 'property.set', params: { [identifier]: value } }, model)

async function write(parts: ModbusParts, of: OfLine, command: ClaimedCommand, giveWay: GiveWay): Promise<void> {
  const { db, clock, log, trace } = parts
  const { modem, unit } = of
  const { id, params, deadlineAt } = command
  const untilMs = performance.now() + Date.parse(deadlineAt) - clock.now()
  const wanted = registersOf(unit, command)
  if (wanted === undefined) {
    await failCommand(db, id, 'modbusNoRegister', clock.now())
    return
  }
  const through = unit.isBehind ? modem.device.deviceName : undefined
  const topic = topicName(downTopics.rawDown, modem.device)
  await trace([{ deviceId: unit.device.id, topic, payload: JSON.stringify({ params }), through }])
  const { isClosed, ...written } = await writeValues({
    line: modem.line,
    unit,
    wanted,
    giveWay,
    untilMs,
    onConfirmed: () => {
      markAcknowledged(db, [id], clock.now()).catch((error: unknown) =>
        log.warn({ err: error }, 'An acknowledgement was not written'),
      )
    },
    close: (outcome) => ({
      serve: async (trx) => {
        await closeWritten(trx, id, outcome, clock.now())
        return { code: null, outcome: 'stored' }
      },
    }),
  })
  if (isClosed) return
  // The connection ended before anything was sent: the next one may have it.
  if (isUnsent(written)) await unclaim(db, id)
  else await closeWritten(db, id, written, clock.now())
}

const isUnsent = ({ error, outcomes }: Written): boolean =>
  error === 'sendFailed' && Object.values(outcomes).every((outcome) => outcome === 'notWritten')
