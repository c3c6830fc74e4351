// @alone: measures memory.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { startObjectStorage, type ObjectStorage } from '../../testing/object-storage.ts'
import { createLog } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { readSettings } from '../settings.ts'
import type { FileStore } from './file-store.ts'
import { openFiles } from './open-files.ts'

const log = createLog({ level: 'silent' })
let folder: string
let storage: ObjectStorage
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brigade-files-'))
  storage = await startObjectStorage()
})
after(async () => {
  await storage.stop()
  await rm(folder, { recursive: true })
})

const openWith = (settings: Readonly<Record<string, string>>) =>
  openFiles({ settings: readSettings({ DATA_DIR: folder, ...settings }), log })
const newId = () => randomBytes(16).toString('hex')
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function idsIn(files: FileStore) {
  const ids: string[] = []
  for await (const { id } of files.list()) ids.push(id)
  return ids
}

/** Chunks of odd lengths, the same for the same seed; it fails after `breakAfter` bytes. */
function streamOf(bytes: number, { breakAfter = Number.POSITIVE_INFINITY } = {}) {
  const hash = createHash('sha256')
  function* chunks() {
    for (let made = 0; made < bytes;) {
      if (made >= breakAfter) throw new Error('the sender is gone')
      const chunk = randomBytes(Math.min(97_003, bytes - made))
      hash.update(chunk)
      made += chunk.length
      yield chunk
    }
  }
  return { stream: Readable.from(chunks(), { objectMode: false }), sha256: () => hash.digest('hex') }
}

const isAway = (error: unknown) =>
  error instanceof Refusal && error.key === 'file.storeAway' && error.details.retryAfterSeconds === 10

/** Rules for streams that hold for every store. */
function testStreams(open: () => FileStore): void {
  for (const bytes of [0, 1, 8_388_607, 8_388_608, 8_388_609, 20_000_000]) {
    test(`a stream of ${bytes} bytes is read back unchanged, with its length and hash`, async () => {
      const files = open()
      const id = newId()
      const sent = streamOf(bytes)
      const kept = await files.putStream(id, sent.stream)
      const expected = sent.sha256()
      assert.deepEqual([kept.bytes, kept.sha256.toString('hex')], [bytes, expected])
      const stream = await files.getStream(id)
      assert.ok(stream)
      const back = await buffer(stream)
      assert.deepEqual([back.length, sha256(back)], [bytes, expected])
      await files.remove(id)
    })
  }

  test('a stream that breaks leaves nothing, and the caller gets its own error', async () => {
    const files = open()
    for (const breakAfter of [0, 100_000, 18_000_000]) {
      const { stream } = streamOf(20_000_000, { breakAfter })
      const id = newId()
      await assert.rejects(files.putStream(id, stream), { message: 'the sender is gone' })
      assert.equal(await files.get(id), null)
    }
    assert.deepEqual(await idsIn(files), [])
    assert.deepEqual(await leftovers(), [])
  })

  test('a reader may leave in the middle of a stream', async () => {
    const files = open()
    const id = newId()
    await files.putStream(id, streamOf(9_000_000).stream)
    const stream = await files.getStream(id)
    assert.ok(stream)
    for await (const chunk of stream) {
      assert.ok(chunk instanceof Buffer)
      break
    }
    assert.ok(stream.destroyed)
    assert.equal((await files.get(id))?.length, 9_000_000)
    await files.remove(id)
  })
}

for (const [where, open] of [
  ['a local folder', () => openWith({})],
  ['object storage', () => openWith(storage.settings)],
] as const) {
  describe(`in ${where}`, () => {
    test('stored content is unchanged, byte for byte, until it is removed', async () => {
      const files = open()
      const [id, empty] = [newId(), newId()]
      const bytes = randomBytes(70_001)
      await files.put(id, bytes)
      await files.put(empty, Buffer.alloc(0))
      assert.deepEqual(await files.get(id), bytes)
      assert.deepEqual(await files.get(empty), Buffer.alloc(0))
      assert.deepEqual((await idsIn(files)).toSorted(), [id, empty].toSorted())
      for (const gone of [id, empty]) await files.remove(gone)
      assert.equal(await files.get(id), null)
      assert.deepEqual(await idsIn(files), [])
      await files.remove(id)
    })

    test('putting again replaces', async () => {
      const files = open()
      const id = newId()
      await files.put(id, Buffer.from('first and longer'))
      await files.put(id, Buffer.from('second'))
      assert.equal(String(await files.get(id)), 'second')
      await files.remove(id)
    })

    test('content that was never stored is null, also as a stream', async () => {
      const files = open()
      assert.deepEqual([await files.get(newId()), await files.getStream(newId())], [null, null])
    })

    testStreams(open)

    test('an id that is none of ours never reaches the store', async () => {
      const files = open()
      for (const id of ['../../etc/passwd', 'a', '', 'A'.repeat(32), `${'a'.repeat(31)}/`, `${'a'.repeat(31)}\0`]) {
        await assert.rejects(files.get(id), /not a file id/, id)
        await assert.rejects(files.put(id, Buffer.from('x')), /not a file id/, id)
        await assert.rejects(files.getStream(id), /not a file id/, id)
        await assert.rejects(files.remove(id), /not a file id/, id)
      }
    })

    test('it reports that it can be used', async () => {
      assert.equal(await open().check(), null)
    })

    test('it reports so to simultaneous callers, like processes that start together', async () => {
      const files = open()
      const askOften = async () => {
        for (let time = 0; time < 30; time += 1) assert.equal(await files.check(), null)
      }
      await Promise.all([askOften(), askOften(), askOften(), askOften()])
    })
  })
}

