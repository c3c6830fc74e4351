import { cacheKey, type CachedDb } from '../platform/caches.ts'
import { listProductFacts, type ProductFacts } from './product.store.ts'

/** Cached, because there are few products, and each list of devices reads them. */
export const productFactsCache = cacheKey<{ reading?: Promise<ReadonlyMap<string, ProductFacts>> | undefined }>(
  () => ({}),
)

/** The facts of a product from memory. They are read again if the product is newer than the cache. */
export async function productFacts(cached: CachedDb, productId: string): Promise<ProductFacts> {
  const { reading = remember(cached) } = cached.caches.of(productFactsCache)
  const known = (await reading).get(productId) ?? (await remember(cached)).get(productId)
  // A device's product is a foreign key, so it exists.
  if (known === undefined) throw new Error(`Product ${productId} is not there`)
  return known
}

function remember({ db, caches }: CachedDb): Promise<ReadonlyMap<string, ProductFacts>> {
  const cache = caches.of(productFactsCache)
  const reading = listProductFacts(db).then((all) => new Map(all.map((facts) => [facts.id, facts])))
  cache.reading = reading
  reading.catch(() => (cache.reading = undefined))
  return reading
}
