import { signalIdentifiers } from '@brigade/contract/cold-chain/excursion.rules.ts'
import type { AlertType, RecordType, Severity } from '@brigade/contract/fault/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql, type Selectable } from 'kysely'
import type { Database, Db, Transaction } from '../../platform/db/database.ts'
import type { ActReceiver } from '../../system/notice/act-notice.store.ts'

export type Wait = Selectable<Database['faultWait']>
type Kind = Wait['kind']
type Set = Readonly<{ deviceId: string; kind: Kind; dueMs: number; since: string }>

/** Schedules a check at `dueMs`; an existing one keeps its beginning. */
export const setWait = (trx: Transaction, wait: Set): Promise<void> => setWaits(trx, [wait])

/** The same for checks of different devices. */
export async function setWaits(trx: Transaction, waits: readonly Set[]): Promise<void> {
  await sql`
    insert into fault_wait (device_id, kind, due_at, since)
    select * from unnest(${waits.map(({ deviceId }) => deviceId)}::bigint[], ${waits.map(({ kind }) => kind)}::text[],
      ${waits.map(({ dueMs }) => iso(dueMs))}::timestamptz[], ${waits.map(({ since }) => since)}::timestamptz[])
    on conflict (device_id, kind, fault_id) do update set due_at = excluded.due_at`.execute(trx)
}

/**
 * Schedules checks of different devices earlier, and their beginnings further back: spans to judge again accumulate
 * until they are judged.
 */
export async function markWaits(trx: Transaction, waits: readonly Set[]): Promise<void> {
  await sql`
    insert into fault_wait as w (device_id, kind, due_at, since)
    select * from unnest(${waits.map(({ deviceId }) => deviceId)}::bigint[], ${waits.map(({ kind }) => kind)}::text[],
      ${waits.map(({ dueMs }) => iso(dueMs))}::timestamptz[], ${waits.map(({ since }) => since)}::timestamptz[])
    on conflict (device_id, kind, fault_id) do update set due_at = least(w.due_at, excluded.due_at), since = least(w.since, excluded.since)`.execute(
    trx,
  )
}

/** Reschedules a check for another time, and another beginning. */
export async function replaceWait(
  trx: Transaction,
  { deviceId, kind, dueMs, since }: Set,
  detail: Readonly<{ judged: number }>,
): Promise<void> {
  await sql`
    insert into fault_wait (device_id, kind, due_at, since, detail)
    values (${deviceId}::bigint, ${kind}, ${iso(dueMs)}::timestamptz, ${since}::timestamptz, ${JSON.stringify(detail)}::jsonb)
    on conflict (device_id, kind, fault_id) do update set due_at = excluded.due_at, since = excluded.since, detail = excluded.detail`.execute(
    trx,
  )
}

/** Reports up to this time are judged, epoch ms. */
export function judgedOf({ detail }: Pick<Wait, 'detail'>): number {
  const isJudged =
    typeof detail === 'object' && detail !== null && 'judged' in detail && typeof detail.judged === 'number'
  return isJudged ? Number(detail.judged) : Number.NEGATIVE_INFINITY
}

export const dropWait = (trx: Transaction, deviceId: string, kind: Kind): Promise<void> =>
  dropWaits(trx, [{ deviceId, kind }])

export async function dropWaits(trx: Transaction, waits: readonly Pick<Set, 'deviceId' | 'kind'>[]): Promise<void> {
  await sql`
    delete from fault_wait w
    using unnest(${waits.map(({ deviceId }) => deviceId)}::bigint[], ${waits.map(({ kind }) => kind)}::text[]) as gone (device_id, kind)
    where w.device_id = gone.device_id and w.kind = gone.kind`.execute(trx)
}

/** Whether a check is due, or people wait for messages about records, whose time is decided where they are read. */
export const areDue = (now: string) => sql<boolean>`
  exists (select from fault_wait where due_at <= ${now}::timestamptz) or exists (select from fault_untold)`

