import { isUtf8 } from 'node:buffer'
import { isRaw } from '../../telemetry/messages/message.ts'

/**
 * Bytes that are not UTF-8, and zero bytes, are read as halves of surrogate pairs, U+DC00 plus the byte. So the rest of
 * a message can be read, texts with such a byte are found (`isWellFormed`), and no byte is lost.
 */
const lowest = 0xdc00
const isOfByte = (unit: number) => unit >= lowest && unit <= lowest + 0xff

/** A device's payload as the text to read; raw bytes in hex. */
export function textOf(topic: string, payload: Buffer): string {
  if (isRaw(topic)) return payload.toString('hex')
  return isUtf8(payload) && !payload.includes(0) ? payload.toString('utf8') : withBytes(payload)
}

/** The number of bytes of the character that begins here; 1 if there is none, whose byte is kept as it is. */
function lengthAt(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0
  const length = lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1
  if (length === 1 || at + length > bytes.length) return 1
  for (let next = at + 1; next < at + length; next += 1) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 1
  const second = bytes[at + 1] ?? 0
  // Overlong forms, halves of surrogate pairs, and code points beyond Unicode.
  const isNone =
    (lead === 0xe0 && second < 0xa0) ||
    (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) ||
    (lead === 0xf4 && second > 0x8f)
  return isNone ? 1 : length
}

function withBytes(bytes: Buffer): string {
  const parts: string[] = []
  let good = 0
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0
    const length = lengthAt(bytes, at)
    if (length > 1 || (byte > 0 && byte < 0x80)) {
      at += length
      continue
    }
    if (good < at) parts.push(bytes.toString('utf8', good, at))
    parts.push(String.fromCharCode(lowest + byte))
    at += 1
    good = at
  }
  if (good < bytes.length) parts.push(bytes.toString('utf8', good))
  return parts.join('')
}

/** The bytes that a text was read from, in hex. */
export function hexOf(text: string): string {
  const parts: string[] = []
  for (const character of text) {
    const unit = character.charCodeAt(0)
    if (character.length === 1 && isOfByte(unit)) parts.push((unit - lowest).toString(16).padStart(2, '0'))
    // The other halves came as an escape; PostgreSQL stores no text with one.
    else if (!character.isWellFormed()) parts.push(Buffer.from(`\\u${unit.toString(16)}`).toString('hex'))
    else parts.push(Buffer.from(character).toString('hex'))
  }
  return parts.join('')
}

/** The bytes of a text that are none of its characters, in hex; empty if there are none. */
export const strayBytes = (text: string): string => hexOf(/[\uDC00-\uDCFF]{1,32}/.exec(text)?.[0] ?? '')
