import type { Readable } from 'node:stream'

/** The chunks of a stream as bytes. Text chunks are encoded, as their length in bytes differs. */
export async function* bytesOf(stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    if (chunk instanceof Uint8Array) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    else yield Buffer.from(String(chunk))
  }
}
