import { iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { Untold } from './untold.store.ts'

/** It is sent once no more has come for this long, or when the first has waited for the maximum. */
const quietMs = 30_000
/** … this. */
const longestMs = 5 * minuteMs

/** `from` and `to`: when it was; `at`: when it became known. */
export type LateNews = Untold & Readonly<{ kind: 'past' | 'withdrawn'; from: string; to: string; at: string }>

/**
 * Takes late news for people, the most urgent first for each. Records that were acknowledged, shelved, closed or
 * withdrawn meanwhile are left out; an occurrence has its present times.
 */
export async function listLateNews(trx: Transaction, now: number): Promise<readonly LateNews[]> {
  const { rows } = await sql<LateNews>`
    with ready as materialized (
      select u.account_id from fault_untold u where u.kind <> 'raised' group by u.account_id
      having max(u.at) <= ${iso(now - quietMs)}::timestamptz or min(u.at) <= ${iso(now - longestMs)}::timestamptz),
    due as (
      select u.account_id, u.fault_id, u.kind, u.excursion from fault_untold u join ready r on r.account_id = u.account_id
      where u.kind <> 'raised' and not exists (select from fault_notified n where n.account_id = u.account_id
        and n.notified_at > ${iso(now)}::timestamptz - interval '1 minute')
      order by u.account_id, u.fault_id, u.excursion limit 5000 for update of u skip locked),
    gone as (
      delete from fault_untold u using due
      where (u.account_id, u.fault_id, u.kind, u.excursion) = (due.account_id, due.fault_id, due.kind, due.excursion) returning u.*),
    record as (
      select g.account_id, g.kind, g.at, o.id, o.month, o.type, o.alert_type, o.identifier, o.code, o.product_id, o.severity,
        o.organisation_id, o.device_kind, o.device_id, coalesce(x.began_at, o.raised_at) as began, coalesce(x.ended_at, o.eliminated_at) as ended
      from gone g join fault_open o on o.id = g.fault_id
      left join fault_excursion x on x.month = o.month and x.fault_id = o.id and x.seq = g.excursion
      where g.kind = 'past' and (g.excursion = 0 or x.ended_at is not null) and o.handling = 'new'
        and coalesce(o.shelved_until <= ${iso(now)}::timestamptz, true)
      union all
      select g.account_id, g.kind, g.at, r.id, r.month, r.type, r.alert_type, r.identifier, r.code, r.product_id, r.severity,
        r.organisation_id, r.device_kind, r.device_id, r.raised_at, r.eliminated_at
      from gone g join fault_record r on r.month = month_of_fault(g.fault_id) and r.id = g.fault_id
      where g.kind = 'withdrawn' and r.condition = 'withdrawn')
    select f.account_id::text as account_id, f.kind, f.id::text as id, f.month::text as month, f.type, f.alert_type, f.identifier, f.code,
      c.name, c.en_name, f.severity, f.organisation_id::text as organisation_id, f.device_kind, d.sn, f.began as "from",
      coalesce(f.ended, f.began) as "to", f.at
    from record f join device d on d.id = f.device_id
    left join fault_code c on c.product_id = f.product_id and c.identifier = f.identifier and c.code = f.code
    order by f.account_id, array_position(array['critical', 'major', 'minor', 'notice'], f.severity), f.began, f.id`.execute(
    trx,
  )
  return rows
}

/** The accounts that messages about a record were sent to. */
export async function listTold(
  trx: Transaction,
  { id, month }: Readonly<{ id: string; month: string }>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct d.receiver_id::text as id from fault_act a
    join message_delivery d on d.month = a.message_month and d.message_id = a.message_id and d.receiver_kind = 'account'
    where a.month = ${month}::date and a.fault_id = ${id}::bigint and a.message_id is not null`.execute(trx)
  return rows.map(({ id: account }) => account)
}

/** Cancels pending messages and checks of a record. */
export async function forgetDue(trx: Transaction, id: string): Promise<void> {
  await sql`delete from fault_untold where fault_id = ${id}::bigint`.execute(trx)
  await sql`delete from fault_wait where fault_id = ${id}::bigint`.execute(trx)
}
