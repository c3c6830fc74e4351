import type { TaskStatus } from '@brigade/contract/firmware/task.rules.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { Condition, UpgradePlan } from '@brigade/contract/firmware/reach.model.ts'
import { dayMs, iso } from '@brigade/contract/time.ts'

/** The lease of a worker on a task lasts this long, by the database's clock, which all workers share. */
const leaseSeconds = 15

export type CaredTask = Readonly<{
  id: string
  status: TaskStatus
  name: string
  creatorId: string | null
  startAt: string | null
  endAt: string | null
  startedAt: string | null
  versionIds: string[]
  conditions: Condition[]
  plan: UpgradePlan
  deviceDigest: Buffer | null
  approvedDigest: Buffer | null
}>

const cared = sql`t.id::text, t.status, t.name, t.creator_id::text, t.start_at, t.end_at, t.started_at, t.version_ids::text[],
      t.conditions, t.plan, t.device_digest, t.approved_digest`

/** Takes the lease of the tasks without one, and renews its own. */
/** Whether tasks wait or run, an upgrade is over its time, or a sole approval becomes effective. */
export const areTasksToCareFor = (now: string) => sql<boolean>`
  exists (select from upgrade_task where status in ('ENABLE', 'START'))
  or exists (select from upgrade_task where alone_counts_at <= clock_timestamp() and status = 'EXAMINE_WAIT')
  or exists (select from upgrade_device
    where state in ('offering', 'offered', 'downloading', 'installing') and due_at <= ${now}::timestamptz)`

export async function leaseTasks(db: Db, owner: string): Promise<readonly CaredTask[]> {
  const { rows } = await sql<CaredTask>`
    update upgrade_task t set lease_owner = ${owner}, lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where t.id in (select id from upgrade_task where status in ('ENABLE', 'START')
        and (lease_owner = ${owner} or lease_until is null or lease_until < clock_timestamp())
      order by id for update skip locked)
    returning ${cared}`.execute(db)
  return rows
}

/** Locks one of them in its present state; undefined if it has another status. */
export async function holdCared(trx: Transaction, id: string, status: TaskStatus): Promise<CaredTask | undefined> {
  const { rows } = await sql<CaredTask>`
    select ${cared} from upgrade_task t where t.id = ${id}::bigint and t.status = ${status} for no key update`.execute(
    trx,
  )
  return rows[0]
}

export async function releaseLeases(db: Db, owner: string): Promise<void> {
  await sql`update upgrade_task set lease_owner = '', lease_until = null where lease_owner = ${owner}`.execute(db)
}

/** Locks the status of a task; undefined if it is no longer this one. */
export async function holdTask(trx: Transaction, id: string, status: TaskStatus): Promise<boolean> {
  const { rows } = await sql`
    select id from upgrade_task where id = ${id}::bigint and status = ${status} for no key update`.execute(trx)
  return rows.length > 0
}

/**
 * The engine begins or ends a task. Beginning changes nothing that people wrote, so that a person who stops or
 * withdraws the task at that moment is not refused.
 */
export async function writeStatus(trx: Transaction, id: string, status: TaskStatus, at: number): Promise<void> {
  await sql`
    update upgrade_task set status = ${status}, updated_at = case when ${status} = 'START' then updated_at
        else greatest(${iso(at)}::timestamptz, updated_at + interval '1 millisecond') end,
      started_at = case when ${status} = 'START' then coalesce(started_at, ${iso(at)}::timestamptz) else started_at end,
      ended_at = case when ${status} in ('FINISH', 'CANCEL') then ${iso(at)}::timestamptz else ended_at end,
      tokens = case when ${status} = 'START' then 1 else tokens end, tokens_at = case when ${status} = 'START' then ${iso(at)}::timestamptz else tokens_at end
    where id = ${id}::bigint`.execute(trx)
}

export async function voidApproval(trx: Transaction, id: string, at: number): Promise<void> {
  await sql`
    update upgrade_task set approved_digest = null, approved_by = null, approved_at = null, status = 'DISABLE',
      updated_at = greatest(${iso(at)}::timestamptz, updated_at + interval '1 millisecond') where id = ${id}::bigint`.execute(
    trx,
  )
}

