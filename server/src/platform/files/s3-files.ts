import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Log } from '../log.ts'
import { refuse } from '../refusal.ts'
import type { S3Settings } from '../settings.ts'
import { bytesOf } from './chunks.ts'
import { isFileId, keyOf, type FileStore, type StoredStream } from './file-store.ts'
import { bucketAt, failureText, loadClient, reasonOf, type Client } from './s3-client.ts'

/**
 * S3 accepts no smaller part except the last one. With two concurrent parts a stream needs about 24 MB, whatever its
 * length.
 */
const partBytes = 8_388_608
const partsUnderWay = 2
const mediaType = 'application/octet-stream'

/**
 * A storage that is silent for this long within an answer is away. Before its answer the client's own limit applies.
 */
const silentMs = 20_000

/** The chunks of an answer. The time that its reader needs does not count. */
async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  const chunks = bytesOf(body)
  for (;;) {
    const timer = setTimeout(() => body.destroy(new Error('The object storage fell silent')), silentMs)
    const next = await chunks.next().finally(() => clearTimeout(timer))
    if (next.done === true) return
    yield next.value
  }
}

/** The id under a key, if it is one of ours: a bucket may hold other objects. */
function idIn(key: string): string | undefined {
  const id = key.slice(key.indexOf('/') + 1)
  return isFileId(id) && key === keyOf(id) ? id : undefined
}

/** Counts and hashes a stream while it is read, and keeps its error separate from those of the store. */
function measured(stream: Readable) {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  const result: { bytes: number; failure?: { error: unknown } } = { bytes: 0 }
  async function* chunks() {
    try {
      for await (const chunk of bytesOf(stream)) {
        sha256.update(chunk)
        md5.update(chunk)
        result.bytes += chunk.length
        yield chunk
      }
    } catch (error) {
      // A body that the store abandons is destroyed, which is not an error of the stream.
      if (stream.errored === error) result.failure = { error }
      throw error
    }
  }
  return { body: Readable.from(chunks(), { objectMode: false }), sha256, md5, result }
}

/** Requests to one bucket; their failures become refusals. */
function bucketRequests(settings: S3Settings, log: Log) {
  const { bucket: Bucket } = bucketAt(settings.url)
  let loading: Promise<Client> | undefined
  const load = () => (loading ??= loadClient(settings))

  /** Every failure of the store is one refusal to the caller and one line in the log. */
  function refuseAway(error: unknown, client: Client, doing: string): never {
    log.error({ reason: reasonOf(error, client), doing }, 'The object storage failed')
    refuse('file.storeAway', undefined, { retryAfterSeconds: 10 })
  }

  async function request<T>(doing: string, work: (client: Client) => Promise<T>): Promise<T> {
    const client = await load()
    try {
      return await work(client)
    } catch (error) {
      refuseAway(error, client, doing)
    }
  }

  /** The body of an object; null if there is none. A missing bucket is a failure. */
  async function open(id: string, from = 0) {
    const Key = keyOf(id)
    return request('get', async ({ s3, serviceError }) => {
      try {
        return (await s3.getObject({ Bucket, Key, ...(from === 0 ? {} : { Range: `bytes=${from}-` }) })).Body ?? null
      } catch (error) {
        const answered = serviceError(error)
        if (answered?.$metadata.httpStatusCode === 404 && answered.name !== 'NoSuchBucket') return null
        throw error
      }
    })
  }
  return { Bucket, load, request, refuseAway, open }
}
type BucketRequests = ReturnType<typeof bucketRequests>

/** Uploads a stream in parts. */
async function upload(
  { Bucket, load, refuseAway }: BucketRequests,
  id: string,
  stream: Readable,
): Promise<StoredStream> {
  const Key = keyOf(id)
  const client = await load()
  const { body, sha256, md5, result } = measured(stream)
  const params = { Bucket, Key, Body: body, ContentType: mediaType }
  try {
    // A failed upload is aborted by the library.
    await new client.Upload({ client: client.s3, params, partSize: partBytes, queueSize: partsUnderWay }).done()
  } catch (error) {
    body.destroy()
    stream.destroy()
    if (result.failure !== undefined) throw result.failure.error
    refuseAway(error, client, 'upload')
  }
  return { bytes: result.bytes, sha256: sha256.digest(), md5: md5.digest() }
}

async function* listObjects({ Bucket, request }: BucketRequests): AsyncGenerator<Readonly<{ id: string; at: number }>> {
  let next: string | undefined
  do {
    const ContinuationToken = next
    const page = await request('list', ({ s3 }) => s3.listObjectsV2({ Bucket, ContinuationToken }))
    for (const { Key: key = '', LastModified: at } of page.Contents ?? []) {
      const id = idIn(key)
      if (id !== undefined && at !== undefined) yield { id, at: at.getTime() }
    }
    next = page.NextContinuationToken
  } while (next !== undefined)
}

/** Files as objects of one bucket, under the same names as in a local folder. */
export function s3Files({ settings, log }: { settings: S3Settings; log: Log }): FileStore {
  const bucket = bucketRequests(settings, log)
  const { Bucket, load, request, open } = bucket
  return {
    async put(id, bytes) {
      const Key = keyOf(id)
      await request('put', ({ s3 }) => s3.putObject({ Bucket, Key, Body: bytes, ContentType: mediaType }))
    },
    putStream: (id, stream) => upload(bucket, id, stream),
    async get(id) {
      const body = await open(id)
      if (!(body instanceof Readable)) return null
      return Buffer.concat(await request('read', () => Array.fromAsync(chunksOf(body))))
    },
    async getStream(id, from = 0) {
      const body = await open(id, from)
      // The response itself is not marked as destroyed when its reader leaves.
      return body instanceof Readable ? Readable.from(chunksOf(body), { objectMode: false }) : null
    },
    async remove(id) {
      const Key = keyOf(id)
      await request('remove', ({ s3 }) => s3.deleteObject({ Bucket, Key }))
    },
    list: () => listObjects(bucket),
    async removeUnfinished(before) {
      const { Uploads = [] } = await request('list', ({ s3 }) => s3.listMultipartUploads({ Bucket }))
      for (const { Key = '', UploadId, Initiated } of Uploads) {
        if (idIn(Key) === undefined || Initiated === undefined || Initiated.getTime() >= before) continue
        await request('abort', ({ s3 }) => s3.abortMultipartUpload({ Bucket, Key, UploadId }))
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
        return failureText(error, client, settings.url)
      }
    },
  }
}
