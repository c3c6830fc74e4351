import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { startObjectStorage, type ObjectStorage } from '../../testing/object-storage.ts'
import { silentProxy, type SilentProxy } from '../../testing/silence/silent-proxy.ts'
import { until } from '../../testing/until.ts'
import { createLog } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { s3Files } from './s3-files.ts'

let storage: ObjectStorage
before(async () => {
  storage = await startObjectStorage()
})
after(() => storage.stop())

/** The storage behind a proxy that can fall silent. */
async function behindProxy() {
  const url = new URL(storage.settings.S3_URL)
  const proxy: SilentProxy = await silentProxy({ port: Number(url.port) })
  url.port = String(proxy.port)
  const files = s3Files({
    settings: {
      url: url.href,
      region: 'us-east-1',
      accessKey: storage.settings.S3_ACCESS_KEY,
      secretKey: storage.settings.S3_SECRET_KEY,
    },
    log: createLog({ level: 'silent' }),
  })
  return { proxy, files, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() }
}

const newId = () => randomBytes(16).toString('hex')
const content = randomBytes(30_000_000)
const noticedMs = 30_000

suite('an object storage that falls silent', { concurrency: true }, () => {
  test('within a file that is read: the stream fails in time', async () => {
    await using away = await behindProxy()
    const id = newId()
    await away.files.put(id, content)
    const stream = await away.files.getStream(id)
    assert.ok(stream !== null)
    let bytes = 0
    let silentAt = 0
    const reading = async () => {
      for await (const chunk of stream) {
        bytes += Buffer.isBuffer(chunk) ? chunk.length : 0
        if (silentAt === 0) {
          away.proxy.silence()
          silentAt = performance.now()
        }
      }
    }
    await assert.rejects(reading)
    assert.ok(bytes < content.length && performance.now() - silentAt < noticedMs)
  })

  test('within a file that is read whole: the call is refused in time, and the next one succeeds over another connection', async () => {
    await using away = await behindProxy()
    const id = newId()
    await away.files.put(id, content)
    const reading = away.files.get(id)
    await until('bytes to come', () => away.proxy.passed() > content.length + 5_000_000)
    away.proxy.silence()
    const silentAt = performance.now()
    await assert.rejects(reading, (error: unknown) => error instanceof Refusal && error.key === 'file.storeAway')
    assert.ok(performance.now() - silentAt < noticedMs)
    assert.equal((await away.files.get(id))?.length, content.length)
  })
})
