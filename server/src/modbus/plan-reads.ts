import { messageLimits } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import type { ModbusAnswer, ModbusTable } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import { decodeRegisters, registerCount } from '@brigade/contract/thing-model/modbus/register-value.ts'
import type { Modbus, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'

/** A property and its register. */
export type Place = Readonly<{ identifier: string; modbus: Modbus }>

/** One request: properties that are adjacent and have the same interval. */
export type ReadRange = Readonly<{
  protocol: Modbus['protocolType']
  table: ModbusTable
  address: number
  count: number
  everyMs: number
  places: readonly Place[]
}>

const isOfBits = (table: ModbusTable): boolean => table === 'coilStatus' || table === 'inputStatus'
const startOf = ({ modbus }: Place): number => Number(modbus.registerAddress)
const lengthOf = ({ modbus }: Place): number => (isOfBits(modbus.operateType) ? 1 : registerCount(modbus))

export const placesOf = (model: ThingModel): Place[] =>
  model.properties.flatMap(({ identifier, modbus }) => (modbus === undefined ? [] : [{ identifier, modbus }]))

/**
 * Plans reading everything readable, in as few requests as the protocol allows. Registers without a property are not
 * requested, because the unit may refuse them, nor are those `apart`.
 */
export const planReads = (model: ThingModel, apart: ReadonlySet<string> = new Set()): ReadRange[] =>
  mergedRanges(placesOf(model).filter(({ identifier, modbus }) => modbus.writeOnly !== true && !apart.has(identifier)))

/** The fewest ranges that hold these properties and no other register. */
export function mergedRanges(readable: readonly Place[]): ReadRange[] {
  const alike = Map.groupBy(
    readable,
    ({ modbus }) => `${modbus.protocolType} ${modbus.operateType} ${modbus.reportFrequencyMs}`,
  )
  return [...alike.values()].flatMap((places) => merged(places.toSorted((a, b) => startOf(a) - startOf(b))))
}

function merged(places: readonly Place[]): ReadRange[] {
  const ranges: ReadRange[] = []
  for (const place of places) {
    const last = ranges.at(-1)
    const end = startOf(place) + lengthOf(place)
    const most = isOfBits(place.modbus.operateType) ? messageLimits.bits : messageLimits.registersRead
    if (last !== undefined && startOf(place) <= last.address + last.count && end - last.address <= most) {
      const count = Math.max(last.count, end - last.address)
      ranges[ranges.length - 1] = { ...last, count, places: [...last.places, place] }
    } else ranges.push(rangeOf(place))
  }
  return ranges
}

/** The range of one property alone. */
export function rangeOf(place: Place): ReadRange {
  const { protocolType: protocol, operateType: table, reportFrequencyMs: everyMs } = place.modbus
  return { protocol, table, address: startOf(place), count: lengthOf(place), everyMs, places: [place] }
}

/** Splits a range into its properties: a missing register must not fail the others. */
export const takenApart = (range: ReadRange): ReadRange[] => range.places.map(rangeOf)

/** Splits a range in two: of one refused register among many a few requests are left. */
export function halvesOf({ places }: ReadRange): ReadRange[] {
  const middle = Math.ceil(places.length / 2)
  return [places.slice(0, middle), places.slice(middle)].flatMap(mergedRanges)
}

/** The bytes of a property in the answer for its range; undefined for an answer of bits. */
export function bytesOf(place: Place, range: ReadRange, answer: ModbusAnswer): Uint8Array | undefined {
  const from = (startOf(place) - range.address) * 2
  return answer.kind === 'registers' ? answer.bytes.slice(from, from + lengthOf(place) * 2) : undefined
}

/** The value of a property's bits or registers; undefined when they hold none. */
export function valueOf(place: Place, range: ReadRange, answer: ModbusAnswer): number | string | undefined {
  if (answer.kind === 'bits') return answer.bits[startOf(place) - range.address] === true ? 1 : 0
  const bytes = bytesOf(place, range, answer)
  const read = bytes === undefined ? undefined : decodeRegisters(place.modbus, bytes)
  return read?.ok === true ? read.value : undefined
}
