import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { byName } from '../../platform/db/search.ts'

const waiting = (db: Db, accountId: string) =>
  db.selectFrom('upgradeTask').where('upgradeTask.approverId', '=', accountId).where('status', '=', 'EXAMINE_WAIT')

export async function countApprovals(db: Db, accountId: string): Promise<number> {
  const { n } = await waiting(db, accountId)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Locks tasks that wait for the approval of an account, with the parameters of their approver's message. */
export async function listApprovals(trx: Transaction, accountId: string) {
  return waiting(trx, accountId)
    .leftJoin('account as creator', 'creator.id', 'upgradeTask.creatorId')
    .select([
      'upgradeTask.id',
      'upgradeTask.name',
      'creator.name as creatorName',
      sql<string[]>`upgrade_task.version_ids::text[]`.as('versionIds'),
      sql<string[]>`upgrade_task.editor_ids::text[]`.as('editorIds'),
      sql<number>`(select count(distinct u.device_id)::int from upgrade_device u
        where u.task_id = upgrade_task.id and u.state <> 'excluded')`.as('devices'),
      sql<string>`(select coalesce(string_agg(v.reported_as, ', ' order by array_position(upgrade_task.version_ids, v.id)), '')
        from firmware_version v where v.id = any(upgrade_task.version_ids))`.as('target'),
    ])
    .orderBy('upgradeTask.id')
    .forNoKeyUpdate('upgradeTask')
    .execute()
}

// Four eyes -----------------------------------------------------------------------------------------------------------

/** Enabled accounts of the platform that hold the code, by name. */
export async function listApprovers(db: Db) {
  const { rows } = await sql<{ id: string; name: string; account: string }>`
    select a.id::text, a.name, a.account from upgrade_approver h join account a on a.id = h.account_id order by ${byName('a')}, a.id`.execute(
    db,
  )
  return rows
}

/** The accounts that uploaded or added these versions. */
export async function listUploaders(db: Db, versionIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct who.id::text as id from firmware_version v cross join lateral (values (v.creator_id), (v.uploader_id)) as who (id)
    where v.id = any(${versionIds}::bigint[]) and who.id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Accounts that held the code within this many days and cannot be asked now, by the clock of the database, which wrote
 * the times. A deleted account has no name.
 */
export async function listFormerApprovers(db: Db, days: number) {
  const { rows } = await sql<{ id: string; name: string | null }>`
    select p.account_id::text as id, a.name from upgrade_approver_past p
      left join account a on a.id = p.account_id and a.removed_at is null
    where (p.until is null or p.until > clock_timestamp() - make_interval(days => ${days}))
      and not exists (select from upgrade_approver h where h.account_id = p.account_id)
    group by p.account_id, a.name, a.spelling order by ${byName('a')}, p.account_id`.execute(db)
  return rows
}

export async function listAccountNames(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('account')
    .select('name')
    .where('id', 'in', ids)
    .orderBy(byName('account'))
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name)
}

/** Whether an account may approve now. */
export async function isApprover(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from upgrade_approver where account_id = ${accountId}::bigint`.execute(db)
  return rows.length > 0
}

/** Deletes rights that ended longer ago than any query asks for. */
export async function removeOldHoldings(db: Db, days: number): Promise<void> {
  await sql`delete from upgrade_approver_past where until < clock_timestamp() - make_interval(days => ${days})`.execute(
    db,
  )
}

/** Returns the time this many hours from now, by the clock of the database. */
export async function instantIn(db: Db, hours: number): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() + make_interval(hours => ${hours}) as at`.execute(
    db,
  )
  return rows[0]?.at ?? new Date(0).toISOString()
}

/** Tasks whose approval has waited long enough. */
export async function listAloneDue(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from upgrade_task where alone_counts_at <= clock_timestamp() and status = 'EXAMINE_WAIT' order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Checks a locked task once more. */
export async function isAloneDue(trx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from upgrade_task where id = ${id}::bigint and alone_counts_at <= clock_timestamp() and status = 'EXAMINE_WAIT'`.execute(
    trx,
  )
  return rows.length > 0
}

/** Devices of a submitted task, and the versions that the task installs on them. */
export async function findSubmitted(db: Db, taskId: string) {
  const { rows } = await sql<{ devices: number; target: string }>`
    select (select count(distinct u.device_id)::int from upgrade_device u where u.task_id = t.id and u.state <> 'excluded') as devices,
      (select coalesce(string_agg(v.reported_as, ', ' order by array_position(t.version_ids, v.id)), '')
        from firmware_version v where v.id = any(t.version_ids)) as target
    from upgrade_task t where t.id = ${taskId}::bigint`.execute(db)
  return rows[0] ?? { devices: 0, target: '' }
}

/**
 * Whether each device of a task ran its target before: it took this very file, or it had this version and others took the file since. The
 * file is then no news to the fleet, whoever uploaded it.
 */
export async function isRollback(db: Db, taskId: string): Promise<boolean> {
  const { rows } = await sql<{ isRollback: boolean }>`
    select count(*) > 0 and bool_and(exists (
      select from upgrade_device p where p.device_id = u.device_id and p.module = u.module and p.task_id <> u.task_id
        and ((p.version_id = u.version_id and p.state = 'succeeded')
          or (version_order(p.from_version, v.reported_as) = 0
            and p.state = 'succeeded' and exists (select from upgrade_device taken where taken.version_id = u.version_id and taken.state = 'succeeded'))))
    ) as is_rollback
    from upgrade_device u join firmware_version v on v.id = u.version_id
    where u.task_id = ${taskId}::bigint and u.state <> 'excluded'`.execute(db)
  return rows[0]?.isRollback ?? false
}
