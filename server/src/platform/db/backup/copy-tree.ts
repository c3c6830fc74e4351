import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../../error-code.ts'

const chunkBytes = 1_048_576
const copiesAtOnce = 8

/**
 * Copies one file and returns the facts of the written copy: the original may change meanwhile. It is on stable storage
 * after `syncTree`.
 */
export async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  const source = await open(from, 'r')
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const target = await open(to, 'wx', 0o600)
    try {
      const hash = createHash('sha256')
      const chunk = Buffer.allocUnsafe(chunkBytes)
      let bytes = 0
      for (;;) {
        const { bytesRead } = await source.read(chunk, 0, chunkBytes)
        if (bytesRead === 0) break
        const read = chunk.subarray(0, bytesRead)
        hash.update(read)
        await target.writeFile(read)
        bytes += bytesRead
      }
      return { bytes, sha256: hash.digest('hex') }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) hash.update(Buffer.from(chunk))
  return hash.digest('hex')
}

/**
 * Yields everything below a folder with its relative path, separated by slashes; a folder comes before its content.
 * Entries that disappear during the walk are left out.
 */
export async function* walkTree(
  folder: string,
  { enters = () => true, path = '' }: { enters?: (path: string) => boolean; path?: string } = {},
): AsyncGenerator<{ path: string; isFolder: boolean }> {
  let entries
  try {
    entries = await opendir(join(folder, path))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  for await (const entry of entries) {
    const inside = path === '' ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory()) {
      yield { path: inside, isFolder: true }
      if (enters(inside)) yield* walkTree(folder, { enters, path: inside })
    } else if (entry.isFile()) yield { path: inside, isFolder: false }
  }
}

/** Does the work for each item with some concurrency; the first failure ends it. */
export async function forEach<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  try {
    for await (const item of items) {
      const working = work(item).finally(() => underWay.delete(working))
      // The rejection is handled below; until then it must not end the process.
      working.catch(() => undefined)
      underWay.add(working)
      if (underWay.size >= copiesAtOnce) await Promise.race(underWay)
    }
    await Promise.all(underWay)
  } finally {
    await Promise.allSettled(underWay)
  }
}

async function syncOne(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Flushes a folder with all its content to stable storage: at once if the system can do that, because a thousand single
 * flushes take long.
 */
export async function syncTree(folder: string): Promise<void> {
  if (process.platform === 'linux' && spawnSync('sync', ['-f', folder], { stdio: 'ignore' }).status === 0) return
  await forEach(walkTree(folder), ({ path }) => syncOne(join(folder, path)))
  await syncOne(folder)
}
