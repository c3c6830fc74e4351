import { cacheKey, type CachedDb } from '../../platform/caches.ts'
import type { DeviceFiles } from '../../platform/device-door/device-file-door.ts'
import { readOnce } from '../../platform/read-once.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { findAddressedDocument, findBytes, type StoredDocument } from './document.store.ts'

const maxKeptBytes = 8 * 1_048_576

/**
 * Documents by their SHA-256, because thousands of ovens fetch the same one within seconds, and the reads in progress.
 */
const keptDocuments = cacheKey(() => ({
  known: new Map<string, Buffer>(),
  reads: new Map<string, Promise<Buffer | undefined>>(),
  /** The bytes of all cached documents. */
  bytes: 0,
}))

/** Serves the documents of recipes that ovens fetch by an address in a command. */
export const recipeDocuments: DeviceFiles = async ({ db, caches, clock }, token) => {
  const found = await findAddressedDocument(db, hashOf(token), clock.now())
  const document = found && (await documentOf({ db, caches }, found))
  if (found === undefined || document === undefined) return undefined
  return {
    bytes: document.length,
    etag: `"${found.sha256.toString('hex').slice(0, 32)}"`,
    read: ({ from, most }) => Promise.resolve(document.subarray(from, from + most)),
  }
}

async function documentOf(
  { db, caches }: CachedDb,
  { id, sha256 }: Pick<StoredDocument, 'id' | 'sha256'>,
): Promise<Buffer | undefined> {
  const kept = caches.of(keptDocuments)
  const key = sha256.toString('base64')
  return (
    kept.known.get(key) ??
    readOnce(kept.reads, key, async () => {
      const bytes = await findBytes(db, id)
      if (bytes === undefined) return undefined
      if (kept.bytes + bytes.length > maxKeptBytes) {
        kept.known.clear()
        kept.bytes = 0
      }
      kept.known.set(key, bytes)
      kept.bytes += bytes.length
      return bytes
    })
  )
}
