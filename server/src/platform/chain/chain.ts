import { createHash } from 'node:crypto'

/** The head before the first line. */
export const genesis = Buffer.alloc(32)

/** The parts of a line for the chain: the row, its changes, and the hash of its salted body. */
export type ChainEntry = Readonly<{ canonical: string; changes: string; bodyHash: Buffer }>
export type Link = Readonly<{ n: bigint; leaf: Buffer; head: Buffer }>

/**
 * leaf = SHA-256(0x00, canonical row, changes, hash of salted body). The length of each part precedes it, so that two
 * different entries never hash the same bytes.
 */
export function leafOf({ canonical, changes, bodyHash }: ChainEntry): Buffer {
  const hash = createHash('sha256').update(Buffer.of(0))
  for (const part of [Buffer.from(canonical), Buffer.from(changes), bodyHash]) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    hash.update(length).update(part)
  }
  return hash.digest()
}

/** head = SHA-256(0x01, previous head, n, leaf). */
export function headOf(previous: Buffer, n: bigint, leaf: Buffer): Buffer {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(n)
  return createHash('sha256').update(Buffer.of(1)).update(previous).update(number).update(leaf).digest()
}

/** The links of entries after a head. */
export function linksAfter(start: Readonly<{ n: bigint; head: Buffer }>, entries: readonly ChainEntry[]): Link[] {
  let { n, head } = start
  return entries.map((entry) => {
    n += 1n
    const leaf = leafOf(entry)
    head = headOf(head, n, leaf)
    return { n, leaf, head }
  })
}
