import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { S3, S3ServiceException } from '@aws-sdk/client-s3'
import type { Log } from '../log.ts'
import { refuse } from '../refusal.ts'
import type { S3Settings } from '../settings.ts'
import { bytesOf } from './chunks.ts'
import { isFileId, keyOf, type FileStore } from './file-store.ts'

/** S3 takes no smaller part but the last one. With two parts under way a stream costs about 24 MB, whatever its length. */
const partBytes = 8_388_608
const partsUnderWay = 2
/** A request without an answer for this long is given up. */
const answerWithinMs = 60_000
const connectWithinMs = 10_000
const mediaType = 'application/octet-stream'

/** The id under a key, if it is one of ours: a bucket may hold other objects. */
function idIn(key: string): string | undefined {
  const id = key.slice(key.indexOf('/') + 1)
  return isFileId(id) && key === keyOf(id) ? id : undefined
}

/** The bucket's name and where it is reached: as the path of the address, or in the name of its host. */
export function bucketAt(address: string) {
  const url = new URL(address)
  const name = url.pathname.split('/').find(Boolean)
  return name === undefined
    ? { bucket: address, options: { bucketEndpoint: true } }
    : { bucket: name, options: { endpoint: url.origin, forcePathStyle: true } }
}

/** The SDK is loaded with the first request, and not at all without S3_URL: it takes 20 MB of memory. */
async function loadClient({ url, region, accessKey, secretKey }: S3Settings) {
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const s3: S3 = new sdk.S3({
    ...bucketAt(url).options,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    maxAttempts: 3,
    // Every body is signed with its SHA-256, which all stores check; further checksums are refused by some.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectWithinMs,
      requestTimeout: answerWithinMs,
      throwOnRequestTimeout: true,
    },
  })
  const serviceError = (error: unknown): S3ServiceException | undefined =>
    error instanceof sdk.S3ServiceException ? error : undefined
  return { s3, Upload, serviceError }
}

type Client = Awaited<ReturnType<typeof loadClient>>

/** The reason without the words of the store: some put into them what was signed. */
function reasonOf(error: unknown, { serviceError }: Client): string {
  const answered = serviceError(error)
  if (answered !== undefined) return `${answered.$metadata.httpStatusCode ?? ''} ${answered.name}`.trim()
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return code ?? error.name
}

function wordsFor(error: unknown, client: Client, bucketUrl: string): string {
  const { origin } = new URL(bucketUrl)
  const reason = reasonOf(error, client)
  const answered = client.serviceError(error)
  const status = answered?.$metadata.httpStatusCode
  if (status === 403) return `The object storage at ${origin} refuses S3_ACCESS_KEY or S3_SECRET_KEY (${reason})`
  if (status === 404) return `The object storage has no bucket at ${bucketUrl}: make it, or correct S3_URL`
  if (status === 301 || answered?.name === 'AuthorizationHeaderMalformed')
    return `The bucket at ${bucketUrl} is in another region than S3_REGION says (${reason})`
  return `The object storage at ${origin} does not answer as it should (${reason})`
}

/** Counts and hashes a stream as it is read, and keeps its error apart from those of the store. */
function measured(stream: Readable) {
  const hash = createHash('sha256')
  const result: { bytes: number; failure?: { error: unknown } } = { bytes: 0 }
  async function* chunks() {
    try {
      for await (const chunk of bytesOf(stream)) {
        hash.update(chunk)
        result.bytes += chunk.length
        yield chunk
      }
    } catch (error) {
      // A body that the store does not want any more is destroyed, which is no error of the stream.
      if (stream.errored === error) result.failure = { error }
      throw error
    }
  }
  return { body: Readable.from(chunks(), { objectMode: false }), hash, result }
}

/** Files as objects of one bucket, under the same names as in a local folder. */
export function s3Files({ settings, log }: { settings: S3Settings; log: Log }): FileStore {
  const { bucket: Bucket } = bucketAt(settings.url)
  let loading: Promise<Client> | undefined
  const load = () => (loading ??= loadClient(settings))

  /** Every failure of the store is one refusal to the caller and one line in the log. */
  function refuseAway(error: unknown, client: Client, doing: string): never {
    log.error({ reason: reasonOf(error, client), doing }, 'The object storage failed')
    refuse('file.storeAway', undefined, { retryAfterSeconds: 10 })
  }

  async function asking<T>(doing: string, work: (client: Client) => Promise<T>): Promise<T> {
    const client = await load()
    try {
      return await work(client)
    } catch (error) {
      refuseAway(error, client, doing)
    }
  }

  /** The body of an object; null where there is none. A bucket that is missing is a failure. */
  async function open(id: string) {
    const Key = keyOf(id)
    return asking('get', async ({ s3, serviceError }) => {
      try {
        return (await s3.getObject({ Bucket, Key })).Body ?? null
      } catch (error) {
        const answered = serviceError(error)
        if (answered?.$metadata.httpStatusCode === 404 && answered.name !== 'NoSuchBucket') return null
        throw error
      }
    })
  }

  return {
    async put(id, bytes) {
      const Key = keyOf(id)
      await asking('put', ({ s3 }) => s3.putObject({ Bucket, Key, Body: bytes, ContentType: mediaType }))
    },
    async putStream(id, stream) {
      const Key = keyOf(id)
      const client = await load()
      const { body, hash, result } = measured(stream)
      const params = { Bucket, Key, Body: body, ContentType: mediaType }
      try {
        // It takes an unfinished upload back when it fails.
        await new client.Upload({ client: client.s3, params, partSize: partBytes, queueSize: partsUnderWay }).done()
      } catch (error) {
        body.destroy()
        stream.destroy()
        if (result.failure !== undefined) throw result.failure.error
        refuseAway(error, client, 'upload')
      }
      return { bytes: result.bytes, sha256: hash.digest() }
    },
    async get(id) {
      const body = await open(id)
      return body === null ? null : Buffer.from(await asking('read', () => body.transformToByteArray()))
    },
    async getStream(id) {
      const body = await open(id)
      // The answer itself is not marked as destroyed when its reader leaves.
      return body instanceof Readable ? Readable.from(body, { objectMode: false }) : null
    },
    async remove(id) {
      const Key = keyOf(id)
      await asking('remove', ({ s3 }) => s3.deleteObject({ Bucket, Key }))
    },
    async *list() {
      let next: string | undefined
      do {
        const ContinuationToken = next
        const page = await asking('list', ({ s3 }) => s3.listObjectsV2({ Bucket, ContinuationToken }))
        for (const { Key: key = '', LastModified: at } of page.Contents ?? []) {
          const id = idIn(key)
          if (id !== undefined && at !== undefined) yield { id, at: at.getTime() }
        }
        next = page.NextContinuationToken
      } while (next !== undefined)
    },
    async removeUnfinished(before) {
      const { Uploads = [] } = await asking('list', ({ s3 }) => s3.listMultipartUploads({ Bucket }))
      for (const { Key = '', UploadId, Initiated } of Uploads) {
        if (idIn(Key) === undefined || Initiated === undefined || Initiated.getTime() >= before) continue
        await asking('abort', ({ s3 }) => s3.abortMultipartUpload({ Bucket, Key, UploadId }))
      }
    },
    async check() {
      const client = await load()
      const object = { Bucket, Key: 'brigade-check' }
      try {
        await client.s3.putObject({ ...object, Body: 'Written and removed at each start', ContentType: 'text/plain' })
        await client.s3.deleteObject(object)
        return null
      } catch (error) {
        return wordsFor(error, client, settings.url)
      }
    },
  }
}
