import type { S3Settings } from '../settings.ts'
import { bucketAt, loadClient } from './s3-client.ts'

/** Small texts in the bucket of the files, under their own names, for data that must outlive the database. */
export type BucketTexts = Readonly<{
  /** Appends to a text. Only one process may do so at a time: of two concurrent ones one may be lost. */
  append: (name: string, text: string) => Promise<void>
  /** All texts that have this prefix, in the order of their names. */
  readAll: (prefix: string) => Promise<string[]>
}>

export function bucketTexts(settings: S3Settings): BucketTexts {
  const { bucket: Bucket } = bucketAt(settings.url)
  let loading: ReturnType<typeof loadClient> | undefined
  const load = () => (loading ??= loadClient(settings))

  async function read(Key: string): Promise<string> {
    const { s3, serviceError } = await load()
    try {
      return (await (await s3.getObject({ Bucket, Key })).Body?.transformToString()) ?? ''
    } catch (error) {
      const answered = serviceError(error)
      if (answered?.$metadata.httpStatusCode === 404 && answered.name !== 'NoSuchBucket') return ''
      throw error
    }
  }
  return {
    async append(name, text) {
      const { s3 } = await load()
      const Body = (await read(name)) + text
      await s3.putObject({ Bucket, Key: name, Body, ContentType: 'text/plain' })
    },
    async readAll(prefix) {
      const { s3 } = await load()
      const names: string[] = []
      let next: string | undefined
      do {
        const page = await s3.listObjectsV2({ Bucket, Prefix: prefix, ContinuationToken: next })
        names.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key])))
        next = page.NextContinuationToken
      } while (next !== undefined)
      const texts: string[] = []
      for (const name of names.toSorted()) texts.push(await read(name))
      return texts
    },
  }
}
