import type { Words } from '@brigade/contract/locale.ts'
import { cacheKey, type CachedDb } from '../../platform/caches.ts'
import { findPublished } from '../../thing-model/thing-model.store.ts'
import { listProductNames } from './row/live-figures.store.ts'

/** Dropped when names or thing models change. */
export const wallNamesCache = cacheKey(() => ({
  products: new Map<string, Words>(),
  services: new Map<string, ReadonlyMap<string, Words>>(),
}))

/** Names of product models; a second call for known ones reads nothing. */
export async function productNames({ db, caches }: CachedDb, ids: readonly string[]): Promise<(id: string) => Words> {
  const { products } = caches.of(wallNamesCache)
  const unknown = [...new Set(ids)].filter((id) => !products.has(id))
  if (unknown.length > 0) for (const { id, en, zh } of await listProductNames(db, unknown)) products.set(id, { en, zh })
  return (id) => products.get(id) ?? { en: id, zh: id }
}

/** The name of a service of a product, as its thing model has it now. */
export async function serviceName({ db, caches }: CachedDb, productId: string, identifier: string): Promise<Words> {
  const { services } = caches.of(wallNamesCache)
  const known =
    services.get(productId) ??
    new Map(
      ((await findPublished(db, productId))?.model.services ?? []).map((service) => [service.identifier, service.name]),
    )
  services.set(productId, known)
  return known.get(identifier) ?? { en: identifier, zh: identifier }
}
