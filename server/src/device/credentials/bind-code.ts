import { createHmac, timingSafeEqual } from 'node:crypto'

/** Letters and digits without those that are easily confused. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 8

/** The bind code on a device's label, beside its serial number: anybody at the device may bind it. */
export function bindCodeOf(deviceSecret: string): string {
  const bytes = createHmac('sha256', deviceSecret).update('bind').digest()
  // 40 bits are 8 letters of 5.
  let bits = bytes.readUIntBE(0, 5)
  let code = ''
  for (let at = 0; at < length; at += 1) {
    code = (letters[bits % letters.length] ?? '') + code
    bits = Math.floor(bits / letters.length)
  }
  return code
}

/** Compares in constant time. */
export function isBindCode(code: string, deviceSecret: string): boolean {
  const [one, other] = [Buffer.from(bindCodeOf(deviceSecret)), Buffer.from(code)]
  return one.length === other.length && timingSafeEqual(one, other)
}
