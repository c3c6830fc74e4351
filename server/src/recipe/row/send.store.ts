import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { seenInList, type CallerScope } from '../../customer/data-scope.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { isOfLine } from '../sync/change.store.ts'
import { pairs, type Pair } from '../sync/sync.store.ts'

/** Ovens within the scope. */
export async function listOvensOf(db: Db, scope: CallerScope, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.device_id::text as id from device_state s
    where s.device_id = any(${deviceIds}::bigint[]) and s.kind = 'oven' and ${(await seenInList(db, scope))('s.organisation_id')}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export type WantedPair = Readonly<{
  recipeId: string
  deviceId: string
  sn: string
  deviceName: string
  productId: string
  isOfLine: boolean
  held: number | null
}>

/** Each recipe with each oven: of these ovens, or of all that these organisations and those below have. */
export async function listWantedPairs(
  db: Db,
  recipeIds: readonly string[],
  selection: Readonly<{ deviceIds: readonly string[] } | { organisationIds: readonly string[] }>,
  most: number,
): Promise<WantedPair[]> {
  const ovens =
    'deviceIds' in selection
      ? sql`select s.* from device_state s where s.device_id = any(${selection.deviceIds}::bigint[]) and s.kind = 'oven'`
      : sql`select distinct s.* from device_state s join organisation_tree o on o.descendant_id = s.organisation_id
          where o.ancestor_id = any(${selection.organisationIds}::bigint[]) and s.kind = 'oven'`
  const { rows } = await sql<WantedPair>`
    select r.id::text as recipe_id, s.device_id::text as device_id, dev.sn, dev.name as device_name, s.product_id::text as product_id,
      ${isOfLine} as is_of_line, d.held_version as held
    from (${ovens}) as s join device dev on dev.id = s.device_id cross join recipe r
    left join recipe_device d on d.device_id = s.device_id and d.recipe_id = r.id
    where r.id = any(${recipeIds}::bigint[]) order by r.id, s.device_id limit ${most}`.execute(db)
  return rows
}

/** The account that made the request, and when. `accountId` is null for an app user, whom the ledger does not name. */
export type Asked = Readonly<{ accountId: string | null; now: number }>

/** The pairs are wanted manually. A manual removal of them is cancelled. */
export async function insertByHand(trx: Transaction, some: readonly Pair[], { accountId, now }: Asked): Promise<void> {
  await sql`delete from recipe_excluded x using ${pairs(some)} where x.device_id = p.device_id and x.recipe_id = p.recipe_id`.execute(
    trx,
  )
  await sql`
    insert into recipe_device as d (device_id, recipe_id, organisation_id, by_hand, state, changed_at, asked_by)
    select s.device_id, p.recipe_id, s.organisation_id, true, 'waiting', ${iso(now)}::timestamptz, ${accountId}::bigint
    from ${pairs(some)} join device_state s on s.device_id = p.device_id order by s.device_id, p.recipe_id
    on conflict (device_id, recipe_id) do update
      set by_hand = true, tries = 0, refusals = 0, due_at = null, asked_by = excluded.asked_by`.execute(trx)
}

/** Removes pairs manually, and excludes them from sets. */
export async function excludePairs(trx: Transaction, some: readonly Pair[], accountId: string): Promise<void> {
  await sql`
    insert into recipe_excluded (device_id, recipe_id)
    select distinct p.device_id, p.recipe_id from ${pairs(some)} join recipe_device d
      on d.device_id = p.device_id and d.recipe_id = p.recipe_id
    on conflict do nothing`.execute(trx)
  await sql`
    update recipe_device d set by_hand = false, by_target = false, asked_by = ${accountId}::bigint from ${pairs(some)}
    where d.device_id = p.device_id and d.recipe_id = p.recipe_id`.execute(trx)
}

/** The pairs of a recipe within the scope: of these ovens, or of all; `failed`: only those that failed. */
export async function listPairsOf(
  db: Db,
  scope: CallerScope,
  recipeIds: readonly string[],
  { deviceIds, failed = false }: Readonly<{ deviceIds?: readonly string[] | undefined; failed?: boolean }>,
): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select d.device_id::text as device_id, d.recipe_id::text as recipe_id from recipe_device d
    where d.recipe_id = any(${recipeIds}::bigint[]) and ${(await seenInList(db, scope))('d.organisation_id')}
      ${deviceIds === undefined ? sql`` : sql`and d.device_id = any(${deviceIds}::bigint[])`}
      ${failed ? sql`and d.state = 'failed'` : sql``}
    order by d.device_id, d.recipe_id`.execute(db)
  return rows
}

/** Resets the count of tries. */
export async function resetTries(trx: Transaction, some: readonly Pair[], { accountId, now }: Asked): Promise<void> {
  const at = sql`${iso(now)}::timestamptz`
  await sql`
    update recipe_device d set tries = 0, refusals = 0, due_at = null, reason = null, code = null, changed_at = ${at},
      asked_by = ${accountId}::bigint,
      state = case when d.state <> 'failed' then d.state when d.wanted_version is null then 'removing'
        when d.held_version is null then 'waiting' else 'behind' end
    from ${pairs(some)} where d.device_id = p.device_id and d.recipe_id = p.recipe_id`.execute(trx)
  await sql`
    update recipe_oven o set due_at = ${at}, tries = 0, lists = 0 from (select distinct device_id from ${pairs(some)}) as w
    where o.device_id = w.device_id`.execute(trx)
}

/** Publishing was cancelled, and ovens are to lose it: they and the sets no longer ask for it until it is sent again. */
export async function endWanting(trx: Transaction, recipeIds: readonly string[], accountId: string): Promise<void> {
  await sql`
    update recipe_device set by_hand = false, by_target = false, asked_by = ${accountId}::bigint
    where recipe_id = any(${recipeIds}::bigint[])`.execute(trx)
}

/** Whether ovens have one of these recipes, are to get it or to lose it: of those that are not published, which alone can be deleted. */
export async function areOnOvens(db: Db, scope: CallerScope, recipeIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from recipe_device d join recipe r on r.id = d.recipe_id
    where r.id = any(${recipeIds}::bigint[]) and r.published_version is null and r.removed_at is null
      and ${(await seenInList(db, scope))('r.organisation_id')} limit 1`.execute(db)
  return rows.length > 0
}
