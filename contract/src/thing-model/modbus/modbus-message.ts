import type { Modbus } from '../thing-model.model.ts'

/**
 * Requests to a Modbus device and its answers (MODBUS Application Protocol V1.1b3, chapter 6): the part that serial
 * lines and TCP share. modbus-frame.ts adds the framing of each.
 */
export type ModbusTable = Modbus['operateType']

export const functionCodes = {
  read: { coilStatus: 1, inputStatus: 2, holdingRegister: 3, inputRegister: 4 },
  writeCoil: 5,
  writeRegister: 6,
  writeCoils: 15,
  writeRegisters: 16,
} as const

/** Limits of one request: it reads at most 2,000 bits or 125 registers, and writes at most 123 registers. */
export const messageLimits = { bits: 2000, registersRead: 125, registersWritten: 123 } as const

const isOfBits = (table: ModbusTable): boolean => table === 'coilStatus' || table === 'inputStatus'

const words = (...values: readonly number[]): number[] => values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff])

const isWithin = (address: number, count: number, most: number): boolean =>
  Number.isInteger(address) &&
  Number.isInteger(count) &&
  address >= 0 &&
  count >= 1 &&
  count <= most &&
  address + count <= 0x1_0000

/** Requests `count` coils, inputs or registers from an address (0 to 0xFFFF) on. */
export function readRequest(table: ModbusTable, address: number, count: number): Uint8Array {
  const most = isOfBits(table) ? messageLimits.bits : messageLimits.registersRead
  if (!isWithin(address, count, most)) throw new RangeError('beyond what one request may ask')
  return Uint8Array.from([functionCodes.read[table], ...words(address, count)])
}

/** Writes one coil by function 5, or by 15 if the device supports only that (`writeFunctionCode`). */
export function writeCoilRequest(address: number, on: boolean, code: 5 | 15 = functionCodes.writeCoil): Uint8Array {
  if (!isWithin(address, 1, 1)) throw new RangeError('beyond what one request may write')
  if (code === functionCodes.writeCoil) return Uint8Array.from([code, ...words(address), on ? 0xff : 0, 0])
  return Uint8Array.from([code, ...words(address, 1), 1, on ? 1 : 0])
}

/**
 * Writes one register by function 6, several by 16; one by 16 if the device supports only that (`writeFunctionCode`).
 */
export function writeRegistersRequest(address: number, bytes: Uint8Array, code?: 6 | 16): Uint8Array {
  const count = bytes.length / 2
  const most = code === functionCodes.writeRegister ? 1 : messageLimits.registersWritten
  if (!isWithin(address, count, most)) throw new RangeError('beyond what one request may write')
  if (count === 1 && code !== functionCodes.writeRegisters) {
    return Uint8Array.from([functionCodes.writeRegister, ...words(address), ...bytes])
  }
  return Uint8Array.from([functionCodes.writeRegisters, ...words(address, count), bytes.length, ...bytes])
}

/** Exception codes (chapter 7). */
export const exceptions = {
  illegalFunction: 1,
  illegalAddress: 2,
  illegalValue: 3,
  unitFailure: 4,
  acknowledged: 5,
  busy: 6,
  gatewayPath: 10,
  gatewayTarget: 11,
} as const

/** A gateway before the unit reports that it cannot reach the unit, so the unit itself has not answered. */
export const isUnreached = (answer: ModbusAnswer): boolean =>
  answer.kind === 'exception' && (answer.code === exceptions.gatewayPath || answer.code === exceptions.gatewayTarget)

export type ModbusAnswer =
  | Readonly<{ kind: 'bits'; bits: readonly boolean[] }>
  | Readonly<{ kind: 'registers'; bytes: Uint8Array }>
  | Readonly<{ kind: 'written' }>
  /** Chapter 7: 1 illegal function, 2 illegal address, 3 illegal value, 4 device failure, 5 acknowledge, 6 busy … */
  | Readonly<{ kind: 'exception'; code: number }>
  /** No answer to this request. */
  | Readonly<{ kind: 'unreadable' }>

const unreadable: ModbusAnswer = { kind: 'unreadable' }

/** Parses a device's answer to a request. */
export function readAnswer(request: Uint8Array, answer: Uint8Array): ModbusAnswer {
  const [requested = 0] = request
  const [functionCode = 0, second = 0] = answer
  if (functionCode === (requested | 0x80)) return answer.length === 2 ? { kind: 'exception', code: second } : unreadable
  if (functionCode !== requested) return unreadable
  const count = ((request[3] ?? 0) << 8) | (request[4] ?? 0)
  if (requested === 1 || requested === 2) {
    if (second !== Math.ceil(count / 8) || answer.length !== 2 + second) return unreadable
    const bits = Array.from({ length: count }, (_, bit) => (((answer[2 + (bit >> 3)] ?? 0) >> (bit & 7)) & 1) === 1)
    return { kind: 'bits', bits }
  }
  if (requested === 3 || requested === 4) {
    if (second !== count * 2 || answer.length !== 2 + second) return unreadable
    return { kind: 'registers', bytes: answer.slice(2) }
  }
  // Functions 5 and 6 echo the request itself, 15 and 16 its address and count: the first five bytes in both cases.
  const isEcho = answer.length === 5 && answer.every((byte, at) => byte === request[at])
  return isEcho ? { kind: 'written' } : unreadable
}
