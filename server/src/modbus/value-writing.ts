import type { ValueOutcome } from '@brigade/contract/command/command.model.ts'
import { decodeRegisters, encodeRegisters } from '@brigade/contract/thing-model/modbus/register-value.ts'
import type { Modbus } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { CommandFailure, Written } from '../command/command-outcome.store.ts'
import type { Outcome } from './modbus-line.ts'
import type { Place } from './plan-reads.ts'

// The state of values that are written into registers, and the outcome of their command.

/** A value for a property with a register. */
export type Wanted = Readonly<{
  place: Place
  value: Value
  /** Writing it again has the same effect as writing it once, so it may be written again without asking a person. */
  repeats: boolean
}>

export type ValueWriting = Wanted & {
  /** `unsure`: no valid answer. `refused`: the unit reports that it did not write. */
  wrote: 'no' | 'confirmed' | 'unsure' | 'refused'
  /** The result of reading the register back. */
  found: 'nothing' | 'wanted' | 'other'
  error: CommandFailure | ''
  /** The code of a Modbus exception. */
  code: number | null
}

export const begun = (wanted: Wanted): ValueWriting => ({
  ...wanted,
  wrote: 'no',
  found: 'nothing',
  error: '',
  code: null,
})

export const isReadable = ({ place }: Pick<Wanted, 'place'>): boolean => place.modbus.writeOnly !== true
export const isOfBits = ({ operateType }: Modbus): boolean =>
  operateType === 'coilStatus' || operateType === 'inputStatus'

/** The register decides: its content was written, whatever the unit answered. */
function outcomeOf({ wrote, found, place }: ValueWriting): ValueOutcome {
  if (wrote === 'no') return 'notWritten'
  if (found !== 'nothing') return found === 'wanted' ? 'written' : 'notWritten'
  if (wrote === 'refused') return 'notWritten'
  return wrote === 'confirmed' && !isReadable({ place }) ? 'written' : 'unknown'
}

function reasonOf({ wrote, found, error, code }: ValueWriting): Pick<Written, 'error' | 'code'> {
  if (wrote === 'no') return { error, code }
  if (wrote === 'refused') return { error: 'modbusRefused', code }
  if (found === 'other') return { error: wrote === 'confirmed' ? 'modbusDiffers' : 'modbusLost', code: null }
  return { error: wrote === 'confirmed' ? 'modbusUnread' : 'modbusUnsure', code }
}

/**
 * Returns the outcome of a command: it succeeded if all its values are in their registers. One unknown value makes it
 * unknown, because somebody has to look at the device.
 */
export function verdict(values: readonly ValueWriting[], readBack: Readonly<Record<string, Value>>): Written {
  const outcomes = values.map((value) => [value.place.identifier, outcomeOf(value)] as const)
  const first = (outcome: ValueOutcome) =>
    values.find((value) => outcomeOf(value) === outcome && reasonOf(value).error !== '') ??
    values.find((value) => outcomeOf(value) === outcome)
  const unknown = first('unknown')
  const failed = first('notWritten')
  const status = unknown !== undefined ? 'unknown' : failed !== undefined ? 'failed' : 'succeeded'
  const decisive = unknown ?? failed
  return {
    status,
    ...(decisive === undefined ? { error: '', code: 200 } : reasonOf(decisive)),
    reply: Object.keys(readBack).length === 0 && status !== 'succeeded' ? null : readBack,
    outcomes: Object.fromEntries(outcomes),
  }
}

/**
 * Exceptions by which a unit states that it did not write: illegal function, address or value, busy, and a negative
 * acknowledgement. Others leave it open: a failure in the middle, a late end, a gateway without an answer.
 */
const refusals: ReadonlySet<number> = new Set([1, 2, 3, 6, 7])

/** Records the answer to a write. */
export function noteWrite(value: ValueWriting, outcome: Outcome): void {
  value.found = 'nothing'
  value.code = null
  if (outcome.kind === 'closed' && !outcome.isSent) {
    value.error = 'sendFailed'
    return
  }
  if (outcome.kind !== 'answered') value.wrote = 'unsure'
  else if (outcome.answer.kind !== 'exception') value.wrote = 'confirmed'
  else {
    value.wrote = refusals.has(outcome.answer.code) ? 'refused' : 'unsure'
    value.code = outcome.answer.code
  }
}

/** Compares after encoding to registers: a float of four bytes has fewer digits than the wanted number. */
export function isAsWanted({ place, value }: Wanted, found: Value | undefined): boolean {
  if ((typeof value !== 'number' && typeof value !== 'string') || found === undefined) return false
  if (isOfBits(place.modbus)) return found === (value === 0 ? 0 : 1)
  const encoded = encodeRegisters(place.modbus, value)
  const wouldBe = encoded.ok ? decodeRegisters(place.modbus, encoded.bytes) : undefined
  return wouldBe?.ok === true && wouldBe.value === found
}
