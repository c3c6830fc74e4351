import { sql, type RawBuilder } from 'kysely'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { longTransaction, transaction } from '../../platform/db/transaction.ts'

/** Returns the organisation of which devices are counted: it is within the caller's, and within each one that a filter names. */
async function narrowest(db: Db, ids: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::bigint[]) as id
    where not exists (
      select from unnest(${ids}::bigint[]) as above
      where not exists (select from organisation_tree t where t.ancestor_id = above and t.descendant_id = id))
    limit 1`.execute(db)
  return rows[0]?.id
}

type TotalFilters = Readonly<{
  below?: readonly string[]
  productId?: string | undefined
  seriesId?: string | undefined
}>
export type StateCount = Readonly<{ online: boolean; workState: number; devices: number }>

/**
 * The number of installed devices by state, from the totals in the database: of an organisation and all below it,
 * limited to what is below each of the other given ones too. State -1 stands for none.
 */
export async function countByState(
  db: Db,
  scope: DataScope,
  kind: DeviceKind,
  filters: TotalFilters = {},
): Promise<readonly StateCount[]> {
  const among = await totalsAmong(db, scope, kind, filters)
  if (among === undefined) return []
  const { rows } = await sql<StateCount>`
    select online, work_state, sum(within)::int as devices from ${among} group by 1, 2`.execute(db)
  return rows
}

/** The same by product, the most first. `workState` is one of devices that are online. */
export async function countByProduct(
  db: Db,
  scope: DataScope,
  kind: DeviceKind,
  { online, workState, ...filters }: TotalFilters & Readonly<{ online?: boolean | undefined; workState?: number }>,
): Promise<readonly Readonly<{ id: string; devices: number }>[]> {
  const among = await totalsAmong(db, scope, kind, filters)
  if (among === undefined) return []
  const isOf = [
    ...(online === undefined ? [] : [sql`online = ${online}`]),
    ...(workState === undefined ? [] : [sql`online and work_state = ${workState}`]),
  ]
  const { rows } = await sql<{ id: string; devices: number }>`
    select product_id as id, sum(within)::int as devices from ${among} ${isOf.length === 0 ? sql`` : sql`and ${sql.join(isOf, sql` and `)}`}
    group by 1 having sum(within) > 0 order by 2 desc, 1`.execute(db)
  return rows
}

/** The totals that the filters leave, as a table with its conditions. Undefined: no organisation is within all that are named. */
async function totalsAmong(
  db: Db,
  scope: DataScope,
  kind: DeviceKind,
  { below = [], productId, seriesId }: TotalFilters,
): Promise<RawBuilder<unknown> | undefined> {
  const organisationId =
    below.length === 0 ? scope.organisationId : await narrowest(db, [scope.organisationId, ...below])
  if (organisationId === undefined) return undefined
  const among = sql`device_total_now where organisation_id = ${organisationId} and kind = ${kind}`
  const ofProduct = productId === undefined ? sql`` : sql`and product_id = ${productId}`
  const ofSeries =
    seriesId === undefined ? sql`` : sql`and product_id in (select id from product where series_id = ${seriesId})`
  return sql`${among} ${ofProduct} ${ofSeries}`
}

export const areTotalsChanged = () => sql<boolean>`exists (select from device_total_change)`

/** Adds the changes since the last time to the totals. Returns their number. */
export async function foldTotals(db: Db): Promise<number> {
  // After hours without a worker there are many changes to fold.
  return longTransaction(db, async (trx) => {
    const { rows } = await sql<{ folded: number }>`select fold_device_totals() as folded`.execute(trx)
    return rows[0]?.folded ?? 0
  })
}

/** Every list reads the changes, so the space of folded ones is reclaimed sooner than autovacuum would. */
export async function vacuumTotals(db: Db): Promise<void> {
  await sql`vacuum (analyze) device_total_change`.execute(db)
}

/** Deletes totals of states without devices, and of deleted organisations. */
export async function dropEmptyTotals(db: Db): Promise<void> {
  await transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('device_total'))`.execute(trx)
    await sql`
      delete from device_total
      where own = 0 and within = 0 or not exists (select from organisation where id = device_total.organisation_id)`.execute(
      trx,
    )
  })
}
