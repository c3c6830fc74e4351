import { cacheKey, type CachedDb } from '../platform/caches.ts'
import { listOrganisationNames } from './organisation.store.ts'

/** Each row of a device list names its customer. A lookup here instead of a join doubles the lists per second. */
export const organisationNameCache = cacheKey(() => ({ names: new Map<string, string>() }))
const most = 50_000

/** Names of organisations by id. Unknown ids are left out. */
export async function organisationNames(
  { db, caches }: CachedDb,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const cache = caches.of(organisationNameCache)
  if (cache.names.size > most) cache.names = new Map()
  // This read writes into the map that existed when it began. A notification meanwhile drops that map.
  const cached = cache.names
  const names = new Map<string, string>()
  const missing: string[] = []
  for (const id of new Set(ids)) {
    const name = cached.get(id)
    if (name === undefined) missing.push(id)
    else names.set(id, name)
  }
  for (const { id, name } of await listOrganisationNames(db, missing)) {
    cached.set(id, name)
    names.set(id, name)
  }
  return names
}