/** The planned devices wait from now on; one that another task took meanwhile is left out. */
export async function beginDevices(trx: Transaction, taskId: string, at: number): Promise<void> {
  await sql`
    update upgrade_device u set state = 'excluded', reason = 'in-task', changed_at = ${iso(at)}::timestamptz,
      detail = jsonb_build_object('taskId', (select o.task_id::text from upgrade_device o where o.device_id = u.device_id and o.module = u.module
        and o.task_id <> u.task_id and o.state in ('waiting', 'offering', 'offered', 'downloading', 'installing') limit 1))
    where u.task_id = ${taskId}::bigint and u.state = 'planned' and exists (
      select from upgrade_device o where o.device_id = u.device_id and o.module = u.module and o.task_id <> u.task_id
        and o.state in ('waiting', 'offering', 'offered', 'downloading', 'installing'))`.execute(trx)
  await sql`
    update upgrade_device set state = 'waiting', reason = null, due_at = ${iso(at)}::timestamptz, changed_at = ${iso(at)}::timestamptz
    where task_id = ${taskId}::bigint and state = 'planned'`.execute(trx)
  await sql`
    update upgrade_wave set opened_at = coalesce(opened_at, ${iso(at)}::timestamptz) where task_id = ${taskId}::bigint`.execute(
    trx,
  )
}

/** `live`: the devices that have not ended; `inWork`: those of them that have an offer. */
export async function countLive(db: Db, taskId: string): Promise<Readonly<{ live: number; inWork: number }>> {
  const { rows } = await sql<{ live: number; inWork: number }>`
    select count(*)::int as live, (count(*) filter (where state <> 'waiting'))::int as in_work from upgrade_device
    where task_id = ${taskId}::bigint and state in ('waiting', 'offering', 'offered', 'downloading', 'installing')`.execute(
    db,
  )
  return rows[0] ?? { live: 0, inWork: 0 }
}

export async function countResults(db: Db, taskId: string) {
  const { rows } = await sql<{ succeeded: number; failed: number; notUpgraded: number }>`
    select (count(*) filter (where state = 'succeeded'))::int as succeeded, (count(*) filter (where state = 'failed'))::int as failed,
      (count(*) filter (where state not in ('succeeded', 'failed', 'excluded')))::int as not_upgraded
    from upgrade_device where task_id = ${taskId}::bigint`.execute(db)
  return rows[0] ?? { succeeded: 0, failed: 0, notUpgraded: 0 }
}

type Turn = Readonly<{ now: number; most: number }>
/**
 * Online devices with a waiting upgrade that reported no version for a day: they are asked for it. Their answer is a
 * property; if it differs from the stored version, it counts as a report.
 */
export async function takeUnanswered(trx: Transaction, { now, most }: Turn): Promise<readonly string[]> {
  const { rows } = await sql<{ deviceId: string }>`
    insert into upgrade_asked (device_id, asked_at)
    select distinct u.device_id, ${iso(now)}::timestamptz from upgrade_device u
      join device_state s on s.device_id = u.device_id and s.online
      left join upgrade_asked a on a.device_id = u.device_id
    where u.state = 'waiting' and coalesce(greatest(a.asked_at, a.heard_at), u.changed_at) < ${iso(now - dayMs)}::timestamptz
      and not exists (select from device_module m where m.device_id = u.device_id and m.reported_at > ${iso(now - dayMs)}::timestamptz)
    limit ${most}
    on conflict (device_id) do update set asked_at = excluded.asked_at
    returning device_id::text`.execute(trx)
  return rows.map(({ deviceId }) => deviceId)
}

/** Answers of the devices that were asked, if they differ from the stored version. */
export async function listAnsweredVersions(db: Db, now: number) {
  const { rows } = await sql<{ deviceId: string; version: string }>`
    select a.device_id::text, s.reported -> 'FirmwareVersion' ->> 'v' as version
    from upgrade_asked a join device_shadow s on s.device_id = a.device_id
      left join device_module m on m.device_id = a.device_id and m.module = 'default'
    where a.asked_at > ${iso(now - 600_000)}::timestamptz
      and (s.reported -> 'FirmwareVersion' ->> 's')::numeric >= extract(epoch from a.asked_at) * 1000
      and s.reported -> 'FirmwareVersion' ->> 'v' is distinct from m.version and s.reported -> 'FirmwareVersion' ->> 'v' <> ''
    limit 500`.execute(db)
  return rows
}

/** Devices that reported their version are not asked again for a day. */
export async function noteAnswered(trx: Transaction, deviceIds: readonly string[], now: number): Promise<void> {
  if (deviceIds.length === 0) return
  await sql`
    insert into upgrade_asked (device_id, heard_at)
    select id, ${iso(now)}::timestamptz from device where id = any(${deviceIds}::bigint[]) order by id
    on conflict (device_id) do update set heard_at = excluded.heard_at`.execute(trx)
}
