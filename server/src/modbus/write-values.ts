import {
  functionCodes,
  readRequest,
  writeCoilRequest,
  writeRegistersRequest,
} from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import type { ModbusAnswer } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import { encodeRegisters } from '@brigade/contract/thing-model/modbus/register-value.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Written } from '../command/command-outcome.store.ts'
import { nothing, type ReadMessage } from '../telemetry/messages/message.ts'
import type { Line, Outcome } from './modbus-line.ts'
import { exceptionReason, readValues, type Unit } from './modbus-unit.ts'
import { bytesOf, mergedRanges, rangeOf, takenApart, valueOf, type Place, type ReadRange } from './plan-reads.ts'
import { attempts, type UnitReading } from './poll-units.ts'
import type { GiveWay } from './work-queue.ts'
import { begun, isAsWanted, isOfBits, isReadable, noteWrite, verdict } from './value-writing.ts'
import type { ValueWriting, Wanted } from './value-writing.ts'

export type Writing = Readonly<{
  line: Line<UnitReading>
  unit: Unit
  wanted: readonly Wanted[]
  giveWay: GiveWay
  /** No request is sent after this time (`performance.now()`). */
  untilMs: number
  /** Called when every write was confirmed. */
  onConfirmed: () => void
  /** Completes the last answer in the transaction that stores it, if everything is known then. */
  close: (written: Written) => Partial<ReadMessage>
}>

/** Values that are being written, with their state. */
type Work = Writing &
  Readonly<{
    since: number
    values: readonly ValueWriting[]
    readBack: Record<string, Value>
  }>

/** `over`: its time ended before the request. */
type Asking = Outcome | Readonly<{ kind: 'over' }>
type Asked = Readonly<{
  protocol: ReadRange['protocol']
  request: Uint8Array
  isOnlyProof?: boolean
  isRepeated?: boolean
  read: (answer: ModbusAnswer, receivedAt: number) => ReadMessage
}>

/**
 * Writes values one after another, and reads them back: the content of the registers decides, not the answer of the
 * unit. Bits of a register are merged into its present content. After a value that was not written, or is unknown, no
 * other is begun. `isClosed`: `close` was called with this outcome.
 */
export async function writeValues(writing: Writing): Promise<Written & Readonly<{ isClosed: boolean }>> {
  const work: Work = { ...writing, since: performance.now(), values: writing.wanted.map(begun), readBack: {} }
  const { values, readBack } = work
  for (const value of values) {
    await writeOne(work, value, value === values.at(-1))
    if (value.wrote !== 'confirmed' && value.found !== 'wanted') break
  }
  if (values.every(({ wrote, found }) => wrote === 'confirmed' || found === 'wanted')) writing.onConfirmed()
  const isClosed = await readAllBack(work)
  return { ...verdict(values, readBack), isClosed }
}

/** Writes one value. It is written again only if that has the same effect as once. */
async function writeOne(work: Work, value: ValueWriting, isLast: boolean): Promise<void> {
  const { modbus } = value.place
  for (let attempt = 1; ; attempt += 1) {
    const before = await bytesBefore(work, value)
    if (before === undefined) return
    const request = requestOf(value, before.bytes)
    if (request === undefined) {
      value.error = 'modbusValue'
      return
    }
    const read = (answer: ModbusAnswer) => confirmation(value.place, answer)
    const isOnlyProof = !isReadable(value)
    const outcome = await ask(work, { protocol: modbus.protocolType, request, isOnlyProof, read })
    if (outcome.kind === 'over') {
      value.error = 'modbusTimeOver'
      return
    }
    noteWrite(value, outcome)
    if (value.wrote === 'confirmed' || outcome.kind === 'closed') return
    const mayRepeat = value.repeats && attempt < attempts && value.wrote === 'unsure'
    await work.giveWay()
    // The last one is read back with all others.
    if (isReadable(value) && (mayRepeat || !isLast)) await readBackOf(work, rangeOf(value.place))
    const isKnown = isReadable(value) ? value.found !== 'other' : value.wrote !== 'unsure'
    if (!mayRepeat || isKnown) return
  }
}

