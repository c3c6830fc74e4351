import { createHmac, timingSafeEqual } from 'node:crypto'

/** Without letters and digits that are taken for one another. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 8

/** The bind code that stands on the label of a device beside its serial number: whoever stands before the device may bind it. */
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
