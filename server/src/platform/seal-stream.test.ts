import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { openStream, sealStream } from './seal-stream.ts'
import { SealBroken } from './secret/secret-box.ts'

const key = randomBytes(32)
const inPieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, piece) =>
      bytes.subarray(piece * size, (piece + 1) * size),
    ),
    { objectMode: false },
  )

test('a stream is sealed and opened again, whatever the size of its chunks', async () => {
  for (const [length, size] of [
    [0, 1],
    [1, 1],
    [40, 1],
    [1000, 7],
    [100_000, 65_536],
  ] as const) {
    const plain = randomBytes(length)
    const sealed = await buffer(sealStream(key, inPieces(plain, size)))
    assert.equal(sealed.length, length + 28)
    assert.deepEqual(await buffer(openStream(key, inPieces(sealed, size))), plain)
  }
})

test('bytes that were changed, cut off or sealed with another key fail', async () => {
  const sealed = await buffer(sealStream(key, inPieces(Buffer.from('a secret'), 3)))
  const changed = Buffer.from(sealed)
  changed[14] = (changed[14] ?? 0) ^ 1
  for (const broken of [changed, sealed.subarray(0, -1), sealed.subarray(0, 20), Buffer.alloc(0)])
    await assert.rejects(buffer(openStream(key, inPieces(broken, 5))), SealBroken)
  await assert.rejects(buffer(openStream(randomBytes(32), inPieces(sealed, 5))), SealBroken)
})

test('a body is closed with the stream made of it, read or not', async () => {
  for (const make of [sealStream, openStream]) {
    const body = inPieces(Buffer.alloc(100), 10)
    const made = make(key, body)
    made.destroy()
    await once(made, 'close')
    assert.equal(body.destroyed, true)
  }
})
