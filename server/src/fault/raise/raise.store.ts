import type { Life } from '@brigade/contract/fault/fault-life.rules.ts'
import {
  faultLimits,
  type Condition,
  type Handling,
  type Severity,
  type SpellCorrection,
} from '@brigade/contract/fault/record.model.ts'
import { iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { prepared } from '../../platform/db/connection/prepared-statement.ts'
import type { Database, Db, Transaction } from '../../platform/db/database.ts'
import { storableJson } from '../../platform/storable-text.ts'
import type { ChosenCause } from '../cause/fault-cause.store.ts'
import type { Insertable, Selectable } from 'kysely'

// The statements that run for each change are prepared: planning them costs more than they do.

/** Limit of changes folded in one round. */
export const maxFolded = 500

export type FaultChange = Selectable<Database['faultChange']>

/** Whether `takeChanges` would find one. */
export const areChanges = (now: string) =>
  sql<boolean>`exists (select from fault_change where again_at is null or again_at <= ${now}::timestamptz)`

/**
 * Takes the oldest changes, except postponed ones; none while another worker folds. The lock is held until the end of
 * the transaction.
 */
export async function takeChanges(trx: Transaction, now: number): Promise<readonly FaultChange[]> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('fold fault_change')) as is_mine`.execute(trx)
  if (rows[0]?.isMine !== true) return []
  const oldest = trx
    .selectFrom('faultChange')
    .select('seq')
    .where((eb) => eb.or([eb('againAt', 'is', null), eb('againAt', '<=', iso(now))]))
    .orderBy('seq')
    .limit(maxFolded)
  const taken = await trx.deleteFrom('faultChange').where('seq', 'in', oldest).returningAll().execute()
  return taken.toSorted((a, b) => (BigInt(a.seq) < BigInt(b.seq) ? -1 : 1))
}

/** Puts back a change that could not become a record, to be retried at `againMs`. */
export async function putOff(trx: Transaction, change: FaultChange, againMs: number): Promise<void> {
  const { seq, deviceId, kind, type, identifier, code, output, at, receivedAt, endedAt } = change
  await sql`
    insert into fault_change (seq, device_id, kind, type, identifier, code, output, at, received_at, ended_at, again_at)
    overriding system value values (${seq}::bigint, ${deviceId}::bigint, ${kind}, ${type}, ${identifier}, ${code},
      ${storableJson(output)}::jsonb, ${at}::timestamptz, ${receivedAt}::timestamptz, ${endedAt}::timestamptz, ${iso(againMs)}::timestamptz)`.execute(
    trx,
  )
}

/** The device's columns that a record copies. Deleted devices, and devices that were never handed out, are left out. */
export async function listRaisers(db: Db, deviceIds: readonly string[]) {
  const rows = await db
    .selectFrom('device')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .where(sql<boolean>`device.id = any(${deviceIds}::bigint[])`)
    .select(['device.id', 'device.sn', 'device.productId', 'deviceState.organisationId', 'deviceState.kind'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
export type Raiser = NonNullable<ReturnType<Awaited<ReturnType<typeof listRaisers>>['get']>>

type CodeWords = Pick<Selectable<Database['faultCode']>, 'severity' | 'category' | 'name' | 'enName' | 'endsWhen'>

export async function findCode(
  db: Db,
  productId: string,
  { identifier, code }: Pick<FaultChange, 'identifier' | 'code'>,
): Promise<CodeWords | undefined> {
  const { rows } = await sql<CodeWords>`${prepared}
    select severity, category, name, en_name, ends_when from fault_code
    where product_id = ${productId}::bigint and identifier = ${identifier} and code = ${code}`.execute(db)
  return rows[0]
}

type Key = Pick<FaultChange, 'deviceId' | 'identifier' | 'code'>

export type OpenRecord = Life &
  Readonly<{ id: string; month: string; lastAt: string; condition: Condition; handling: Handling; severity: Severity }>
type LockedOpen = OpenRecord & Readonly<{ shelvedUntil: string | null }>
type Begun = LockedOpen & Readonly<{ raisedAt: string; eliminatedAt: string | null }>

/** Locked, so that a report and an act of a person are serialised. */
export async function lockOpen(trx: Transaction, { deviceId, identifier, code }: Key): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`${prepared}
    select id::text as id, month::text as month, last_at, condition, handling, severity, shelved_until, raised_at, eliminated_at
    from fault_open
    where device_id = ${deviceId}::bigint and identifier = ${identifier} and code = ${code} for update`.execute(trx)
  return rows[0]
}

/** The active records of these alarms without a code, locked. */
export async function lockActive(
  trx: Transaction,
  keys: readonly Omit<Key, 'code'>[],
): Promise<readonly (LockedOpen & { deviceId: string })[]> {
  const { rows } = await sql<LockedOpen & { deviceId: string }>`
    select f.id::text as id, f.month::text as month, f.last_at, f.condition, f.handling, f.severity, f.shelved_until,
      f.device_id::text as device_id
    from unnest(${keys.map(({ deviceId }) => deviceId)}::bigint[], ${keys.map(({ identifier }) => identifier)}::text[])
      as key (device_id, identifier)
    join fault_open f on f.device_id = key.device_id and f.identifier = key.identifier and f.code = '' and f.condition = 'active'
    order by f.device_id for update of f`.execute(trx)
  return rows
}

/**
 * The last closed record of the same code, if it is recent enough to be continued. A record of any month may have been
 * closed just now, so the month cannot be bounded: the index on device, code and closing is probed once in each kept
 * partition.
 */
export async function findContinued(
  db: Db,
  { deviceId, identifier, code }: Key,
  { at: raisedAt, endedAt }: Readonly<{ at: string; endedAt: string | null }>,
): Promise<{ id: string; closedAt: string } | undefined> {
  const since = iso(Date.parse(raisedAt) - faultLimits.continuesMinutes * minuteMs)
  const { rows } = await sql<{ id: string; closedAt: string }>`${prepared}
    select id::text as id, closed_at from fault_record
    where device_id = ${deviceId}::bigint and identifier = ${identifier} and code = ${code} and closed_at >= ${since}::timestamptz
      and closed_at <= coalesce(${endedAt}::timestamptz, 'infinity') and condition <> 'withdrawn'
    order by closed_at desc limit 1`.execute(db)
  return rows[0]
}

export type NewRecord = Omit<Insertable<Database['faultOpen']>, 'id' | 'occurrences'>

export async function insertOpen(trx: Transaction, record: NewRecord): Promise<string> {
  const { id } = await trx
    .insertInto('faultOpen')
    .values({ ...record, id: sql<string>`next_fault_id(${record.month}::date)` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Renewed = Readonly<{
  id: string
  at: string
  endsAt: string | null
  endedAt: string | null
  output: string
  life: Life
  now: number
}>

/** Counts a further occurrence of an open record. `endedAt`: it is over, and the record ends with it. */
export async function raiseAgain(
  trx: Transaction,
  { id, at, endsAt, endedAt, output, life, now }: Renewed,
): Promise<void> {
  await trx
    .updateTable('faultOpen')
    .set(({ eb }) => ({
      occurrences: eb('occurrences', '+', 1),
      raisedAt: sql<string>`least(raised_at, ${at}::timestamptz)`,
      lastAt: sql<string>`greatest(last_at, ${at}::timestamptz)`,
      endsAt,
      output,
      condition: life.condition,
      handling: life.handling,
      eliminatedAt: life.condition === 'active' ? null : (endedAt ?? eb.ref('eliminatedAt')),
      updatedAt: laterThanBefore(now),
    }))
    .where('id', '=', id)
    .execute()
}

const laterThanBefore = (now: number) =>
  sql<string>`greatest(${iso(now)}::timestamptz, updated_at + interval '1 millisecond')`

type Ended = Readonly<{ id: string; endedAt: string; life: Life; now: number }>

/** Ends a record on a report of the device or the server. A record that closes automatically moves to the archive. */
export async function endRecord(trx: Transaction, { id, endedAt, life, now }: Ended): Promise<void> {
  await trx
    .updateTable('faultOpen')
    .set({
      condition: life.condition,
      handling: life.handling,
      eliminatedAt: endedAt,
      endsAt: null,
      updatedAt: laterThanBefore(now),
    })
    .where('id', '=', id)
    .execute()
  if (life.handling === 'closed') await archive(trx, [id], now)
}

/**
 * Closed records leave the table of open ones in the transaction that closes them. `cause`: the one that a person chose;
 * a record that closes by itself has none.
 */
export async function archive(
  trx: Transaction,
  ids: readonly string[],
  now: number,
  cause: ChosenCause | null = null,
): Promise<void> {
  await sql`
    with gone as (delete from fault_open where id = any(${ids}::bigint[]) returning *)
    insert into fault_record select gone.*, ${iso(now)}::timestamptz, ${cause?.id ?? null}::bigint, ${cause?.name.zh ?? ''}, ${cause?.name.en ?? ''}
    from gone order by gone.month, gone.id`.execute(trx)
}

/** A closed record is marked as taken back. */
export async function markWithdrawn(
  trx: Transaction,
  { id, month }: Readonly<{ id: string; month: string }>,
  at: string,
): Promise<void> {
  await sql`
    update fault_record set condition = 'withdrawn', handling = 'closed', assignee_id = null, shelved_until = null, visit = null,
      updated_at = greatest(${at}::timestamptz, updated_at + interval '1 millisecond')
    where month = ${month}::date and id = ${id}::bigint`.execute(trx)
}

/** Alarms whose devices report no end and have not repeated them in time. */
export async function lockOverdue(trx: Transaction, now: number): Promise<(OpenRecord & { endsAt: string })[]> {
  return trx
    .selectFrom('faultOpen')
    .where('endsAt', '<=', iso(now))
    .where('condition', '=', 'active')
    .select(['id', 'month', 'lastAt', 'condition', 'handling', 'severity'])
    .select(sql<string>`ends_at`.as('endsAt'))
    .orderBy('id')
    .limit(maxFolded)
    .forUpdate()
    .skipLocked()
    .execute()
}

const isBack = sql`o.alert_type = 'no-data' and o.condition = 'active' and s.reported_at > o.last_at`

/** Whether `lockOverdue` or `lockBack` would find one. */
export const areEnding = (now: string) => sql<boolean>`
  exists (select from fault_open where ends_at <= ${now}::timestamptz and condition = 'active')
  or exists (select from fault_open o join device_shadow s on s.device_id = o.device_id where ${isBack})`

/** An open record `o` in the form of `OpenRecord`. */
export const opened = sql`o.id::text as id, o.month::text as month, o.last_at, o.condition, o.handling, o.severity`

/** Devices without data that have reported again. */
export async function lockBack(trx: Transaction): Promise<(OpenRecord & { endedAt: string })[]> {
  const { rows } = await sql<OpenRecord & { endedAt: string }>`
    select ${opened}, s.reported_at as ended_at
    from fault_open o join device_shadow s on s.device_id = o.device_id
    where ${isBack}
    order by o.id limit ${maxFolded} for update of o skip locked`.execute(trx)
  return rows
}

type Happened = Readonly<{
  id: string
  month: string
  act: 'raise' | 'notify' | 'evidence' | 'eliminate' | 'close' | 'reopen' | 'unshelve' | 'correct' | 'withdraw'
  at: string
  text?: string
  /** The message that was sent. */
  message?: Readonly<{ month: string; id: string }>
  correction?: readonly SpellCorrection[]
}>

/** Records an act of the device or the server in the history of the record. */
export async function recordHappened(
  trx: Transaction,
  { id, month, act, at, text = '', message, correction }: Happened,
): Promise<void> {
  await sql`${prepared}
    insert into fault_act (fault_id, month, act, at, text, message_month, message_id, correction)
    values (${id}::bigint, ${month}::date, ${act}, ${at}::timestamptz, ${text}, ${message?.month ?? null}::date,
      ${message?.id ?? null}::bigint, ${correction === undefined ? null : JSON.stringify(correction)}::jsonb)`.execute(
    trx,
  )
}

/** An organisation and those above it, starting with itself. */
export async function listLine(db: Db, organisationId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('organisationTree')
    .where('descendantId', '=', organisationId)
    .select('ancestorId')
    .orderBy('depth')
    .execute()
  return rows.map(({ ancestorId }) => ancestorId)
}
