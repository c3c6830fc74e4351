import type { Readable } from 'node:stream'

/** Facts about a stream, known once all of it is stored. */
export type StoredStream = Readonly<{ bytes: number; sha256: Buffer; md5: Buffer }>

/**
 * Stores bytes by id; the table `file` holds each file's properties and its owner. A file exists completely or not at
 * all. A store that cannot be reached, or has no room, refuses the call (`file.storeAway`, `file.storeFull`).
 */
export type FileStore = Readonly<{
  /** Resolves when the bytes are on stable storage. */
  put: (id: string, bytes: Buffer) => Promise<void>
  /**
   * The same hash for any length, with constant memory. A stream that fails leaves nothing; its error is passed on to
   * the caller.
   */
  putStream: (id: string, stream: Readable) => Promise<StoredStream>
  /** Null if there is none. */
  get: (id: string) => Promise<Buffer | null>
  /**
   * Reads from a byte on, by default from the beginning. Null means that there is no such file; destroying the stream
   * releases the store.
   */
  getStream: (id: string, from?: number) => Promise<Readable | null>
  /** Removing a missing file is not an error. */
  remove: (id: string) => Promise<void>
  /** Every id with its time (epoch ms), to find files without a row. */
  list: () => AsyncIterable<Readonly<{ id: string; at: number }>>
  /** Removes leftovers of uploads that began before a time (epoch ms) and never ended. */
  removeUnfinished: (before: number) => Promise<void>
  /** Tests the store; returns null, or the reason why it cannot be used in one sentence for the operator. */
  check: () => Promise<string | null>
}>

const fileId = /^[a-z0-9]{20,40}$/
export const isFileId = (text: string) => fileId.test(text)

/**
 * Two levels, the same in a folder and a bucket, so that one can be copied to the other. Ids are generated: a name
 * never comes from outside.
 */
export function keyOf(id: string): string {
  if (!isFileId(id)) throw new Error(`not a file id: ${id.slice(0, 40)}`)
  return `${id.slice(0, 2)}/${id}`
}
