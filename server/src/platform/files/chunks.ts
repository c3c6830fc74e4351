import type { Readable } from 'node:stream'

/** Chunks as bytes; a stream in text mode would be of another length. */
export async function* bytesOf(stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    if (chunk instanceof Uint8Array) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    else yield Buffer.from(String(chunk))
  }
}

/** The same bytes in parts of `size`, the last one shorter; none where there are no bytes. */
export async function* partsOf(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length;) {
      const copied = chunk.copy(part, filled, taken)
      taken += copied
      filled += copied
      if (filled < size) continue
      yield part
      part = Buffer.allocUnsafe(size)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

export async function* joined<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}
