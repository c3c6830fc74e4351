import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'

export async function countInHand(db: Db, accountId: string): Promise<number> {
  const { n } = await db
    .selectFrom('faultOpen')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('assigneeId', '=', accountId)
    .executeTakeFirstOrThrow()
  return n
}

type HandedOver = Readonly<{ id: string; month: string; deviceId: string; isPassed: boolean }>

/** A planned visit stays with the successor. A record that passes to nobody loses it and is only acknowledged. */
export async function reassign(
  trx: Transaction,
  { accountId, successorId, now }: Readonly<{ accountId: string; successorId: string | null; now: number }>,
): Promise<readonly HandedOver[]> {
  const { rows } = await sql<HandedOver>`
    with mine as materialized (
      select id, organisation_id from fault_open where assignee_id = ${accountId}::bigint order by id for update),
    checked as (
      select mine.id, exists (select from account a join organisation_tree t on t.ancestor_id = a.organisation_id
        where a.id = ${successorId}::bigint and t.descendant_id = mine.organisation_id) as is_passed
      from mine)
    update fault_open f set
      assignee_id = case when j.is_passed then ${successorId}::bigint end,
      visit = case when j.is_passed then f.visit end,
      handling = case when j.is_passed or f.handling <> 'in-hand' then f.handling else 'acknowledged' end,
      updated_at = greatest(${iso(now)}::timestamptz, f.updated_at + interval '1 millisecond')
    from checked j where j.id = f.id
    returning f.id::text as id, f.month::text as month, f.device_id::text as device_id, j.is_passed`.execute(trx)
  return rows
}

/** The history of each record names who deleted the account. */
export async function insertHandOver(
  trx: Transaction,
  records: readonly HandedOver[],
  { accountId, batchId, now }: Readonly<{ accountId: string; batchId: string; now: number }>,
): Promise<void> {
  await sql`
    insert into fault_act (month, fault_id, at, act, account_id, batch_id)
    select m, f, ${iso(now)}::timestamptz, case when p then 'assign' else 'release' end, ${accountId}::bigint, ${batchId}::uuid
    from unnest(${records.map(({ month }) => month)}::date[], ${records.map(({ id }) => id)}::bigint[],
      ${records.map(({ isPassed }) => isPassed)}::boolean[]) as w (m, f, p)
    order by f`.execute(trx)
}
