import type { Db } from '../platform/db/database.ts'
import { findPublished, type PublishedModel } from './thing-model.store.ts'

// Every report of a device is checked against its product's model, so the model is at hand, the same object until it changes.
type Kept = { reading: Promise<PublishedModel | undefined>; found?: PublishedModel }
const caches = new WeakMap<Db, Map<string, Kept>>()

/** The newest published thing model of a product, from memory after the first time. */
export function publishedModel(db: Db, productId: string): Promise<PublishedModel | undefined> {
  let cache = caches.get(db)
  if (cache === undefined) {
    cache = new Map()
    caches.set(db, cache)
  }
  const known = cache.get(productId)
  if (known !== undefined) return known.reading
  const kept: Kept = { reading: findPublished(db, productId) }
  const remembered = cache
  remembered.set(productId, kept)
  // A product without a model may get one, and a failed read must not stay.
  const forget = () => remembered.delete(productId)
  kept.reading.then((found) => {
    if (found === undefined) forget()
    else kept.found = found
  }, forget)
  return kept.reading
}

/** The same without waiting; undefined where it is not in memory. */
export const knownModel = (db: Db, productId: string): PublishedModel | undefined =>
  caches.get(db)?.get(productId)?.found

/** For NOTIFY `names`, and whenever the connection that listens was lost. */
export function forgetPublishedModels(db: Db): void {
  caches.delete(db)
}
