import { randomBytes } from 'node:crypto'
import { dayOf } from '../db/partitions.ts'

/** Names a batch from its first try to its last. `day`: of its first try, by which the database keeps it. */
export type BatchMark = Readonly<{ day: string; id: string }>

/**
 * Random with the time in front (UUID version 7): rows of one time are adjacent in the index, of which only the last
 * pages are written.
 */
export function newMark(nowMs = Date.now()): BatchMark {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  return { day: dayOf(nowMs), id }
}
