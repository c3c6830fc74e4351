import type { DeliveryChannel, DeliveryReason, DeliveryState } from '@brigade/contract/message/message.model.ts'
import type {
  FaultAct,
  FaultDelivery,
  FaultDetail,
  SpellCorrection,
  SpellTimes,
} from '@brigade/contract/fault/record.model.ts'
import { sql } from 'kysely'
import { isInLine, nameInLine, within, type DataScope } from '../../customer/data-scope.ts'
import { prepared } from '../../platform/db/connection/prepared-statement.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FoundId, ShownRecord } from './fault-list.store.ts'

type Act = Readonly<{
  at: string
  act: FaultAct
  text: string
  by: string | null
  photos: string[]
  corrections: SpellCorrection[]
}>

/**
 * The acts on a record, newest first by the displayed time, because corrections by late reports are written after acts
 * that follow them; with the photos of each in order. `otherwise` replaces people of a former owner, whose words and
 * photos are left out. A notification has the notified people within the scope.
 */
export async function listActs(db: Db, scope: DataScope, { id, month }: FoundId, otherwise: string): Promise<Act[]> {
  const { rows } = await sql<Act>`
    select a.at, a.act, ${nameInLine(scope.organisationId, 'w', otherwise)} as by, case when not ${isInLine(scope.organisationId, 'w')} then '' when a.act <> 'notify' then a.text else coalesce((
        select string_agg(distinct r.name, ', ' order by r.name) from message_delivery d
        join account r on r.id = d.receiver_id and r.organisation_id in (${within(db, scope)})
        where d.month = a.message_month and d.message_id = a.message_id and d.receiver_kind = 'account'), '') end as text, array(
      select p.file_id from fault_photo p where p.month = a.month and p.fault_id = a.fault_id and p.act_seq = a.seq and ${isInLine(scope.organisationId, 'w')} order by p.place) as photos,
      coalesce(a.correction, '[]'::jsonb) as corrections
    from fault_act a left join account w on w.id = a.account_id
    where a.month = ${month}::date and a.fault_id = ${id}::bigint order by a.at desc, a.seq desc limit 200`.execute(db)
  return rows
}

type Delivery = Readonly<{
  at: string
  to: string
  channel: DeliveryChannel
  state: DeliveryState
  reason: DeliveryReason | null
}>

/** The delivery state of the messages about a record. Receivers outside the scope are left out. */
export async function listDeliveries(db: Db, scope: DataScope, { id, month }: FoundId): Promise<FaultDelivery[]> {
  const { rows } = await sql<Delivery>`
    select d.created_at as at, w.name as to, d.channel, d.state, d.reason
    from fault_act a
    join message_delivery d on d.month = a.message_month and d.message_id = a.message_id and d.receiver_kind = 'account'
    join account w on w.id = d.receiver_id
    where a.month = ${month}::date and a.fault_id = ${id}::bigint and a.message_id is not null
      and w.organisation_id in (${within(db, scope)})
    order by d.created_at desc, w.name, d.channel limit 50`.execute(db)
  return rows
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** The occurrences of a record, the first first; of more than 200 the newest. */
export async function listSpellTimes(db: Db, { id, month }: FoundId): Promise<SpellTimes[]> {
  const { rows } = await sql<SpellTimes>`
    select ${ms('began_at')} as "from", ${ms('ended_at')} as "to", limit_c, worst_c, ${ms('worst_at')} as worst_at
    from fault_excursion where month = ${month}::date and fault_id = ${id}::bigint order by began_at desc, seq desc limit 200`.execute(
    db,
  )
  return rows.toReversed()
}

/** The firmware of the device, and the number of other devices of the model with it that have the same fault open. */
export async function findFirmware(
  db: Db,
  scope: DataScope,
  { deviceId, productId, identifier, code }: ShownRecord,
): Promise<{ version: string; sameOpen: number } | undefined> {
  const { rows } = await sql<{ version: string; sameOpen: number }>`
    select own.version, (
      select count(*)::int from fault_open o join device_module m on m.device_id = o.device_id and m.module = 'default'
      where o.product_id = ${productId}::bigint and o.identifier = ${identifier} and o.code = ${code} and m.version = own.version
        and o.device_id <> own.device_id and o.condition = 'active' and o.organisation_id in (${within(db, scope)})) as same_open
    from device_module own where own.device_id = ${deviceId}::bigint and own.module = 'default'`.execute(db)
  return rows[0]
}

/**
 * Other records of the same code on the same device, and the time at which the first of them was raised. The first may
 * be of any kept month, so the index on device and code is probed once in each partition.
 */
export async function countSame(
  db: Db,
  { id, deviceId, identifier, code }: Pick<ShownRecord, 'id' | 'deviceId' | 'identifier' | 'code'>,
): Promise<Pick<FaultDetail, 'sameOnDevice' | 'sameSince'>> {
  const same = sql`device_id = ${deviceId}::bigint and identifier = ${identifier} and code = ${code} and id <> ${id}::bigint`
  const { rows } = await sql<Pick<FaultDetail, 'sameOnDevice' | 'sameSince'>>`${prepared}
    select count(*)::int as same_on_device, min(raised_at) as same_since from (
      select raised_at from fault_open where ${same} union all
      select raised_at from fault_record where ${same} and condition <> 'withdrawn'
    ) as same`.execute(db)
  return rows[0] ?? { sameOnDevice: 0, sameSince: null }
}

export async function findNameWithin(db: Db, scope: DataScope, organisationId: string) {
  return db
    .selectFrom('organisation')
    .where('id', '=', organisationId)
    .where('id', 'in', within(db, scope))
    .select(['id', 'name'])
    .executeTakeFirst()
}

/** The nearest organisation above one that the caller sees: it provides the service. */
export async function findServing(db: Db, scope: DataScope, organisationId: string) {
  return db
    .selectFrom('organisationTree')
    .innerJoin('organisation', 'organisation.id', 'organisationTree.ancestorId')
    .where('organisationTree.descendantId', '=', organisationId)
    .where('organisationTree.depth', '>', 0)
    .where('organisation.id', 'in', within(db, scope))
    .select(['organisation.id', 'organisation.name', 'organisation.principal', 'organisation.contact'])
    .orderBy('organisationTree.depth')
    .limit(1)
    .executeTakeFirst()
}
