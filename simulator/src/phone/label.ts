import { createHmac } from 'node:crypto'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The bind code of a device's label, derived from the device secret as in docs/devices.md: the maker of the label has the secret. */
export function labelledCode(deviceSecret: string): string {
  let bits = createHmac('sha256', deviceSecret).update('bind').digest().readUIntBE(0, 5)
  let code = ''
  for (let at = 0; at < 8; at += 1) {
    code = (letters[bits % letters.length] ?? '') + code
    bits = Math.floor(bits / letters.length)
  }
  return code
}
