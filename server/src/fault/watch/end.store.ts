import type { EndsWhen } from '@brigade/contract/fault/code.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { prepared } from '../../platform/db/connection/prepared-statement.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { stillCountsOf } from '../../telemetry/history/late-rows.store.ts'

/**
 * The time of the first value after a moment that ends an alarm, epoch ms. Its days may be sealed already. `knownMs`:
 * later values are not known yet.
 */
export async function findEnd(
  db: Db,
  deviceId: string,
  { identifier, is, value }: EndsWhen,
  afterMs: number,
  knownMs?: number,
): Promise<number | null> {
  if (knownMs !== undefined && knownMs <= afterMs) return null
  // Values of the moment itself come before later ones. The last of several values of one instant counts.
  const after = sql`${iso(afterMs + 1)}::timestamptz`
  const before = knownMs === undefined ? undefined : sql`${iso(knownMs + 1)}::timestamptz`
  // The condition is repeated for each table, so that other days are not even planned: a past is queried hundreds of
  // times.
  const isWithin = (row: string) => {
    const at = sql.ref(`${row}.reported_at`)
    return before === undefined ? sql`and ${at} >= ${after}` : sql`and ${at} >= ${after} and ${at} < ${before}`
  }
  const isKnownDay = before === undefined ? sql`` : sql`and d.day <= (${before} at time zone 'UTC')::date`
  const compared = { below: sql`<`, above: sql`>`, equal: sql`=` }[is]
  const { rows } = await sql<{ at: number | null }>`
    with property as (select id from property_identifier where identifier = ${identifier})
    select floor(extract(epoch from min(at)) * 1000)::float8 as at from (
      (select h.reported_at as at from device_history_value h
        where h.device_id = ${deviceId}::bigint and h.property_id = (select id from property) ${isWithin('h')}
          and h.number ${compared} ${value}::float8 and not exists (
            select from device_history_value later where later.device_id = h.device_id and later.property_id = h.property_id
              and later.reported_at > h.reported_at
              and later.reported_at < date_trunc('milliseconds', h.reported_at) + interval '1 millisecond' ${isWithin('later')}
            -- Asked for each value by itself: as a join it would read all that is not sealed.
            offset 0)
        order by h.reported_at limit 1)
      union all
      (select point.reported_at from device_history_day d cross join lateral sealed_points(d) as point
        where d.device_id = ${deviceId}::bigint and d.property_id = (select id from property) and d.day >= (${after} at time zone 'UTC')::date
          ${isKnownDay} ${isWithin('point')} and point.number ${compared} ${value}::float8 and ${stillCountsOf('d', 'point', isWithin('late'))}
        order by point.reported_at limit 1)
    ) as found`.execute(db)
  return rows[0]?.at ?? null
}

/** Whether the present end of a record is that which a person gave it. */
export async function isEndedByHand(db: Db, { id, month }: Readonly<{ id: string; month: string }>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`${prepared}
    select account_id is not null as is from fault_act
    where month = ${month}::date and fault_id = ${id}::bigint and act in ('eliminate', 'reopen') order by seq desc limit 1`.execute(
    db,
  )
  return rows[0]?.is === true
}

type Alarm = Readonly<{ deviceId: string; output: unknown; endsWhen: EndsWhen | null }>

/** Reads the condition on which an alarm ends. */
export async function findEndsWhen(db: Db, id: string): Promise<Alarm | undefined> {
  const { rows } = await sql<Alarm>`${prepared}
    select o.device_id::text as device_id, o.output, c.ends_when from fault_open o
    left join fault_code c on c.product_id = o.product_id and c.identifier = o.identifier and c.code = o.code
    where o.id = ${id}::bigint and o.type = 'alarm' and o.condition = 'active'`.execute(db)
  return rows[0]
}

/** Alarms whose condition to end has changed: the worker checks them again. */
export async function watchAgain(
  trx: Transaction,
  { productId, identifier, code }: Readonly<{ productId: string; identifier: string; code: string }>,
): Promise<void> {
  await sql`
    insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at)
    select device_id, 'side', 'alarm', 'Watched', id::text, '{}', last_at, now() from fault_open
    where product_id = ${productId}::bigint and identifier = ${identifier} and code = ${code} and type = 'alarm' and condition = 'active'`.execute(
    trx,
  )
}

/** Alarms that a person has opened again end with a value from then on. */
export async function watchFrom(trx: Transaction, ids: readonly string[], now: number): Promise<void> {
  await sql`
    insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at)
    select device_id, 'side', 'alarm', 'Watched', id::text, '{}', ${iso(now)}::timestamptz, now() from fault_open
    where id = any(${ids}::bigint[]) and type = 'alarm' and alert_type = 'device'`.execute(trx)
}
