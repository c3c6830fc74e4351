import { Readable } from 'node:stream'
import type { DeviceFiles } from '../../platform/device-door/device-file-door.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { findAddressedDocument } from './document.store.ts'

/** Serves the documents of recipes that commands told ovens to fetch. */
export const recipeDocuments: DeviceFiles = async ({ db, clock }, token) => {
  const found = await findAddressedDocument(db, hashOf(token), clock.now())
  if (found === undefined) return undefined
  const { bytes, sha256 } = found
  return {
    bytes: bytes.length,
    etag: `"${sha256.toString('hex').slice(0, 32)}"`,
    read: ({ from, most }) =>
      Promise.resolve(Readable.from([bytes.subarray(from, from + most)], { objectMode: false })),
  }
}
