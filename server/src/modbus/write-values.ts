import {
  functionCodes,
  readRequest,
  writeCoilRequest,
  writeRegistersRequest,
} from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import type { ModbusAnswer } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import { decodeRegisters, encodeRegisters } from '@brigade/contract/thing-model/modbus/register-value.ts'
import type { Modbus } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { CommandFailure } from '../command/command-outcome.store.ts'
import { nothing } from '../telemetry/messages/message.ts'
import type { ReadMessage } from '../telemetry/messages/message.ts'
import type { Line, Outcome } from './modbus-line.ts'
import { exceptionReason, readValues } from './modbus-unit.ts'
import type { Unit } from './modbus-unit.ts'
import { bytesOf, rangeOf, valueOf } from './plan-reads.ts'
import type { Place } from './plan-reads.ts'
import { attempts } from './poll-units.ts'
import type { UnitReading } from './poll-units.ts'

/** A value for a property with a register. */
export type Wanted = Readonly<{ place: Place; value: Value }>

/** The values read back, beside the wanted ones where they differ. */
export type ReadBack = Readonly<Record<string, Value>>

export type Written =
  /** With `closed` the values were stored by `close` in one transaction. */
  Readonly<{ kind: 'done' }> | Readonly<{ kind: 'failed'; error: CommandFailure; code?: number }>

type Writing = Readonly<{
  line: Line<UnitReading>
  unit: Unit
  wanted: readonly Wanted[]
  /** Called when every write was confirmed. */
  onConfirmed: () => void
  /** Completes the last answer in the transaction that stores it: everything is known then. */
  close: (isAsWanted: boolean, readBack: ReadBack) => Partial<ReadMessage>
}>

/**
 * Writes values and reads them back. Bits of a register are merged into its present content. The values read back
 * decide the outcome: a unit that confirms and keeps its own value has failed.
 */
export async function writeValues({ line, unit, wanted, onConfirmed, close }: Writing): Promise<Written> {
  const readable = wanted.filter(({ place }) => place.modbus.writeOnly !== true)
  const readBack: Record<string, Value> = {}
  const isLast = (one: Wanted, among: readonly Wanted[]) => among.at(-1) === one
  const finished = () =>
    close(
      wanted.every((one) => isAsWanted(one, readBack)),
      readBack,
    )

  for (const one of wanted) {
    const before = await bytesBefore(line, unit, one)
    if (before.kind === 'failed') return before
    const request = requestOf(one, before.bytes)
    if (request === undefined) return { kind: 'failed', error: 'modbusValue' }
    const closes = readable.length === 0 && isLast(one, wanted)
    const outcome = await persistently(line, unit, one.place.modbus, request, (answer) => ({
      ...confirmation(one.place, answer),
      ...(closes && answer.kind === 'written' ? finished() : {}),
    }))
    const failure = failureOf(outcome, 'written')
    if (failure !== undefined) return failure
  }
  onConfirmed()
  for (const one of readable) {
    const range = rangeOf(one.place)
    const outcome = await persistently(line, unit, one.place.modbus, readingOf(one), (answer, receivedAt) => {
      const value = valueOf(one.place, range, answer)
      if (value !== undefined) readBack[one.place.identifier] = value
      const read = readValues(unit, range, answer, receivedAt)
      return answer.kind !== 'exception' && isLast(one, readable) ? { ...read, ...finished() } : read
    })
    const failure = failureOf(outcome, 'read')
    if (failure !== undefined) return failure
  }
  return { kind: 'done' }
}

const isOfBits = ({ operateType }: Modbus): boolean => operateType === 'coilStatus' || operateType === 'inputStatus'

function readingOf({ place }: Wanted): Uint8Array {
  const { table, address, count } = rangeOf(place)
  return readRequest(table, address, count)
}

