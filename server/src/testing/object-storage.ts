import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Transform } from 'node:stream'
import { S3 } from '@aws-sdk/client-s3'
import { z } from 'zod'

/** Debian's own Python, which has Debian's Swift; another Python on the PATH does not. */
const python = '/usr/bin/python3'
const program = join(import.meta.dirname, 'object-storage.py')
const accessKey = 'test:brigade'
const secretKey = 'only-the-tests-know-it'
const bucket = 'brigade'

export const swiftPackage = 'python3-swift'
export const hasSwift = () => spawnSync(python, ['-c', 'import swift.common.wsgi'], { stdio: 'ignore' }).status === 0

export type ObjectStorage = AsyncDisposable &
  Readonly<{
    /** The settings in the form of the program's environment. */
    settings: Readonly<Record<'S3_URL' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY', string>>
    /** Reads the bucket directly: the keys of all objects, and the ids of unfinished uploads. */
    keys: () => Promise<string[]>
    unfinished: () => Promise<string[]>
    /** From now on nothing passes, including requests in progress. */
    cut: () => void
    mend: () => void
    /** While true, one bit of each larger piece is flipped when it arrives. */
    damage: (isOn: boolean) => void
    stop: () => Promise<void>
  }>

/** A relay in front, so that the connection to the storage can be cut. */
async function relayTo(port: number) {
  const open = new Set<net.Socket>()
  let isCut = false
  let isDamaging = false
  const passOn = () =>
    new Transform({
      transform(piece: Buffer, _encoding, done) {
        if (isDamaging && piece.length > 10_000) piece[10_000] = (piece[10_000] ?? 0) ^ 1
        done(null, piece)
      },
    })
  const server = net.createServer((near) => {
    if (isCut) return near.destroy()
    const far = net.connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.once('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    near.pipe(passOn()).pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('the relay has no port')
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    port: bound.port,
    cut,
    mend: () => {
      isCut = false
    },
    damage: (isOn: boolean) => {
      isDamaging = isOn
    },
    stop: () => {
      cut()
      server.close()
    },
  }
}

/**
 * A real S3-compatible storage of the test's own with an empty bucket: OpenStack Swift. Fails with its name if it is
 * not installed.
 */
export async function startObjectStorage(): Promise<ObjectStorage> {
  if (!hasSwift()) throw new Error(`There is no OpenStack Swift to test with. As root: apt-get install ${swiftPackage}`)
  const child = spawn(python, [program, accessKey, secretKey], { stdio: ['pipe', 'pipe', 'inherit'] })
  const line: unknown = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('Swift ended while starting'))),
  ])
  const { port } = z.object({ port: z.number() }).parse(JSON.parse(z.tuple([z.string()]).parse(line)[0]))
  const relay = await relayTo(port)
  const s3 = new S3({
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    region: 'us-east-1',
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  })
  const stop = async () => {
    relay.stop()
    const ended = child.exitCode === null ? once(child, 'exit') : undefined
    child.stdin.end()
    await ended
  }
  await s3.createBucket({ Bucket: bucket })
  return {
    settings: {
      S3_URL: `http://127.0.0.1:${relay.port}/${bucket}`,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    },
    keys: async () => ((await s3.listObjectsV2({ Bucket: bucket })).Contents ?? []).map(({ Key = '' }) => Key),
    unfinished: async () =>
      ((await s3.listMultipartUploads({ Bucket: bucket })).Uploads ?? []).map(({ UploadId = '' }) => UploadId),
    cut: relay.cut,
    mend: relay.mend,
    damage: relay.damage,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
