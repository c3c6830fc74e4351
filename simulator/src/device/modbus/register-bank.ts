import { decodeRegisters, encodeRegisters, registerCount } from '@brigade/contract/thing-model/modbus/register-value.ts'
import type { ModbusTable } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import type { Modbus, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'

/** Tables of a Modbus device: one number for each existing bit or register. */
type Tables = Readonly<Record<ModbusTable, Map<number, number>>>

/** Chapter 7 of MODBUS Application Protocol V1.1b3. */
const exceptions = { illegalFunction: 1, illegalAddress: 2, illegalValue: 3 } as const

export type RegisterBank = Readonly<{
  /** Writes measured values into their registers; values without a register are ignored. */
  put: (values: Readonly<Record<string, unknown>>) => void
  /** Answers a request as the device would, and returns the properties that it wrote. */
  answer: (request: Uint8Array) => Readonly<{ answer: Uint8Array; written: Readonly<Record<string, number | string>> }>
}>

const isOfBits = (table: ModbusTable): boolean => table === 'coilStatus' || table === 'inputStatus'
const lengthOf = (modbus: Modbus): number => (isOfBits(modbus.operateType) ? 1 : registerCount(modbus))

/** The registers of a device with the register map of this model. */
export function registerBank(model: ThingModel): RegisterBank {
  const tables: Tables = {
    coilStatus: new Map(),
    inputStatus: new Map(),
    holdingRegister: new Map(),
    inputRegister: new Map(),
  }
  const places = model.properties.flatMap(({ identifier, modbus }) =>
    modbus === undefined ? [] : [{ identifier, modbus, address: Number(modbus.registerAddress) }],
  )
  for (const { modbus, address } of places) {
    for (let at = 0; at < lengthOf(modbus); at += 1) tables[modbus.operateType].set(address + at, 0)
  }

  const bytesAt = (modbus: Modbus, address: number): Uint8Array =>
    Uint8Array.from(words(read(tables[modbus.operateType], address, registerCount(modbus)) ?? []))

  function put(values: Readonly<Record<string, unknown>>) {
    for (const { identifier, modbus, address } of places) {
      const value = values[identifier]
      if (typeof value !== 'number' && typeof value !== 'string') continue
      const table = tables[modbus.operateType]
      if (isOfBits(modbus.operateType)) {
        table.set(address, value === 0 ? 0 : 1)
        continue
      }
      const encoded = encodeRegisters(modbus, value, bytesAt(modbus, address))
      if (encoded.ok) store(table, address, encoded.bytes)
    }
  }

  /** The properties that overlap the written registers, with their present values. */
  function valuesIn(table: ModbusTable, address: number, count: number): Record<string, number | string> {
    const found: Record<string, number | string> = {}
    for (const place of places) {
      const { modbus } = place
      if (modbus.operateType !== table || place.address >= address + count) continue
      if (place.address + lengthOf(modbus) <= address) continue
      if (isOfBits(table)) found[place.identifier] = tables[table].get(place.address) ?? 0
      else {
        const value = decodeRegisters(modbus, bytesAt(modbus, place.address))
        if (value.ok) found[place.identifier] = value.value
      }
    }
    return found
  }

  return { put, answer: (request) => answerRequest(tables, valuesIn, request) }
}

type ValuesIn = (table: ModbusTable, address: number, count: number) => Record<string, number | string>

/** Answers a request; `valuesIn` returns the written properties. */
function answerRequest(tables: Tables, valuesIn: ValuesIn, request: Uint8Array): ReturnType<RegisterBank['answer']> {
  const [code = 0, a = 0, b = 0, c = 0, d = 0] = request
  const address = (a << 8) | b
  const number = (c << 8) | d
  const refused = (exception: number) => ({ answer: Uint8Array.from([code | 0x80, exception]), written: {} })
  const wrote = (table: ModbusTable, count: number) => ({
    answer: request.slice(0, 5),
    written: valuesIn(table, address, count),
  })
  switch (code) {
    case 1:
    case 2: {
      if (number < 1 || number > 2000) return refused(exceptions.illegalValue)
      const bits = read(tables[code === 1 ? 'coilStatus' : 'inputStatus'], address, number)
      if (bits === undefined) return refused(exceptions.illegalAddress)
      const bytes = packed(bits)
      return { answer: Uint8Array.from([code, bytes.length, ...bytes]), written: {} }
    }
    case 3:
    case 4: {
      if (number < 1 || number > 125) return refused(exceptions.illegalValue)
      const registers = read(tables[code === 3 ? 'holdingRegister' : 'inputRegister'], address, number)
      if (registers === undefined) return refused(exceptions.illegalAddress)
      return { answer: Uint8Array.from([code, number * 2, ...words(registers)]), written: {} }
    }
    case 5:
      if (number !== 0 && number !== 0xff00) return refused(exceptions.illegalValue)
      if (!tables.coilStatus.has(address)) return refused(exceptions.illegalAddress)
      tables.coilStatus.set(address, number === 0 ? 0 : 1)
      return wrote('coilStatus', 1)
    case 6:
      if (!tables.holdingRegister.has(address)) return refused(exceptions.illegalAddress)
      tables.holdingRegister.set(address, number)
      return wrote('holdingRegister', 1)
    case 15: {
      if (request.length !== 6 + Math.ceil(number / 8)) return refused(exceptions.illegalValue)
      if (read(tables.coilStatus, address, number) === undefined) return refused(exceptions.illegalAddress)
      for (let at = 0; at < number; at += 1) {
        tables.coilStatus.set(address + at, ((request[6 + (at >> 3)] ?? 0) >> (at & 7)) & 1)
      }
      return wrote('coilStatus', number)
    }
    case 16:
      if (request.length !== 6 + number * 2 || number > 123) return refused(exceptions.illegalValue)
      if (read(tables.holdingRegister, address, number) === undefined) return refused(exceptions.illegalAddress)
      store(tables.holdingRegister, address, request.subarray(6))
      return wrote('holdingRegister', number)
    default:
      return refused(exceptions.illegalFunction)
  }
}

/** Undefined if one of them does not exist. */
function read(table: ReadonlyMap<number, number>, address: number, count: number): number[] | undefined {
  const found = Array.from({ length: count }, (_, at) => table.get(address + at))
  const there = found.filter((value) => value !== undefined)
  return there.length === count ? there : undefined
}

function store(table: Map<number, number>, address: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += 2)
    table.set(address + at / 2, ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0))
}

const words = (registers: readonly number[]): number[] => registers.flatMap((value) => [value >> 8, value & 0xff])

function packed(bits: readonly number[]): number[] {
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, () => 0)
  for (const [at, bit] of bits.entries()) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7))
  return bytes
}
