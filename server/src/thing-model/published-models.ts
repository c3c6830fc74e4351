import { cacheKey, type CachedDb, type Caches } from '../platform/caches.ts'
import { findPublished, type PublishedModel } from './thing-model.store.ts'

type Kept = { reading: Promise<PublishedModel | undefined>; found?: PublishedModel }

/** Every report is checked against the model of its product. The cache returns the same object until the model changes. */
export const publishedModelCache = cacheKey(() => new Map<string, Kept>())

/** The newest published thing model of a product, from memory after the first time. */
export function publishedModel({ db, caches }: CachedDb, productId: string): Promise<PublishedModel | undefined> {
  const cache = caches.of(publishedModelCache)
  const known = cache.get(productId)
  if (known !== undefined) return known.reading
  const kept: Kept = { reading: findPublished(db, productId) }
  cache.set(productId, kept)
  // A product without a model may get one, and a failed read must not stay.
  const forget = () => cache.delete(productId)
  kept.reading.then((found) => {
    if (found === undefined) forget()
    else kept.found = found
  }, forget)
  return kept.reading
}

/** The same model without waiting, or undefined if it is not in memory. */
export const knownModel = (caches: Caches, productId: string): PublishedModel | undefined =>
  caches.of(publishedModelCache).get(productId)?.found
