import type { AlertType, RecordType, Severity } from '@brigade/contract/fault/record.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql, type Selectable } from 'kysely'
import type { Database, Db, Transaction } from '../../platform/db/database.ts'

/** The given accounts that were not notified in the last minute; they count as notified now. */
export async function takeNotified(
  trx: Transaction,
  accountIds: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into fault_notified as n (account_id, notified_at)
    select id, ${iso(now)}::timestamptz from unnest(${accountIds}::bigint[]) as id order by id
    on conflict (account_id) do update set notified_at = excluded.notified_at
      where n.notified_at <= excluded.notified_at - interval '1 minute'
    returning account_id::text as id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Defers the notification of accounts until the minute after their last one is over. */
export async function keepUntold(
  trx: Transaction,
  accountIds: readonly string[],
  { id, now, kind = 'raised', excursion = '0' }: Readonly<{ id: string; now: number; kind?: Kind; excursion?: string }>,
): Promise<void> {
  if (accountIds.length === 0) return
  await sql`
    insert into fault_untold (account_id, fault_id, at, kind, excursion)
    select a, ${id}::bigint, ${iso(now)}::timestamptz, ${kind}, ${excursion}::bigint from unnest(${accountIds}::bigint[]) as a order by a
    on conflict do nothing`.execute(trx)
}

type Kind = Selectable<Database['faultUntold']>['kind']

export type Untold = Readonly<{
  accountId: string
  id: string
  month: string
  type: RecordType
  alertType: AlertType | null
  identifier: string
  code: string
  name: string | null
  enName: string | null
  severity: Severity
  organisationId: string
  deviceKind: 'oven' | 'cooler'
  sn: string
}>

/**
 * Takes the deferred records of people whose minute is over, the most urgent first for each. Records that were
 * acknowledged, shelved or closed meanwhile, or have ended, are left out.
 */
export async function takeUntold(trx: Transaction, now: number): Promise<readonly Untold[]> {
  const { rows } = await sql<Untold>`
    with due as (
      select u.account_id, u.fault_id from fault_untold u
      where u.kind = 'raised' and not exists (select from fault_notified n where n.account_id = u.account_id
        and n.notified_at > ${iso(now)}::timestamptz - interval '1 minute')
      order by u.account_id, u.fault_id limit 1000 for update skip locked),
    gone as (
      delete from fault_untold u using due where u.account_id = due.account_id and u.fault_id = due.fault_id and u.kind = 'raised'
      returning u.account_id, u.fault_id)
    select g.account_id::text as account_id, o.id::text as id, o.month::text as month, o.type, o.alert_type, o.identifier, o.code, c.name,
      c.en_name, o.severity, o.organisation_id::text as organisation_id, o.device_kind, d.sn
    from gone g join fault_open o on o.id = g.fault_id join device d on d.id = o.device_id
    left join fault_code c on c.product_id = o.product_id and c.identifier = o.identifier and c.code = o.code
    where o.condition = 'active' and o.handling = 'new' and coalesce(o.shelved_until <= ${iso(now)}::timestamptz, true)
    order by g.account_id, array_position(array['critical', 'major', 'minor', 'notice'], o.severity), o.id`.execute(trx)
  return rows
}

/** The given organisations that the account sees: a device may have moved to another one since it was deferred. */
export async function listSeeing(
  db: Db,
  accountId: string,
  organisationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select t.descendant_id::text as id from account a join organisation_tree t on t.ancestor_id = a.organisation_id
    where a.id = ${accountId}::bigint and t.descendant_id = any(${organisationIds}::bigint[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
