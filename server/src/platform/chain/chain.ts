import { createHash } from 'node:crypto'

/** The head before the first line. */
export const genesis = Buffer.alloc(32)
/** Replaces the hash of a body for a line that never had one. */
export const noBody = Buffer.alloc(32)

/** The parts of a line for the chain, in the form of the first format: the row, its changes, and the hash of its salted body. */
export type OldEntry = Readonly<{ canonical: string; changes: string; bodyHash: Buffer }>
/**
 * The same in the present format. `sealedAt`: when the line was sealed. `changes`: month, number and hash of its changes
 * in each month. `readers`: the organisations that read it.
 */
export type ChainEntry = OldEntry & Readonly<{ sealedAt: string; readers: string }>
export type Link = Readonly<{ n: bigint; leaf: Buffer; head: Buffer }>

/**
 * leaf = SHA-256(0x02, canonical row, time of sealing, changes, readers, hash of salted body). The length of each part
 * precedes it, so that two different entries never hash the same bytes.
 */
export const leafOf = ({ canonical, sealedAt, changes, readers, bodyHash }: ChainEntry): Buffer =>
  hashOf(2, [canonical, sealedAt, changes, readers, bodyHash])

/** leaf = SHA-256(0x00, canonical row, hash of its changes, hash of salted body), of lines of the first format. */
export const oldLeafOf = ({ canonical, changes, bodyHash }: OldEntry): Buffer =>
  hashOf(0, [canonical, changes, bodyHash])

function hashOf(kind: number, parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256').update(Buffer.of(kind))
  for (const part of parts.map((each) => (typeof each === 'string' ? Buffer.from(each) : each))) {
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

/** The links of leaves after a head. */
export function linksAfter(start: Readonly<{ n: bigint; head: Buffer }>, leaves: readonly Buffer[]): Link[] {
  let { n, head } = start
  return leaves.map((leaf) => {
    n += 1n
    head = headOf(head, n, leaf)
    return { n, leaf, head }
  })
}

/** A time in the form of leaves, with microseconds. */
export const leafTime = (at: number): string => `${new Date(at).toISOString().slice(0, -1)}000`
