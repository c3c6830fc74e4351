import { sql, type Insertable } from 'kysely'
import type { SeriesDraft } from '@brigade/contract/product/product.model.ts'
import type { Database, Db } from '../platform/db/database.ts'
import { spellingOf } from '../system/area/spell-name.ts'

/** Serialises the seeding of processes that start at once. Locked to the end of the transaction. */
export async function lockSeeding(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('seed'))`.execute(db)
}

/** The keys of products that an earlier version added, deleted or not. */
export async function listSeededKeys(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('productSeed').select('productKey').execute()
  return new Set(rows.map(({ productKey }) => productKey))
}

export async function rememberSeeded(db: Db, productKey: string, at: number): Promise<void> {
  await db
    .insertInto('productSeed')
    .values({ productKey, seededAt: new Date(at).toISOString() })
    .execute()
}

/**
 * The id of the series of a code, made if it is missing; undefined if its names belong to another series, or the code
 * to another kind.
 */
export async function ensureSeries(db: Db, { name, code, kind }: SeriesDraft, at: number): Promise<string | undefined> {
  const now = new Date(at).toISOString()
  await db
    .insertInto('productSeries')
    .values({
      name: name.zh,
      enName: name.en,
      spelling: spellingOf(name.zh),
      code,
      category: kind,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('productSeries')
    .select('id')
    .where(sql`lower(code)`, '=', sql`lower(${code}::text)`)
    .where('category', '=', kind)
    .executeTakeFirst()
  return row?.id
}

export type SeedDraft = Omit<
  Insertable<Database['product']>,
  'name' | 'enName' | 'spelling' | 'createdAt' | 'updatedAt'
> &
  Readonly<{ name: Readonly<{ en: string; zh: string }> }>

/** Returns its id; undefined if its key or a name belongs to another product. */
export async function ensureProduct(db: Db, { name, ...draft }: SeedDraft, at: number): Promise<string | undefined> {
  const now = new Date(at).toISOString()
  const row = await db
    .insertInto('product')
    .values({ ...draft, name: name.zh, enName: name.en, spelling: spellingOf(name.zh), createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Products of these keys that have no picture. */
export async function listUnpictured(db: Db, productKeys: readonly string[]) {
  const { rows } = await sql<{ id: string; productKey: string; enName: string; createdMs: number }>`
    select id::text, product_key, en_name, (extract(epoch from created_at) * 1000)::float8 as created_ms from product
    where image_file_id is null and product_key = any(${productKeys}::text[]) order by id`.execute(db)
  return rows
}

/** Only products without a picture get one. */
export async function writePicture(db: Db, id: string, imageFileId: string): Promise<void> {
  await db.updateTable('product').set({ imageFileId }).where('id', '=', id).where('imageFileId', 'is', null).execute()
}
