import type { Readable } from 'node:stream'

/** What a stream turned out to be, once all of it is kept. */
export type StoredStream = Readonly<{ bytes: number; sha256: Buffer; md5: Buffer }>

/**
 * Bytes by id; what a file is, and whose, is a row of the table `file`. A file is there whole or not at all.
 * A store that cannot be reached, or has no room, refuses the call (`file.storeAway`, `file.storeFull`).
 */
export type FileStore = Readonly<{
  /** On stable storage when it resolves. */
  put: (id: string, bytes: Buffer) => Promise<void>
  /** The same for any length, at flat memory. A stream that fails leaves nothing; its error is the caller's own. */
  putStream: (id: string, stream: Readable) => Promise<StoredStream>
  /** Null where there is none. */
  get: (id: string) => Promise<Buffer | null>
  /** From a byte on, its beginning where left out. Null where there is none; destroying it lets the store go. */
  getStream: (id: string, from?: number) => Promise<Readable | null>
  /** Removing what is not there is no error. */
  remove: (id: string) => Promise<void>
  /** Every id with when it came (epoch ms), to find what no row knows. */
  list: () => AsyncIterable<Readonly<{ id: string; at: number }>>
  /** Takes away what uploads left that began before a time (epoch ms) and never ended. */
  removeUnfinished: (before: number) => Promise<void>
  /** Tries it out; null, or why it cannot be used in one sentence for the operator. */
  check: () => Promise<string | null>
}>

const fileId = /^[a-z0-9]{20,40}$/
export const isFileId = (text: string) => fileId.test(text)

/** Two levels, the same in a folder and a bucket, so that one can be copied to the other. Ids are ours: a name never comes from outside. */
export function keyOf(id: string): string {
  if (!isFileId(id)) throw new Error(`not a file id: ${id.slice(0, 40)}`)
  return `${id.slice(0, 2)}/${id}`
}
