import type { Life } from '@brigade/contract/fault/fault-life.rules.ts'
import { faultLimits, type FaultAct, type Severity, type Visit } from '@brigade/contract/fault/record.model.ts'
import type { Assignee, AssigneeQuery } from '@brigade/contract/fault/record-list.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { ChosenCause } from '../cause/fault-cause.store.ts'
import { byName, includes, isCalled, isLike } from '../../platform/db/search.ts'

const undoMs = (faultLimits.undoSeconds + faultLimits.undoGraceSeconds) * 1000

/** The columns that an act may change, and that undoing it restores. */
export type Handled = Life &
  Readonly<{
    assigneeId: string | null
    eliminatedAt: string | null
    shelvedUntil: string | null
    shelveReason: string
    cause: string
    action: string
    occurrences: number
    visit: Visit | null
    /** Null while the record is open. */
    closedAt: string | null
    /** With the name of then; of a closed record alone. */
    closingCause: ChosenCause | null
  }>

export type LockedRecord = Handled &
  Readonly<{
    id: string
    month: string
    deviceId: string
    organisationId: string
    severity: Severity
    isOpen: boolean
    updatedAt: string
  }>

const handled = sql`id::text as id, month::text as month, device_id::text as device_id, organisation_id::text as organisation_id, severity, condition,
  handling, assignee_id::text as assignee_id, eliminated_at, shelved_until, shelve_reason, cause, action, occurrences, visit, updated_at`

/** The records within the scope, locked in the order of their ids, which prevents deadlocks. */
export async function lockRecords(
  trx: Transaction,
  scope: DataScope,
  ids: readonly string[],
): Promise<readonly LockedRecord[]> {
  const seen = sql`organisation_id in (${within(trx, scope)})`
  const { rows: open } = await sql<Omit<LockedRecord, 'isOpen'>>`
    select ${handled}, null as closed_at, null as closing_cause from fault_open where id = any(${ids}::bigint[]) and ${seen} order by fault_open.id for update`.execute(
    trx,
  )
  const missing = ids.filter((id) => !open.some((row) => row.id === id))
  const { rows: closed } =
    missing.length === 0
      ? { rows: [] }
      : await sql<Omit<LockedRecord, 'isOpen'>>`
          select ${handled}, closed_at, case when cause_id is not null then
            jsonb_build_object('id', cause_id::text, 'name', jsonb_build_object('zh', cause_name, 'en', cause_en_name)) end as closing_cause from fault_record
          where (month, id) in (select month_of_fault(w), w from unnest(${missing}::bigint[]) as w where w >= 10000000000000) and ${seen}
          order by fault_record.id for update`.execute(trx)
  return [...open.map((row) => ({ ...row, isOpen: true })), ...closed.map((row) => ({ ...row, isOpen: false }))]
}

/** Reopens closed records; false if the same fault is open by now. */
export async function bringBack(trx: Transaction, records: readonly LockedRecord[]): Promise<boolean> {
  const closed = records.filter(({ isOpen }) => !isOpen)
  if (closed.length === 0) return true
  const { rows } = await sql<{ id: string }>`
    with gone as (
      delete from fault_record where (month, id) in (
        select m, w from unnest(${closed.map(({ month }) => month)}::date[], ${closed.map(({ id }) => id)}::bigint[]) as w (m, w))
      returning *)
    insert into fault_open
    select (jsonb_populate_record(null::fault_open, to_jsonb(gone))).* from gone order by id
    on conflict (device_id, identifier, code) do nothing returning id::text as id`.execute(trx)
  return rows.length === closed.length
}

