import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { Refusal, refuse } from '../refusal.ts'
import type { S3Settings } from '../settings.ts'
import { bytesOf, joined, partsOf } from './chunks.ts'
import { isFileId, keyOf, type FileStore } from './file-store.ts'

const Begun = z.object({ Key: z.string(), UploadId: z.string(), Initiated: z.string() })
const Uploads = z.object({
  ListMultipartUploadsResult: z.object({
    Upload: z.union([Begun, z.array(Begun)]).optional(),
  }),
})

/** The id that is kept under a key, if it is one of ours: a bucket may hold more. */
function idIn(key: string): string | undefined {
  const id = key.slice(key.indexOf('/') + 1)
  return isFileId(id) && key === keyOf(id) ? id : undefined
}

/** S3 takes no smaller part, but the last. With two on their way and one being filled a stream costs 24 MB, whatever its length. */
const partBytes = 8_388_608
const partsUnderWay = 2
/** An answer takes longer only where nothing answers at all. */
const answerWithinMs = 60_000
const pausesMs = [100, 400]
const mediaType = 'application/octet-stream'

/**
 * One request, given up when its answer does not begin in time. The library signs headers and leaves the body out of the
 * signature, so a body is sent with its MD5: one that arrives damaged is refused by the store.
 */
const send: typeof fetch = async (address, init = {}) => {
  const givingUp = new AbortController()
  const timer = setTimeout(() => givingUp.abort(new Error('no answer in time')), answerWithinMs)
  const headers = new Headers(init.headers)
  const { body } = init
  if (init.method === 'PUT' && body instanceof Uint8Array)
    headers.set('content-md5', createHash('md5').update(body).digest('base64'))
  try {
    return await fetch(address, { ...init, headers, signal: givingUp.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** What the store said, without its words: some put what was signed into them. */
function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceError) return `${error.status} ${error.serviceCode ?? ''}`.trim()
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  return code ?? cause.message
}

/** Said by a proxy in front, by a busy store, or by a connection that was kept too long: gone a moment later. */
function isPassing(error: unknown): boolean {
  if (error instanceof S3ServiceError) return [500, 502, 503, 504].includes(error.status)
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(reasonOf(error))
}

/** Not there, and not because the bucket is missing. */
const isAbsent = (error: unknown) =>
  error instanceof S3ServiceError && error.status === 404 && error.serviceCode !== 'NoSuchBucket'

function wordsFor(error: unknown, { url, bucketUrl }: { url: string; bucketUrl: string }): string {
  if (error instanceof S3ServiceError) {
    if (error.status === 403)
      return `The object storage at ${url} refuses S3_ACCESS_KEY or S3_SECRET_KEY (${reasonOf(error)})`
    if (error.status === 404) return `The object storage has no bucket at ${bucketUrl}: make it, or correct S3_URL`
    if (error.status === 301 || error.serviceCode === 'AuthorizationHeaderMalformed')
      return `The bucket at ${bucketUrl} is in another region than S3_REGION says (${reasonOf(error)})`
  }
  return `The object storage at ${url} does not answer as it should (${reasonOf(error)})`
}

/** Files as objects of one bucket, under the same names as in a local folder. */
export function s3Files({ settings, log }: { settings: S3Settings; log: Log }): FileStore {
  const { url: bucketUrl, region, accessKey, secretKey } = settings
  const s3 = new S3mini({
    endpoint: bucketUrl,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    fetch: send,
  })

  async function patiently<T>(work: () => Promise<T>): Promise<T> {
    for (const pauseMs of pausesMs) {
      try {
        return await work()
      } catch (error) {
        if (!isPassing(error)) throw error
        await delay(pauseMs)
      }
    }
    return work()
  }

  /** Every way of the store to fail is one refusal to the caller and one line in the log. */
  function away(error: unknown, doing: string): never {
    if (error instanceof Refusal) throw error
    log.error({ reason: reasonOf(error), doing }, 'The object storage failed')
    refuse('file.storeAway', undefined, { retryAfterSeconds: 10 })
  }
  const asking = async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await patiently(work)
    } catch (error) {
      away(error, doing)
    }
  }

  const putWhole = async (id: string, bytes: Buffer) => {
    const key = keyOf(id)
    await asking('put', () => s3.putObject(key, bytes, mediaType))
  }

  async function open(id: string) {
    const key = keyOf(id)
    return asking('get', async () => {
      try {
        return await s3.getObjectRaw(key)
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    })
  }

  /** Parts go up while the next is read, two at a time; what fails takes the whole upload back. */
  async function putParts(id: string, parts: AsyncIterable<Buffer>) {
    const key = keyOf(id)
    const upload = await asking('begin', () => s3.getMultipartUploadId(key, mediaType))
    const done: { partNumber: number; etag: string }[] = []
    const underWay = new Set<Promise<void>>()
    let failure: { error: unknown } | undefined
    const sendPart = async (part: Buffer, partNumber: number) => {
      try {
        done.push(await asking('part', () => s3.uploadPart(key, upload, part, partNumber)))
      } catch (error) {
        failure ??= { error }
      }
    }
    try {
      let number = 0
      for await (const part of parts) {
        const sent = sendPart(part, (number += 1)).finally(() => underWay.delete(sent))
        underWay.add(sent)
        if (underWay.size >= partsUnderWay) await Promise.race(underWay)
        if (failure) throw failure.error
      }
      await Promise.all(underWay)
      if (failure) throw failure.error
      done.sort((a, b) => a.partNumber - b.partNumber)
      const { etag } = await asking('complete', () => s3.completeMultipartUpload(key, upload, done))
      // A store may begin its answer with 200 and end it with an error.
      if (!etag) away(new Error('the upload was not completed'), 'complete')
    } catch (error) {
      await Promise.all(underWay)
      await s3.abortMultipartUpload(key, upload).catch((cause: unknown) => {
        log.warn({ reason: reasonOf(cause) }, 'An upload to the object storage could not be taken back yet')
      })
      throw error
    }
  }

  return {
    put: putWhole,
    async putStream(id, stream) {
      const hash = createHash('sha256')
      let bytes = 0
      async function* counted() {
        for await (const chunk of bytesOf(stream)) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      }
      const parts = partsOf(counted(), partBytes)
      const first = await parts.next()
      if (first.done === true || first.value.length < partBytes) {
        await putWhole(id, first.done === true ? Buffer.alloc(0) : first.value)
      } else await putParts(id, joined(first.value, parts))
      return { bytes, sha256: hash.digest() }
    },
    async get(id) {
      const answer = await open(id)
      return answer === null ? null : Buffer.from(await asking('read', () => answer.arrayBuffer()))
    },
    async getStream(id) {
      const answer = await open(id)
      if (answer === null) return null
      return answer.body === null ? Readable.from([]) : Readable.from(answer.body, { objectMode: false })
    },
    async remove(id) {
      const key = keyOf(id)
      await asking('remove', () => s3.deleteObject(key))
    },
    async *list() {
      let next: string | undefined
      do {
        const token = next
        const page = await asking('list', () => s3.listObjectsPaged('/', '', 1000, token))
        if (!page) away(new Error('NoSuchBucket'), 'list')
        for (const { Key: key, LastModified: at } of page.objects ?? []) {
          const id = idIn(key)
          if (id !== undefined) yield { id, at: at.getTime() }
        }
        next = page.nextContinuationToken
      } while (next !== undefined)
    },
    async removeUnfinished(before) {
      const listed = Uploads.parse(await asking('list', () => s3.listMultipartUploads()))
      for (const { Key: key, UploadId: upload, Initiated: at } of [
        listed.ListMultipartUploadsResult.Upload ?? [],
      ].flat()) {
        if (idIn(key) !== undefined && Date.parse(at) < before)
          await asking('abort', () => s3.abortMultipartUpload(key, upload))
      }
    },
    async check() {
      try {
        await s3.putObject('brigade-check', 'Written and removed at each start', 'text/plain')
        await s3.deleteObject('brigade-check')
        return null
      } catch (error) {
        return wordsFor(error, { url: new URL(bucketUrl).origin, bucketUrl })
      }
    },
  }
}
