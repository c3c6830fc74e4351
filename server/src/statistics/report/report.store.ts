import { sql } from 'kysely'
import { within } from '../../customer/data-scope.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'

export type Receiver = Readonly<{ accountId: string; organisationId: string; week: string; mayView: boolean }>

/** A report that could not be sent on Monday at 09:00 is sent up to this many hours later. */
const lateHours = 48

/**
 * Lists the people who subscribed to the report and have not received that of this week: since Monday 09:00 in the zone
 * of the own organisation, else of the installation. `week`: the Monday.
 */
export async function listReceivers(db: Db, now: string, zone: string, most: number): Promise<readonly Receiver[]> {
  const { rows } = await sql<Receiver>`
    select a.id::text as account_id, a.organisation_id::text as organisation_id, w.week::text as week,
      (r.enabled and (r.key = 'administrator' or exists (
        select from role_menu rm join menu m on m.id = rm.menu_id
        where rm.role_id = r.id and m.enabled and m.operation_code = 'statistics:view'))) as may_view
    from account_notify n join account a on a.id = n.account_id join role r on r.id = a.role_id
    join organisation o on o.id = a.organisation_id
    cross join lateral (select coalesce(known_time_zone(o.time_zone), ${zone}) as zone offset 0) as z
    cross join lateral (
      select date_trunc('week', ${now}::timestamptz at time zone z.zone)::date as week) as w
    cross join lateral (
      select (w.week + time '09:00') at time zone z.zone as due_at) as d
    where n.weekly_report and a.enabled
      and not exists (select from organisation_tree t join organisation above on above.id = t.ancestor_id
        where t.descendant_id = a.organisation_id and not above.enabled)
      and d.due_at <= ${now}::timestamptz and d.due_at > ${now}::timestamptz - ${lateHours} * interval '1 hour'
      and not exists (select from statistic_report s where s.week = w.week and s.account_id = a.id)
    order by a.id limit ${most}`.execute(db)
  return rows
}

/** Whether this worker sends it: another one that tries waits, and then finds it sent. */
export async function takeReport(
  db: Transaction,
  { accountId, week }: Receiver,
  outcome: 'sent' | 'no-right' | 'no-data',
  at: string,
): Promise<boolean> {
  const row = await db
    .insertInto('statisticReport')
    .values({ accountId, week, sentAt: at, outcome })
    .onConflict((conflict) => conflict.doNothing())
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}

type OldFault = Readonly<{ id: string; sn: string; kind: 'oven' | 'cooler'; code: string; raisedAt: string }>

export async function listOldest(db: Db, organisationId: string): Promise<readonly OldFault[]> {
  const { rows } = await sql<OldFault>`
    select f.id::text as id, d.sn, f.device_kind as kind, case when f.code = '' then f.identifier else f.code end as code, f.raised_at
    from fault_open f join device d on d.id = f.device_id
    where f.type = 'fault' and f.handling <> 'closed' and f.organisation_id in (${within(db, { organisationId })})
    order by f.raised_at, f.id limit 5`.execute(db)
  return rows
}

type Span = Readonly<{ from: string; to: string }>

/** Excursions that began in a time, without those that late reports took back. */
export async function countExcursions(db: Db, organisationId: string, { from, to }: Span): Promise<number> {
  const where = sql`f.alert_type = 'excursion' and f.condition <> 'withdrawn' and f.raised_at >= ${from}::timestamptz and f.raised_at < ${to}::timestamptz
    and f.organisation_id in (${within(db, { organisationId })})`
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from fault_open f where ${where})::int
      + (select count(*) from fault_record f where ${where})::int as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** Open upgrade tasks that concern these devices, and the outcomes of upgrades within a time. */
export async function countUpgrades(
  db: Db,
  organisationId: string,
  { from, to }: Span,
): Promise<Readonly<{ running: number; succeeded: number; failed: number }>> {
  const { rows } = await sql<{ running: number; succeeded: number; failed: number }>`
    select count(distinct u.task_id) filter (where t.status = 'START')::int as running,
      count(*) filter (where u.state = 'succeeded' and u.ended_at >= ${from}::timestamptz and u.ended_at < ${to}::timestamptz)::int as succeeded,
      count(*) filter (where u.state = 'failed' and u.ended_at >= ${from}::timestamptz and u.ended_at < ${to}::timestamptz)::int as failed
    from upgrade_device u join upgrade_task t on t.id = u.task_id join device_whose w on w.device_id = u.device_id
    where w.organisation_id in (${within(db, { organisationId })})`.execute(db)
  return rows[0] ?? { running: 0, succeeded: 0, failed: 0 }
}
