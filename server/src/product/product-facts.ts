import type { Db } from '../platform/db/database.ts'
import { listProductFacts, type ProductFacts } from './product.store.ts'

// Products are few and read with every list of devices.
const caches = new WeakMap<Db, Promise<ReadonlyMap<string, ProductFacts>>>()

const read = async (db: Db) => new Map((await listProductFacts(db)).map((facts) => [facts.id, facts]))

/** What to show of a product, from memory; read again when it is one made since. */
export async function productFacts(db: Db, productId: string): Promise<ProductFacts> {
  const known = (await (caches.get(db) ?? remember(db))).get(productId) ?? (await remember(db)).get(productId)
  // A device's product is a foreign key, so it is always there.
  if (known === undefined) throw new Error(`Product ${productId} is not there`)
  return known
}

function remember(db: Db): Promise<ReadonlyMap<string, ProductFacts>> {
  const reading = read(db)
  caches.set(db, reading)
  reading.catch(() => caches.delete(db))
  return reading
}

/** For NOTIFY `names`, and whenever the connection that listens was lost. */
export function forgetProductFacts(db: Db): void {
  caches.delete(db)
}