/** Stores the change of an act on an open record; returns the new version. */
export async function writeHandled(trx: Transaction, id: string, handled: Handled, now: number): Promise<string> {
  const {
    condition,
    handling,
    assigneeId,
    eliminatedAt,
    shelvedUntil,
    shelveReason,
    cause,
    action,
    occurrences,
    visit,
  } = handled
  const row = await trx
    .updateTable('faultOpen')
    .set({
      condition,
      handling,
      assigneeId,
      eliminatedAt,
      shelvedUntil,
      shelveReason,
      cause,
      action,
      occurrences,
      visit: visit === null ? null : JSON.stringify(visit),
      updatedAt: sql<string>`greatest(${iso(now)}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .returning('updatedAt')
    .executeTakeFirstOrThrow()
  return row.updatedAt
}

type Acted = Readonly<{
  id: string
  month: string
  act: FaultAct
  accountId: string
  text: string
  batchId: string | null
  before: Handled | null
  version: string | null
  at: number
}>

/** Returns its number, under which its photos are stored. */
export async function insertAct(trx: Transaction, { id, before, at, ...acted }: Acted): Promise<string> {
  const { seq } = await trx
    .insertInto('faultAct')
    .values({ ...acted, faultId: id, at: iso(at), before: before === null ? null : JSON.stringify(before) })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

export async function insertPhotos(
  trx: Transaction,
  { id, month, deviceId, organisationId }: LockedRecord,
  actSeq: string,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return
  await trx
    .insertInto('faultPhoto')
    .values(fileIds.map((fileId, place) => ({ month, faultId: id, actSeq, place, fileId, deviceId, organisationId })))
    .execute()
}

/** Schedules the notice to open pages at the end of the shelving. */
export async function insertShelvings(
  trx: Transaction,
  records: readonly Pick<LockedRecord, 'id' | 'deviceId'>[],
  { until, now }: Readonly<{ until: string; now: number }>,
): Promise<void> {
  await sql`
    insert into fault_wait (device_id, kind, fault_id, due_at, since)
    select d, 'shelved', f, ${until}::timestamptz, ${iso(now)}::timestamptz
    from unnest(${records.map(({ deviceId }) => deviceId)}::bigint[], ${records.map(({ id }) => id)}::bigint[]) as w (d, f)
    order by d, f
    on conflict (device_id, kind, fault_id) do update set due_at = excluded.due_at, since = excluded.since`.execute(trx)
}

/** The acts of a batch that its own author may still undo. */
export async function listUndoable(trx: Transaction, batchId: string, accountId: string, now: number) {
  const { rows } = await sql<{ faultId: string; version: string; before: Handled }>`
    select fault_id::text as fault_id, version, before from fault_act
    where batch_id = ${batchId}::uuid and account_id = ${accountId}::bigint and before is not null and version is not null
      and at > ${iso(now - undoMs)}::timestamptz
    order by fault_id`.execute(trx)
  return rows
}

/** A batch cannot be undone twice. */
export async function forgetBatch(trx: Transaction, batchId: string): Promise<void> {
  await sql`update fault_act set before = null where batch_id = ${batchId}::uuid and before is not null`.execute(trx)
}

/** Accounts that may sign in and see faults: only these can work on one. */
const mayTake = sql`a.enabled and a.removed_at is null and exists (
  select from role r where r.id = a.role_id and r.enabled and (r.key = 'administrator' or exists (
    select from role_menu rm join menu m on m.id = rm.menu_id where rm.role_id = r.id and m.enabled and m.operation_code = 'fault:view')))`

/** Whether an account may sign in and sees all of these organisations, so that a fault can be assigned to it. */
export async function mayBeAssigned(
  trx: Transaction,
  scope: DataScope,
  accountId: string,
  organisationIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ sees: boolean }>`
    select not exists (
      select from unnest(${organisationIds}::bigint[]) as owner (id)
      where not exists (select from organisation_tree t where t.ancestor_id = a.organisation_id and t.descendant_id = owner.id)) as sees
    from account a where a.id = ${accountId}::bigint and ${mayTake} and a.organisation_id in (${within(trx, scope)})`.execute(
    trx,
  )
  return rows[0]?.sees === true
}

/**
 * Notifies an assignment after the time in which it can be undone: with the address and the settings that the assignee
 * has now, in the name of the organisation whose record it is now. A second assignment replaces the first, which
 * applies again if the second is undone.
 */
export async function insertAssignments(
  trx: Transaction,
  records: readonly Pick<LockedRecord, 'id' | 'deviceId'>[],
  { accountId, batchId, by, now }: Readonly<{ accountId: string; batchId: string; by: string; now: number }>,
): Promise<void> {
  await sql`
    insert into fault_wait (device_id, kind, fault_id, due_at, since, detail)
    select d, 'assigned', f, ${iso(now + undoMs)}::timestamptz, ${iso(now)}::timestamptz,
      ${JSON.stringify({ accountId, batchId, by })}::jsonb || jsonb_build_object(
        'receiver', act_receivers(array[${accountId}::bigint]) -> 0,
        'organisationId', (select o.organisation_id::text from fault_open o where o.id = f))
    from unnest(${records.map(({ deviceId }) => deviceId)}::bigint[], ${records.map(({ id }) => id)}::bigint[]) as w (d, f)
    order by d, f
    on conflict (device_id, kind, fault_id) do update set due_at = excluded.due_at, since = excluded.since,
      detail = excluded.detail || jsonb_build_object('before', fault_wait.detail - 'before')`.execute(trx)
}

/** An undone assignment is not notified; the one that it replaced applies again. */
export async function undoAssignments(trx: Transaction, faultIds: readonly string[], batchId: string): Promise<void> {
  const undone = sql`kind = 'assigned' and fault_id = any(${faultIds}::bigint[]) and detail ->> 'batchId' = ${batchId}`
  await sql`delete from fault_wait where ${undone} and detail -> 'before' is null`.execute(trx)
  await sql`update fault_wait set detail = detail -> 'before' where ${undone}`.execute(trx)
}

const maxOffered = 50

export async function listAssignable(
  db: Db,
  scope: DataScope,
  recordIds: readonly string[],
  { keyword, id = null }: Pick<AssigneeQuery, 'keyword'> & Readonly<{ id?: string | null | undefined }>,
): Promise<Assignee[]> {
  const isSought = keyword
    ? sql`(${isCalled(keyword, 'a')} or ${includes(['o.name'], keyword)} or ${isLike(sql`initials_of(o.name, o.spelling)`, keyword)})`
    : sql`true`
  const { rows } = await sql<Assignee>`
    with owner as materialized (
      select distinct organisation_id as id from (
        select organisation_id from fault_open where id = any(${recordIds}::bigint[])
        union all
        select organisation_id from fault_record where (month, id) in (
          select month_of_fault(w), w from unnest(${recordIds}::bigint[]) as w where w >= 10000000000000)
      ) as r where organisation_id in (${within(db, scope)}))
    select a.id::text as id, a.name, o.name as organisation
    from account a join organisation o on o.id = a.organisation_id
    where ${mayTake} and a.organisation_id in (${within(db, scope)})
      and exists (select from owner)
      and not exists (select from owner where not exists (
        select from organisation_tree t where t.ancestor_id = a.organisation_id and t.descendant_id = owner.id))
      and (${id}::bigint is null or a.id = ${id}::bigint)
      and ${isSought}
    order by ${byName('a')}, a.id limit ${maxOffered}`.execute(db)
  return rows
}