test('an unavailable storage refuses with that reason, and is used again as soon as it is back', async () => {
  const files = openWith(storage.settings)
  const id = newId()
  await files.put(id, Buffer.from('kept'))
  storage.cut()
  await assert.rejects(files.put(newId(), Buffer.from('x')), isAway)
  await assert.rejects(files.putStream(newId(), streamOf(20_000_000).stream), isAway)
  await assert.rejects(files.get(id), isAway)
  await assert.rejects(files.getStream(id), isAway)
  await assert.rejects(files.remove(id), isAway)
  assert.match((await files.check()) ?? '', /^The object storage at http:\S+ does not answer as it should \(\w+\)$/)
  storage.mend()
  assert.equal(String(await files.get(id)), 'kept')
  assert.equal(await files.check(), null)
  await files.remove(id)
  assert.deepEqual(await idsIn(files), [])
})

test('an upload that is cut off leaves no file, and its parts are deleted later', async () => {
  const files = openWith(storage.settings)
  const id = newId()
  const { stream } = streamOf(60_000_000)
  let sent = 0
  stream.on('data', (chunk: Buffer) => {
    sent += chunk.length
    if (sent > 30_000_000) storage.cut()
  })
  stream.pause()
  await assert.rejects(files.putStream(id, stream), isAway)
  assert.ok(stream.destroyed, 'the sender is told to stop')
  storage.mend()
  assert.equal(await files.get(id), null)
  assert.notDeepEqual(await leftovers(), [])
  await files.removeUnfinished(Date.now() - 60_000)
  assert.notDeepEqual(await leftovers(), [], 'one that may still be under way stays')
  await files.removeUnfinished(Date.now() + 60_000)
  assert.deepEqual(await leftovers(), [])
})

for (const [what, change, words] of [
  [
    'a wrong secret',
    { S3_SECRET_KEY: 'wrong' },
    /refuses S3_ACCESS_KEY or S3_SECRET_KEY \(403 SignatureDoesNotMatch\)$/,
  ],
  ['an unknown key', { S3_ACCESS_KEY: 'nobody' }, /refuses S3_ACCESS_KEY or S3_SECRET_KEY \(403 \w+\)$/],
  ['a region that is not the bucket’s', { S3_REGION: 'eu-west-9' }, /another region than S3_REGION says/],
  ['a missing bucket', { S3_URL: 'nowhere' }, /has no bucket at http:\S+\/nowhere: make it, or correct S3_URL$/],
] as const) {
  test(`${what} is refused and reported in one line`, async () => {
    const given = { ...storage.settings, ...change }
    const S3_URL = given.S3_URL === 'nowhere' ? new URL('nowhere', storage.settings.S3_URL).href : given.S3_URL
    const files = openWith({ ...given, S3_URL })
    assert.match((await files.check()) ?? '', words)
    await assert.rejects(files.put(newId(), Buffer.from('x')), isAway)
    await assert.rejects(files.get(newId()), isAway)
    await assert.rejects(idsIn(files), isAway)
  })
}

test('a file that arrives damaged is refused, not kept', async () => {
  const files = openWith(storage.settings)
  const id = newId()
  storage.damage(true)
  try {
    await assert.rejects(files.put(id, randomBytes(100_000)), isAway)
    await assert.rejects(files.putStream(id, streamOf(10_000_000).stream), isAway)
  } finally {
    storage.damage(false)
  }
  assert.equal(await files.get(id), null)
})

test('a stream of 100 MB costs the memory of some parts, not of its length', async () => {
  v8.setFlagsFromString('--expose-gc')
  const collect = z.function().parse(runInNewContext('gc'))
  const files = openWith(storage.settings)
  const id = newId()
  const million = Buffer.alloc(1_000_000)
  const held: number[] = []
  function* chunks() {
    for (let made = 1; made <= 100; made += 1) {
      yield million
      if (made % 10 > 0) continue
      collect()
      held.push(process.memoryUsage().arrayBuffers)
    }
  }
  const { bytes } = await files.putStream(id, Readable.from(chunks(), { objectMode: false }))
  let read = 0
  for await (const chunk of (await files.getStream(id)) ?? []) read += Buffer.from(chunk).length
  assert.deepEqual([bytes, read, held.length], [100_000_000, 100_000_000, 10])
  assert.ok((held[9] ?? 0) - (held[1] ?? 0) < 50_000_000, held.join(' '))
  await files.remove(id)
})

/** Objects in both stores that are not files: parts and drafts. */
async function leftovers() {
  const drafts = (await readdir(join(folder, 'files'), { recursive: true })).filter((name) => name.endsWith('.new'))
  return [...drafts, ...(await storage.unfinished())]
}
