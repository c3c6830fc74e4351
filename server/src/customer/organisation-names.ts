import type { Db } from '../platform/db/database.ts'
import { listOrganisationNames } from './organisation.store.ts'

// Each row of a device list names its customer; looking names up here instead of joining doubles the lists a second.
const caches = new WeakMap<Db, Map<string, string>>()
const most = 50_000

/** Names of organisations by id. Ids nobody has are left out. */
export async function organisationNames(db: Db, ids: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  let cache = caches.get(db)
  if (cache === undefined || cache.size > most) {
    cache = new Map()
    caches.set(db, cache)
  }
  const names = new Map<string, string>()
  const missing: string[] = []
  for (const id of new Set(ids)) {
    const name = cache.get(id)
    if (name === undefined) missing.push(id)
    else names.set(id, name)
  }
  // Into the map of this moment: what is read while a change is announced goes into one already dropped.
  for (const { id, name } of await listOrganisationNames(db, missing)) {
    cache.set(id, name)
    names.set(id, name)
  }
  return names
}

/** For NOTIFY `names`, and whenever the connection that listens was lost. */
export function forgetOrganisationNames(db: Db): void {
  caches.delete(db)
}
