import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { byName } from '../../platform/db/search.ts'

/** An organisation that does not carry all, at or above another, and its list. */
export type StoredLimit = Readonly<{
  /** The organisation that the list limits: its owner, or one below it. */
  organisationId: string
  timeZone: string | null
  /** The last day of the sell-off by product; null if the product is carried. */
  until: ReadonlyMap<string, string | null>
}>

/**
 * The lists that limit these organisations, from themselves up to the platform. An organisation without a limit carries
 * every model.
 */
export async function listLimits(db: Db, organisationIds: readonly string[]): Promise<StoredLimit[]> {
  if (organisationIds.length === 0) return []
  const { rows } = await sql<{
    organisationId: string
    timeZone: string | null
    products: string[]
    until: (string | null)[]
  }>`
    select t.descendant_id as organisation_id, known_time_zone(o.time_zone) as time_zone,
      array(select p.product_id::text from organisation_product p where p.organisation_id = o.id order by p.product_id) as products,
      array(select p.sell_until::text from organisation_product p where p.organisation_id = o.id order by p.product_id) as until
    from organisation_tree t join organisation o on o.id = t.ancestor_id and not o.carries_all
    where t.descendant_id = any (${organisationIds}::bigint[])`.execute(db)
  return rows.map(({ organisationId, timeZone, products, until }) => ({
    organisationId,
    timeZone,
    until: new Map(products.map((id, index) => [id, until[index] ?? null])),
  }))
}

/** The organisation's own list; whether it carries all, and its time zone. */
export async function findOwnList(db: Db, organisationId: string) {
  const [own, rows] = await Promise.all([
    db
      .selectFrom('organisation')
      .select(['carriesAll', sql<string | null>`known_time_zone(time_zone)`.as('timeZone')])
      .where('id', '=', organisationId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('organisationProduct')
      .select(['productId', sql<string | null>`sell_until::text`.as('sellUntil')])
      .where('organisationId', '=', organisationId)
      .execute(),
  ])
  return { ...own, until: new Map(rows.map(({ productId, sellUntil }) => [productId, sellUntil])) }
}

/** All models, by their Chinese names. */
export async function listModels(db: Db) {
  return db
    .selectFrom('product')
    .select(['id', 'name', 'enName', 'productKey', 'kind', 'enabled'])
    .orderBy(byName('product'))
    .orderBy('id')
    .execute()
}
export type Model = Awaited<ReturnType<typeof listModels>>[number]

export async function listModelsById(db: Db, ids: readonly string[]): Promise<Model[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('product')
    .select(['id', 'name', 'enName', 'productKey', 'kind', 'enabled'])
    .where('id', 'in', ids)
    .orderBy(byName('product'))
    .orderBy('id')
    .execute()
}

/** Installed devices, and stock that is not installed, of an organisation and everything below it. */
export async function countByModel(
  db: Db,
  organisationId: string,
): Promise<{ productId: string; devices: number; stock: number }[]> {
  const { rows } = await sql<{ productId: string; devices: number; stock: number }>`
    select product_id, (count(*) filter (where installed))::int as devices, (count(*) filter (where not installed))::int as stock
    from device_state
    where organisation_id in (select descendant_id from organisation_tree where ancestor_id = ${organisationId})
    group by product_id`.execute(db)
  return rows
}

/**
 * Locks the lists until the end of the transaction: sales read them concurrently and wait for a change, and a change
 * waits for sales.
 */
export async function holdLists(db: Db, { toChange }: { toChange: boolean }): Promise<void> {
  await (toChange
    ? sql`select pg_advisory_xact_lock(hashtext('organisation_product'))`.execute(db)
    : sql`select pg_advisory_xact_lock_shared(hashtext('organisation_product'))`.execute(db))
}

export async function setCarriesAll(db: Db, organisationId: string, carriesAll: boolean): Promise<void> {
  await db
    .updateTable('organisation')
    .set({ carriesAll })
    .where('id', '=', organisationId)
    .where('carriesAll', '!=', carriesAll)
    .execute()
}

export async function emptyList(db: Db, organisationId: string): Promise<void> {
  await db.deleteFrom('organisationProduct').where('organisationId', '=', organisationId).execute()
}

/** Adds models to the list, or updates them; rows without changes stay untouched. */
export async function writeList(
  db: Db,
  organisationId: string,
  productIds: readonly string[],
  sellUntil: string | null,
): Promise<void> {
  if (productIds.length === 0) return
  await sql`
    insert into organisation_product as p (organisation_id, product_id, sell_until)
    select ${organisationId}, unnest(${productIds}::bigint[]), ${sellUntil}::date
    on conflict (organisation_id, product_id) do update set sell_until = excluded.sell_until
    where p.sell_until is distinct from excluded.sell_until`.execute(db)
}
