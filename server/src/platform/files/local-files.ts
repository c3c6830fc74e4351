import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '../error-code.ts'
import { refuse } from '../refusal.ts'
import { bytesOf } from './chunks.ts'
import { privateFolderMode, privateMode } from './private-file.ts'
import { isFileId, keyOf, type FileStore, type StoredStream } from './file-store.ts'

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes to a temporary name and renames it. */
async function write(target: string, chunks: AsyncIterable<Buffer>): Promise<StoredStream> {
  const draft = `${target}.new`
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  let bytes = 0
  try {
    await mkdir(path.dirname(target), { recursive: true, mode: privateFolderMode })
    const handle = await open(draft, 'w', privateMode)
    try {
      for await (const chunk of chunks) {
        sha256.update(chunk)
        md5.update(chunk)
        bytes += chunk.length
        await handle.writeFile(chunk)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, target)
    await syncFolder(path.dirname(target))
  } catch (error) {
    await rm(draft, { force: true })
    if (['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')) refuse('file.storeFull')
    throw error
  }
  return { bytes, sha256: sha256.digest(), md5: md5.digest() }
}

/** All files, complete or unfinished. */
async function* filesIn(folder: string): AsyncGenerator<{ name: string; place: string }> {
  let levels
  try {
    levels = await opendir(folder)
  } catch (error) {
    // Nothing has been stored yet.
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  for await (const level of levels) {
    if (!level.isDirectory()) continue
    const inside = path.join(folder, level.name)
    for await (const entry of await opendir(inside)) yield { name: entry.name, place: path.join(inside, entry.name) }
  }
}

/** Undefined if the file was removed meanwhile. */
const changedAt = (place: string) =>
  stat(place).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )

/**
 * Stores files in a local folder, two levels deep. Each is written under a temporary name and renamed, so that a file
 * exists completely or not at all.
 */
export function localFiles(folder: string): FileStore {
  const placeOf = (id: string) => path.join(folder, keyOf(id))
  return {
    async put(id, bytes) {
      await write(placeOf(id), single(bytes))
    },
    putStream: (id, stream) => write(placeOf(id), bytesOf(stream)),
    async get(id) {
      try {
        return await readFile(placeOf(id))
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return null
        throw error
      }
    },
    async getStream(id, from = 0) {
      const stream = createReadStream(placeOf(id), { start: from })
      const { promise, resolve, reject } = Promise.withResolvers<Readable | null>()
      stream.once('open', () => resolve(stream))
      stream.once('error', (error) => (errorCode(error) === 'ENOENT' ? resolve(null) : reject(error)))
      return promise
    },
    async remove(id) {
      await rm(placeOf(id), { force: true })
    },
    async *list() {
      for await (const { name, place } of filesIn(folder)) {
        const at = isFileId(name) ? await changedAt(place) : undefined
        if (at !== undefined) yield { id: name, at }
      }
    },
    async removeUnfinished(before) {
      for await (const { name, place } of filesIn(folder)) {
        const at = name.endsWith('.new') ? await changedAt(place) : undefined
        if (at !== undefined && at < before) await rm(place, { force: true })
      }
    },
    async check() {
      try {
        await mkdir(folder, { recursive: true, mode: privateFolderMode })
        // Api and worker check at the same moment, so each uses a separate file.
        const probe = path.join(folder, `check-${randomUUID()}.new`)
        await (await open(probe, 'w', privateMode)).close()
        await rm(probe)
        return null
      } catch (error) {
        return `Files cannot be kept in ${folder}: ${errorCode(error)}`
      }
    },
  }
}

async function* single(bytes: Buffer) {
  yield bytes
}
