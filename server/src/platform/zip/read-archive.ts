import { crc32, createInflateRaw } from 'node:zlib'

/** This file is not an archive that we read, or its content does not match its directory. */
export class ArchiveBroken extends Error {
  override name = 'ArchiveBroken'
}
/** It contains more than a table of its size can. */
export class ArchiveTooBig extends Error {
  override name = 'ArchiveTooBig'
}

export type ZipEntry = Readonly<{
  name: string
  method: number
  crc: number
  compressedBytes: number
  /** The declared size; no more than this is unfolded. */
  bytes: number
  offset: number
}>

export type ZipLimits = Readonly<{ maxEntries: number; maxUnfoldedBytes: number; maxRatio: number }>

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const longestComment = 65_535
const zip64 = 0xffffffff
const encryptedFlag = 1
const pieceBytes = 65_536
const stored = 0
const deflated = 8
/** Small parts may shrink to nearly nothing; the ratio is checked only for large ones. */
const ratioCheckedFromBytes = 16_777_216

/**
 * The entries of an archive in memory, from its directory at the end: names are only looked up and never used as a path
 * on disk. It is refused before anything is unfolded when it has too many entries, too many bytes in all, or a ratio
 * that no table has.
 */
export function readArchive(bytes: Buffer, limits: ZipLimits): ReadonlyMap<string, ZipEntry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const start = bytes.readUInt32LE(end + 16)
  if (count === 0xffff || start === zip64) throw new ArchiveBroken('a zip64 archive')
  if (count > limits.maxEntries) throw new ArchiveTooBig(`${count} entries`)
  const entries = new Map<string, ZipEntry>()
  let at = start
  let total = 0
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== entrySignature) throw new ArchiveBroken('its list is cut short')
    const flags = bytes.readUInt16LE(at + 8)
    const nameBytes = bytes.readUInt16LE(at + 28)
    const entry: ZipEntry = {
      name: bytes.toString('utf8', at + 46, at + 46 + nameBytes),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      compressedBytes: bytes.readUInt32LE(at + 20),
      bytes: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    if ((flags & encryptedFlag) !== 0) throw new ArchiveBroken('encrypted')
    if (entry.bytes === zip64 || entry.compressedBytes === zip64) throw new ArchiveBroken('a zip64 entry')
    if (entries.has(entry.name)) throw new ArchiveBroken('a name twice')
    total += entry.bytes
    if (total > limits.maxUnfoldedBytes) throw new ArchiveTooBig(`${total} bytes`)
    if (entry.bytes > ratioCheckedFromBytes && entry.bytes > entry.compressedBytes * limits.maxRatio)
      throw new ArchiveTooBig(`${entry.bytes} bytes from ${entry.compressedBytes}`)
    entries.set(entry.name, entry)
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - longestComment); at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return at
  }
  throw new ArchiveBroken('no end')
}

/** Yields the content of an entry piece by piece, and checks that it has exactly the declared size. */
export async function* unfold(bytes: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  const { offset } = entry
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localSignature)
    throw new ArchiveBroken('an entry is not there')
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + entry.compressedBytes > bytes.length) throw new ArchiveBroken('an entry is cut short')
  if (entry.method !== stored && entry.method !== deflated) throw new ArchiveBroken('an unknown method')
  const folded = bytes.subarray(start, start + entry.compressedBytes)
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  const pieces: AsyncIterable<unknown> | Iterable<unknown> =
    entry.method === stored ? slices(folded) : inflate.end(folded)
  let got = 0
  let crc = 0
  try {
    for await (const piece of pieces) {
      if (!Buffer.isBuffer(piece)) continue
      got += piece.length
      if (got > entry.bytes) throw new ArchiveTooBig('more than declared')
      crc = crc32(piece, crc)
      yield piece
    }
  } catch (error) {
    if (error instanceof ArchiveTooBig) throw error
    throw new ArchiveBroken(error instanceof Error ? error.message : 'unreadable')
  } finally {
    inflate.destroy()
  }
  if (got !== entry.bytes || crc !== entry.crc) throw new ArchiveBroken('an entry is damaged')
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** The whole content of an entry; it is no larger than declared, which the limits have checked. */
export async function readEntry(bytes: Buffer, entry: ZipEntry): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of unfold(bytes, entry)) pieces.push(piece)
  return Buffer.concat(pieces)
}
