import { sql } from 'kysely'
import type { AlertType } from '@brigade/contract/fault/record.model.ts'
import { iso } from '@brigade/contract/time.ts'
import type { Db } from '../../../platform/db/database.ts'

/** Events of devices in the last seconds, of all organisations with an open wall; each row names the one that sees it. */

/** The most events of one kind, organisation and read. A larger number is shown as this one. */
const maxConcurrent = 500

export type Happened = Readonly<{
  /** The id of the record, command or device: it identifies the event and is not shown. */
  id: string
  organisationId: string
  deviceId: string
  productId: string
  area: number | null
  at: string
}>

export type FaultHappened = Happened &
  Readonly<{
    act: 'raise' | 'eliminate' | 'reopen'
    alertType: AlertType | null
    identifier: string
    code: string
    name: string | null
    enName: string | null
    raisedAt: string
    limitC: number | null
    worstC: number | null
  }>
export type CommandHappened = Happened &
  Readonly<{ kind: 'property.set' | 'property.get' | 'service'; identifier: string; tookMs: number }>

/** The newest act on any fault. Later acts have larger numbers, except those of transactions in progress. */
export async function newestAct(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: string | null }>`
    select max(seq) as seq from fault_act where act in ('raise', 'eliminate', 'reopen')`.execute(db)
  return Number(rows[0]?.seq ?? 0)
}

type Look = Readonly<{ organisationIds: readonly string[]; since: number }>

/** Faults and excursions that began or ended, with a number of the act above `after`. */
export async function listFaultEvents(db: Db, { organisationIds, since }: Look, after: number) {
  const { rows } = await sql<FaultHappened & { seq: string }>`
    with acts as materialized (
      select seq, month, fault_id, at, act from fault_act
      where seq > ${after} and act in ('raise', 'eliminate', 'reopen') and at >= ${iso(since)}::timestamptz
      order by seq desc limit ${maxConcurrent * 4}),
    f as (
      select a.seq, a.at, a.act, o.id, o.device_id, o.product_id, o.organisation_id, o.alert_type, o.identifier, o.code, o.raised_at, o.output
      from acts a join fault_open o on o.id = a.fault_id
      union all
      select a.seq, a.at, a.act, r.id, r.device_id, r.product_id, r.organisation_id, r.alert_type, r.identifier, r.code, r.raised_at, r.output
      from acts a join fault_record r on r.month = a.month and r.id = a.fault_id and r.condition <> 'withdrawn')
    select f.seq, f.seq::text as id, t.ancestor_id::text as organisation_id, f.device_id::text as device_id,
      f.product_id::text as product_id, s.area, f.at, f.act, f.alert_type, f.identifier, f.code, c.name, c.en_name, f.raised_at,
      case when f.alert_type = 'excursion' then (f.output ->> 'limitC')::float8 end as limit_c,
      case when f.alert_type = 'excursion' then (f.output ->> 'worstC')::float8 end as worst_c
    from f
    join organisation_tree t on t.descendant_id = f.organisation_id and t.ancestor_id = any(${organisationIds}::bigint[])
    left join device_state s on s.device_id = f.device_id
    left join fault_code c on c.product_id = f.product_id and c.identifier = f.identifier and c.code = f.code
    order by f.seq`.execute(db)
  return rows
}

/** Devices that connected for the first time. As in the figure, only installed devices count. */
export async function listActivations(db: Db, { organisationIds, since }: Look): Promise<readonly Happened[]> {
  const { rows } = await sql<Happened>`
    with d as materialized (
      select id, product_id, activated_at from device
      where activated_at >= ${iso(since)}::timestamptz order by activated_at desc limit ${maxConcurrent})
    select d.id::text as id, t.ancestor_id::text as organisation_id, d.id::text as device_id, d.product_id::text as product_id,
      s.area, d.activated_at as at
    from d join device_state s on s.device_id = d.id and s.installed
    join organisation_tree t on t.descendant_id = s.organisation_id and t.ancestor_id = any(${organisationIds}::bigint[])
    order by d.activated_at, d.id`.execute(db)
  return rows
}

/** Commands that succeeded. */
export async function listCommandEvents(db: Db, { organisationIds, since }: Look): Promise<readonly CommandHappened[]> {
  const { rows } = await sql<CommandHappened>`
    with c as materialized (
      select id, device_id, kind, identifier, created_at, finished_at from command
      where status = 'succeeded' and finished_at >= ${iso(since)}::timestamptz order by finished_at desc limit ${maxConcurrent})
    select c.id::text as id, t.ancestor_id::text as organisation_id, c.device_id::text as device_id, s.product_id::text as product_id,
      s.area, c.finished_at as at, c.kind, c.identifier,
      (extract(epoch from c.finished_at - c.created_at) * 1000)::float8 as took_ms
    from c join device_state s on s.device_id = c.device_id
    join organisation_tree t on t.descendant_id = s.organisation_id and t.ancestor_id = any(${organisationIds}::bigint[])
    order by c.finished_at, c.id`.execute(db)
  return rows
}
