import { isUtf8 } from 'node:buffer'

/** Whether a text is in GBK (GB 18030 has all of it), as Chinese Windows saves it: no UTF-8, and Chinese when it is read so. */
export function isInGbk(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return false
  try {
    return /\p{Script=Han}/u.test(new TextDecoder('gb18030', { fatal: true }).decode(bytes))
  } catch {
    return false
  }
}