/** The present content of registers that change only in some bits. Undefined if it cannot be read: nothing is written. */
async function bytesBefore(
  work: Work,
  value: ValueWriting,
): Promise<Readonly<{ bytes?: Uint8Array | undefined }> | undefined> {
  const { modbus } = value.place
  if (isOfBits(modbus) || modbus.bitMask === undefined || modbus.writeOnly === true) return {}
  const range = rangeOf(value.place)
  let bytes: Uint8Array | undefined
  const outcome = await askPersistently(work, range, (answer, receivedAt) => {
    bytes = bytesOf(value.place, range, answer)
    return readValues(work.unit, range, answer, receivedAt)
  })
  if (bytes !== undefined) return { bytes }
  if (outcome.kind === 'answered') {
    value.error = 'modbusUnreadable'
    value.code = outcome.answer.kind === 'exception' ? outcome.answer.code : null
  } else if (outcome.kind === 'over') value.error = 'modbusTimeOver'
  else if (outcome.kind === 'closed') value.error = 'sendFailed'
  else value.error = outcome.kind === 'damaged' ? 'modbusDamaged' : 'modbusSilent'
  return undefined
}

/** Reads back values that were written and not read since. True if the outcome was closed by the last answer. */
async function readAllBack(work: Work): Promise<boolean> {
  const open = work.values.filter((value) => value.wrote !== 'no' && value.found === 'nothing' && isReadable(value))
  const ranges = mergedRanges(open.map(({ place }) => place))
  for (let range = ranges.shift(); range !== undefined; range = ranges.shift()) {
    const isLast = ranges.length === 0
    const outcome = await readBackOf(work, range, isLast)
    if (outcome.kind === 'answered' && outcome.answer.kind !== 'exception') {
      if (isLast) return true
      continue
    }
    if (outcome.kind === 'answered' && range.places.length > 1) ranges.unshift(...takenApart(range))
    // A silent unit is not asked for each of its registers.
    if (outcome.kind !== 'answered' && outcome.kind !== 'damaged') return false
  }
  return false
}

async function readBackOf(work: Work, range: ReadRange, isLast = false): Promise<Asking> {
  const { unit, values, readBack } = work
  const of = values.filter(({ wrote, place }) => wrote !== 'no' && range.places.includes(place))
  return askPersistently(work, range, (answer, receivedAt) => {
    const read = readValues(unit, range, answer, receivedAt)
    if (answer.kind === 'exception') {
      for (const value of of) if (value.wrote === 'confirmed') value.code = answer.code
      return read
    }
    for (const value of of) {
      const found = valueOf(value.place, range, answer)
      if (found !== undefined) readBack[value.place.identifier] = found
      value.found = isAsWanted(value, found) ? 'wanted' : 'other'
    }
    return isLast ? { ...read, ...work.close(verdict(values, readBack)) } : read
  })
}

/** Reads registers, again if the answer was lost or damaged: reading has no effect. */
async function askPersistently(work: Work, range: ReadRange, read: Asked['read']): Promise<Asking> {
  const { protocol, table, address, count } = range
  const request = readRequest(table, address, count)
  let outcome: Asking = { kind: 'over' }
  let isRepeated = false
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) await work.giveWay()
    const again = await ask(work, { protocol, request, read, isRepeated })
    if (again.kind === 'over') return again
    outcome = again
    if (outcome.kind === 'answered' || outcome.kind === 'closed') return outcome
    isRepeated = outcome.kind === 'ambiguous'
  }
  return outcome
}

/**
 * Asks as soon as no answer to an earlier request can be taken for this one's. Meanwhile the line is free for others.
 */
async function ask({ line, unit, since, untilMs, giveWay }: Work, asked: Asked): Promise<Asking> {
  const { protocol, request, isOnlyProof, isRepeated, read } = asked
  for (;;) {
    const restMs = untilMs - performance.now()
    if (restMs <= 0) return { kind: 'over' }
    const question = { unit: unit.address, protocol, request, since, isOnlyProof, isRepeated }
    const doubtMs = line.doubtMs(question)
    if (doubtMs <= 0)
      return line.ask({
        ...question,
        read: (answer, receivedAt) => ({ device: unit.device, read: read(answer, receivedAt) }),
      })
    await giveWay(Math.min(doubtMs, restMs))
  }
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

const confirmation = ({ identifier }: Place, answer: ModbusAnswer): ReadMessage =>
  answer.kind === 'exception'
    ? {
        ...nothing(),
        outcome: 'refused',
        dropped: [{ identifier, reason: exceptionReason(answer.code), value: answer.code }],
      }
    : nothing()
