import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Missing, ValueRouting, Wired } from '../command/value-routing.ts'
import { placesOf } from './plan-reads.ts'

/**
 * A unit behind a modem has only its registers. A device that is modem and controller in one takes all other values in
 * Alink, but one command uses only one of the two ways.
 */
function missing(
  { protocol, nodeType, unit }: Wired,
  model: ThingModel,
  identifiers: readonly string[],
): Missing | undefined {
  if (protocol === 'alink') return undefined
  const placed = new Set(placesOf(model).map(({ identifier }) => identifier))
  const without = identifiers.filter((identifier) => !placed.has(identifier))
  if (without.length === 0) return undefined
  if (unit !== null) return { key: 'device.modbusNoRegister', identifiers: without }
  // A device behind a translating gateway takes everything in Alink, and so does one without any register.
  if (nodeType === 'sub-device' || without.length === identifiers.length) return undefined
  return { key: 'device.modbusApart', identifiers: without }
}

/** The values in registers, and those that the device accepts in Alink. */
function readable(target: Wired, model: ThingModel, identifiers: readonly string[]): string[][] {
  const places = target.protocol === 'alink' ? [] : placesOf(model)
  const placed = new Set(places.map(({ identifier }) => identifier))
  const unreadable = new Set(places.flatMap(({ identifier, modbus }) => (modbus.writeOnly === true ? identifier : [])))
  const wanted = identifiers.filter((identifier) => !unreadable.has(identifier))
  const hasRegisters = target.unit !== null || target.nodeType !== 'sub-device'
  const registers = hasRegisters ? wanted.filter((identifier) => placed.has(identifier)) : []
  // A unit behind a modem has only its registers.
  const others = placed.size > 0 && target.unit !== null ? [] : wanted.filter((one) => !registers.includes(one))
  return [registers, others]
}

/** The values of a Modbus device that are in registers, by its thing model. */
export const modbusRouting: ValueRouting = { missing, readable }