/** The present content of registers that change only in some bits. */
async function bytesBefore(
  line: Line<UnitReading>,
  unit: Unit,
  one: Wanted,
): Promise<Readonly<{ kind: 'read'; bytes?: Uint8Array | undefined }> | Extract<Written, { kind: 'failed' }>> {
  const { modbus } = one.place
  const fillsAll = modbus.bitMask === undefined
  if (isOfBits(modbus) || fillsAll || modbus.writeOnly === true) return { kind: 'read' }
  const range = rangeOf(one.place)
  let bytes: Uint8Array | undefined
  const outcome = await persistently(line, unit, modbus, readingOf(one), (answer, receivedAt) => {
    bytes = bytesOf(one.place, range, answer)
    return readValues(unit, range, answer, receivedAt)
  })
  return failureOf(outcome, 'read') ?? { kind: 'read', bytes }
}

/** Undefined if the registers cannot hold the value. */
function requestOf({ place, value }: Wanted, before: Uint8Array | undefined): Uint8Array | undefined {
  const { modbus } = place
  const address = Number(modbus.registerAddress)
  const code = modbus.writeFunctionCode
  if (modbus.operateType === 'coilStatus') {
    if (typeof value !== 'number') return undefined
    return writeCoilRequest(address, value !== 0, code === functionCodes.writeCoils ? code : undefined)
  }
  if (modbus.operateType !== 'holdingRegister' || (typeof value !== 'number' && typeof value !== 'string'))
    return undefined
  const encoded = encodeRegisters(modbus, value, before)
  if (!encoded.ok) return undefined
  const { writeRegister, writeRegisters } = functionCodes
  return writeRegistersRequest(
    address,
    encoded.bytes,
    code === writeRegister || code === writeRegisters ? code : undefined,
  )
}

/** Compares after encoding to registers: a float of four bytes has fewer digits than the wanted number. */
function isAsWanted({ place, value }: Wanted, readBack: ReadBack): boolean {
  if (place.modbus.writeOnly === true) return true
  const found = readBack[place.identifier]
  if ((typeof value !== 'number' && typeof value !== 'string') || found === undefined) return false
  if (isOfBits(place.modbus)) return found === (value === 0 ? 0 : 1)
  const encoded = encodeRegisters(place.modbus, value)
  const wouldBe = encoded.ok ? decodeRegisters(place.modbus, encoded.bytes) : undefined
  return wouldBe?.ok === true && wouldBe.value === found
}

const confirmation = ({ identifier }: Place, answer: ModbusAnswer): ReadMessage =>
  answer.kind === 'exception'
    ? {
        ...nothing(),
        outcome: 'refused',
        dropped: [{ identifier, reason: exceptionReason(answer.code), value: answer.code }],
      }
    : nothing()

async function persistently(
  line: Line<UnitReading>,
  unit: Unit,
  { protocolType: protocol }: Modbus,
  request: Uint8Array,
  read: (answer: ModbusAnswer, receivedAt: number) => ReadMessage,
): Promise<Outcome> {
  let outcome: Outcome = { kind: 'silent' }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const doubtMs = line.doubtMs({ unit: unit.address, request })
    if (doubtMs > 0) await new Promise((resolve) => setTimeout(resolve, doubtMs))
    outcome = await line.ask({
      unit: unit.address,
      protocol,
      request,
      read: (answer, receivedAt) => ({ device: unit.device, read: read(answer, receivedAt) }),
    })
    if (outcome.kind === 'answered' || outcome.kind === 'closed') return outcome
  }
  return outcome
}

function failureOf(outcome: Outcome, what: 'written' | 'read'): Extract<Written, { kind: 'failed' }> | undefined {
  switch (outcome.kind) {
    case 'closed':
      return { kind: 'failed', error: 'sendFailed' }
    case 'silent':
      return { kind: 'failed', error: 'modbusSilent' }
    case 'damaged':
      return { kind: 'failed', error: 'modbusDamaged' }
    case 'answered':
      if (outcome.answer.kind !== 'exception') return undefined
      return {
        kind: 'failed',
        error: what === 'written' ? 'modbusRefused' : 'modbusUnread',
        code: outcome.answer.code,
      }
  }
}
