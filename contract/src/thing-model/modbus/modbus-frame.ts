/**
 * Framing of a Modbus message: unit and checksum on a serial line (MODBUS over Serial Line V1.02, 2.5.1), a header with the
 * transaction id over TCP (MODBUS Messaging on TCP/IP V1.0b, 3.1.3).
 */

/** MODBUS over Serial Line V1.02, appendix B; sent low byte first. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

/** Adds the unit address (1 to 247) and the checksum. */
export function serialFrame(unit: number, message: Uint8Array): Uint8Array {
  if (!Number.isInteger(unit) || unit < 1 || unit > 247) throw new RangeError('no unit has this address')
  const framed = Uint8Array.from([unit, ...message])
  const crc = crc16(framed)
  return Uint8Array.from([...framed, crc & 0xff, crc >> 8])
}

/** Null if it is too short, damaged, or another unit's. */
export function readSerialFrame(unit: number, frame: Uint8Array): Uint8Array | null {
  if (frame.length < 4 || frame[0] !== unit) return null
  const body = frame.subarray(0, -2)
  const crc = crc16(body)
  if (frame.at(-2) !== (crc & 0xff) || frame.at(-1) !== crc >> 8) return null
  return body.slice(1)
}

/** Transaction, protocol 0, length and unit in front, all high byte first. */
export function tcpFrame(transaction: number, unit: number, message: Uint8Array): Uint8Array {
  const length = message.length + 1
  return Uint8Array.from([transaction >> 8, transaction & 0xff, 0, 0, length >> 8, length & 0xff, unit, ...message])
}

/** Null if it is too short, not Modbus, or of another transaction or unit. */
export function readTcpFrame(transaction: number, unit: number, frame: Uint8Array): Uint8Array | null {
  const [high = 0, low = 0, , , longHigh = 0, longLow = 0, from] = frame
  if (frame.length < 8 || frame[2] !== 0 || frame[3] !== 0 || from !== unit) return null
  if (((high << 8) | low) !== transaction || ((longHigh << 8) | longLow) !== frame.length - 6) return null
  return frame.slice(7)
}
