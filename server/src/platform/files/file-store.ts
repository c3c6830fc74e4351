import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Bytes by id. What a file is, and whose, is a row of the table `file`. */
export type FileStore = Readonly<{
  /** On stable storage when it resolves. */
  put: (id: string, bytes: Buffer) => Promise<void>
  /** Null where there is none. */
  get: (id: string) => Promise<Buffer | null>
  /** For what is too big to hold. On stable storage when it resolves; nothing is there when it rejects. */
  putStream: (id: string, body: Readable, signal?: AbortSignal) => Promise<{ bytes: number; sha256: Buffer }>
  /** Null where there is none. */
  getStream: (id: string) => Promise<Readable | null>
  remove: (id: string) => Promise<void>
}>

const fileId = /^[a-z0-9]{20,40}$/

/** Files in a local folder, two levels deep. Ids are ours, so a name never comes from outside. */
export function localFiles(folder: string): FileStore {
  const place = (id: string) => {
    if (!fileId.test(id)) throw new Error(`not a file id: ${id.slice(0, 40)}`)
    return path.join(folder, id.slice(0, 2), id)
  }
  return {
    async put(id, bytes) {
      const target = place(id)
      await mkdir(path.dirname(target), { recursive: true })
      // Written beside and renamed, so that a file is there whole or not at all.
      const draft = `${target}.new`
      const handle = await open(draft, 'w')
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, target)
    },
    async get(id) {
      try {
        return await readFile(place(id))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    async putStream(id, body, signal) {
      const target = place(id)
      await mkdir(path.dirname(target), { recursive: true })
      const draft = `${target}.new`
      const handle = await open(draft, 'w')
      const hash = createHash('sha256')
      let bytes = 0
      try {
        await pipeline(
          body,
          async (chunks: AsyncIterable<Buffer>) => {
            for await (const chunk of chunks) {
              hash.update(chunk)
              bytes += chunk.length
              await handle.writeFile(chunk)
            }
            await handle.sync()
          },
          signal === undefined ? {} : { signal },
        )
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      } finally {
        await handle.close()
      }
      await rename(draft, target)
      return { bytes, sha256: hash.digest() }
    },
    async getStream(id) {
      try {
        const handle = await open(place(id))
        return handle.createReadStream()
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    async remove(id) {
      await rm(place(id), { force: true })
    },
  }
}