/** The check that is due first; locked to the end of the transaction. Another worker takes the next. */
export async function takeDue(trx: Transaction, now: number): Promise<Wait | undefined> {
  return trx
    .selectFrom('faultWait')
    .selectAll()
    .where('dueAt', '<=', iso(now))
    .where('kind', 'not in', ['assigned', 'shelved'])
    .orderBy('dueAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Whether the server watches, or has raised, an excursion of this device. */
export async function isExcursionWatched(db: Db, deviceId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from fault_wait where device_id = ${deviceId}::bigint and kind = 'excursion')
      or exists (select from fault_open where device_id = ${deviceId}::bigint and identifier = 'Excursion' and condition = 'active') as is`.execute(
    db,
  )
  return rows[0]?.is === true
}

/** The times of the device's own alarms within a time; at most 20. */
export async function listOwnAlarms(
  db: Db,
  deviceId: string,
  identifier: string,
  { from, to }: Readonly<{ from: number; to: number }>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('deviceEvent')
    .where('deviceId', '=', deviceId)
    .where('identifier', '=', identifier)
    .where('occurredAt', '>=', iso(from))
    .where('occurredAt', '<=', iso(to))
    .where(sql<boolean>`output -> 'Active' is distinct from '0'`)
    .select('occurredAt')
    .orderBy('occurredAt')
    .limit(20)
    .execute()
  return rows.map(({ occurredAt }) => occurredAt)
}

/** The facts for evaluating a device, from its row and its shadow. */
export async function findWatched(db: Db, deviceId: string) {
  return db
    .selectFrom('deviceState')
    .innerJoin('device', 'device.id', 'deviceState.deviceId')
    .leftJoin('deviceShadow', 'deviceShadow.deviceId', 'deviceState.deviceId')
    .leftJoin('deviceGateway', 'deviceGateway.deviceId', 'deviceState.deviceId')
    .leftJoin('deviceState as gateway', 'gateway.deviceId', 'deviceGateway.gatewayId')
    .where('deviceState.deviceId', '=', deviceId)
    .select([
      'deviceState.online',
      'deviceState.onlineChangedAt',
      'deviceState.installed',
      'deviceState.enabled',
      'deviceState.organisationId',
      'deviceState.kind',
      'device.id',
      'device.sn',
      'device.productId',
      'deviceShadow.reportedAt',
      'deviceShadow.sides',
      'gateway.online as gatewayOnline',
    ])
    .select(
      // The time of its newest temperature, epoch ms; never later than its receipt.
      sql<number | null>`least((device_shadow.reported -> ${signalIdentifiers.temperature} ->> 't')::float8,
        (device_shadow.reported -> ${signalIdentifiers.temperature} ->> 's')::float8)`.as('temperatureMs'),
    )
    .executeTakeFirst()
}
export type Watched = NonNullable<Awaited<ReturnType<typeof findWatched>>>

/** The last reported delay of each device's own alarm, in minutes. */
export async function ownDelays(db: Db, deviceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (deviceIds.length === 0) return new Map()
  const { rows } = await sql<{ deviceId: string; value: unknown }>`
    select device_id::text as device_id, reported -> 'AlarmDelay' -> 'v' as value from device_shadow
    where device_id = any(${deviceIds}::bigint[])`.execute(db)
  return new Map(rows.flatMap(({ deviceId, value }) => (typeof value === 'number' ? [[deviceId, value]] : [])))
}

/** An assignment, with its assignee as of that time; one that was noted before the program kept these has neither. */
type Assigned = Readonly<{
  faultId: string
  accountId: string
  batchId: string
  by: string
  receiver: ActReceiver | null
  organisationId: string | null
}>

/** Assignments older than ten seconds that were neither undone nor replaced. */
export async function takeAssignments(trx: Transaction, now: number): Promise<readonly Assigned[]> {
  const { rows } = await sql<Assigned>`
    with gone as (
      delete from fault_wait w where (w.device_id, w.kind, w.fault_id) in (
        select device_id, kind, fault_id from fault_wait where kind = 'assigned' and due_at <= ${iso(now)}::timestamptz
        order by device_id, fault_id limit 1000 for update skip locked)
      returning w.fault_id, w.detail)
    select fault_id::text as fault_id, detail ->> 'accountId' as account_id, detail ->> 'batchId' as batch_id,
      detail ->> 'by' as by, detail -> 'receiver' as receiver, detail ->> 'organisationId' as organisation_id
    from gone order by fault_id`.execute(trx)
  return rows
}

/** Open records whose shelving has ended and that were not unshelved or shelved again. */
export async function takeUnshelved(trx: Transaction, now: number): Promise<{ id: string; month: string }[]> {
  const { rows } = await sql<{ id: string; month: string }>`
    with due as (
      delete from fault_wait w where (w.device_id, w.kind, w.fault_id) in (
        select device_id, kind, fault_id from fault_wait where kind = 'shelved' and due_at <= ${iso(now)}::timestamptz
        order by device_id, fault_id limit 1000 for update skip locked)
      returning w.fault_id, w.due_at)
    select o.id::text as id, o.month::text as month from fault_open o join due on due.fault_id = o.id
    where o.shelved_until = due.due_at order by o.id`.execute(trx)
  return rows
}

/** The given records, also those that were closed meanwhile. */
export async function listAssigned(db: Db, faultIds: readonly string[]) {
  const { rows } = await sql<
    Readonly<{
      id: string
      month: string
      type: RecordType
      alertType: AlertType | null
      severity: Severity
      identifier: string
      code: string
      organisationId: string
      deviceKind: DeviceKind
      sn: string
      name: string | null
      enName: string | null
    }>
  >`
    with named as (
      select id, month, type, alert_type, severity, identifier, code, organisation_id, device_kind, device_id, product_id
      from fault_open where id = any(${faultIds}::bigint[])
      union all
      select id, month, type, alert_type, severity, identifier, code, organisation_id, device_kind, device_id, product_id
      from fault_record where (month, id) in (
        select month_of_fault(w), w from unnest(${faultIds}::bigint[]) as w where w >= 10000000000000))
    select n.id::text as id, n.month::text as month, n.type, n.alert_type, n.severity, n.identifier, n.code,
      n.organisation_id::text as organisation_id, n.device_kind, d.sn, c.name, c.en_name
    from named n join device d on d.id = n.device_id
      left join fault_code c on c.product_id = n.product_id and c.identifier = n.identifier and c.code = n.code
    order by n.id`.execute(db)
  return rows
}
