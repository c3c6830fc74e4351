import type { z } from 'zod'
import type { TaskEventSearch } from '@brigade/contract/firmware/task.model.ts'
import type { UpgradeDeviceExport } from '@brigade/contract/firmware/upgrade-device.model.ts'
import { notUpgradedStates, type UpgradeReason, type UpgradeState } from '@brigade/contract/firmware/upgrade.rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { isSeenBy, within, type DataScope, type KnownScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { countRows, offsetOf } from '../../platform/db/page.ts'
import { isLike } from '../../platform/db/search.ts'
import { isBusy, isGatewayBusy, isOtherModuleBusy, slotsTaken } from '../row/busy.store.ts'

export type TaskDevice = Readonly<{
  taskId: string
  taskName: string
  taskStatus: string
  place: number
  deviceId: string
  sn: string
  name: string
  kind: 'oven' | 'cooler'
  isGone: boolean
  organisation: string
  online: boolean
  module: string
  state: UpgradeState
  reason: UpgradeReason | null
  fromVersion: string | null
  target: string
  current: string | null
  attempts: number
  tries: number
  progress: number
  bytes: number
  offeredAt: string | null
  dueAt: string | null
  changedAt: string
  endedAt: string | null
}>

type Now = Readonly<{ cap: number; now: number }>

/**
 * The reason why a row waits now, unless its last attempt has one. `due_at` is compared with the clock of the
 * application, by which the engine writes it and takes due rows.
 */
const waitsFor = ({ cap, now }: Now) => sql`case
  when u.state <> 'waiting' then u.reason
  when s.device_id is null then 'device-deleted'
  when t.status in ('CREATE', 'EXAMINE_WAIT', 'EXAMINE_PASS', 'EXAMINE_REJECT', 'DISABLE') then 'stopped'
  when not v.enabled then 'version-disabled'
  when exists (select from upgrade_device e where e.task_id = u.task_id and e.device_id = u.device_id and e.place < u.place
    and e.state not in ('succeeded', 'skipped', 'excluded')) or ${isOtherModuleBusy} then 'earlier-module'
  when u.due_at > ${new Date(now).toISOString()}::timestamptz then coalesce(u.reason, 'retry')
  when not s.online then 'offline'
  when ${isBusy('s')} then 'busy'
  when u.reason = 'condition' then 'condition'
  when ${isGatewayBusy} then 'gateway-busy'
  when not u.need_confirm and ${slotsTaken(cap)} >= ${cap} then 'slot'
  else 'rate' end`

/** `cap`: how many may be offered at once, `FOTA_CONCURRENT`. `now`: by the clock of the application. */
type Seeing = KnownScope & Now

/** Without a condition for the scope, the planner is free to walk in the order of the page. */
const seenOf = (db: Db, scope: Seeing) =>
  scope.isAll
    ? sql``
    : sql`join device_whose w on w.device_id = u.device_id and ${isSeenBy(db, scope, 'w.organisationId')}`

/**
 * `rows` of `upgrade_device` joined with all displayed data about them; a deleted device is shown in its last state.
 */
const joined = (rows: RawBuilder<unknown>, seen: RawBuilder<unknown> = sql``) => sql`${rows} u
  join upgrade_task t on t.id = u.task_id join firmware_version v on v.id = u.version_id ${seen}
  left join device d on d.id = u.device_id left join device_state s on s.device_id = u.device_id
  left join device_gone g on g.device_id = u.device_id and d.id is null
  left join organisation o on o.id = coalesce(s.organisation_id, g.organisation_id)
  left join device_module m on m.device_id = u.device_id and m.module = u.module`

const from = (db: Db, scope: Seeing) => joined(sql`upgrade_device`, seenOf(db, scope))
/** The present or the last serial number. */
const sn = sql`coalesce(d.sn, g.sn, '')`

const columns = (
  seeing: Now,
) => sql`u.task_id::text, t.name as task_name, t.status as task_status, u.place::int, u.device_id::text as device_id, ${sn} as sn,
  coalesce(d.name, g.name, '') as name, coalesce(s.kind, g.kind, 'oven') as kind, d.id is null as is_gone,
  coalesce(o.name, '') as organisation, coalesce(s.online, false) as online, u.module, u.state, ${waitsFor(seeing)} as reason, u.from_version, v.reported_as as target, m.version as current,
  u.attempts, u.tries, u.progress, u.bytes::float8 as bytes, u.offered_at, u.due_at, u.changed_at, u.ended_at`

type Filters = z.output<typeof UpgradeDeviceExport>

function matching({ id, state, result, reason, module, keyword }: Filters, seeing: Now): RawBuilder<unknown> {
  const results = {
    success: sql`u.state = 'succeeded'`,
    failure: sql`u.state = 'failed'`,
    'not-upgraded': sql`u.state = any(${notUpgradedStates})`,
  }
  return sql.join(
    [
      sql`u.task_id = ${id}::bigint`,
      ...(state === undefined ? [] : [sql`u.state = ${state}`]),
      ...(result === undefined ? [] : [results[result]]),
      ...(reason === undefined ? [] : [sql`${waitsFor(seeing)} = ${reason}`]),
      ...(module ? [sql`u.module = ${module}`] : []),
      ...(keyword ? [isLike(sql`search_fold(${sn})`, keyword)] : []),
    ],
    sql` and `,
  )
}

/** Only the tables that the filters and the order need, because ten thousand rows are counted for each page. */
function needed(db: Db, scope: Seeing, { reason, keyword }: Filters, isBySn: boolean): RawBuilder<unknown> {
  if (reason !== undefined) return from(db, scope)
  const named = sql`left join device d on d.id = u.device_id left join device_gone g on g.device_id = u.device_id and d.id is null`
  return sql`upgrade_device u ${keyword || isBySn ? named : sql``} ${seenOf(db, scope)}`
}

type Search = Filters & Readonly<{ sort?: string | undefined; pageNum: number; pageSize: number }>
export async function findTaskDevices(db: Db, scope: Seeing, search: Search) {
  const where = matching(search, scope)
  const isBySn = search.sort?.endsWith('sn') === true
  const order = isBySn
    ? sql`${sn} ${search.sort?.startsWith('-') ? sql`desc` : sql`asc`}, u.place`
    : sql`u.changed_at ${search.sort === 'changedAt' ? sql`asc` : sql`desc`}, u.device_id, u.place`
  // The page is found before its rows are joined: planning all tables at once took ten times as long as reading them.
  const page = sql`(select u.* from ${needed(db, scope, search, isBySn)} where ${where}
    order by ${order} limit ${search.pageSize} offset ${offsetOf(search)})`
  const [{ rows: list }, count] = await Promise.all([
    sql<TaskDevice>`select ${columns(scope)} from ${joined(page)} order by ${order}`.execute(db),
    countRows(db, {
      limit: (most: number) =>
        sql`select u.task_id from ${needed(db, scope, search, false)} where ${where} limit ${most}`,
    }),
  ])
  return { list, ...count }
}

/** The next rows of an export, after the last of the previous ones. */
export async function listTaskDevices(
  db: Db,
  scope: Seeing,
  filters: Filters,
  { after, most }: Readonly<{ after: Readonly<{ deviceId: string; place: number }>; most: number }>,
): Promise<readonly TaskDevice[]> {
  const { rows } = await sql<TaskDevice>`select ${columns(scope)} from ${from(db, scope)}
    where ${matching(filters, scope)} and (u.device_id, u.place) > (${after.deviceId}::bigint, ${after.place}::smallint)
    order by u.device_id, u.place limit ${most}`.execute(db)
  return rows
}

export async function listMovedDevices(db: Db, scope: Seeing, taskId: string, deviceIds: readonly string[]) {
  const { rows } = await sql<TaskDevice>`select ${columns(scope)} from ${from(db, scope)}
    where u.task_id = ${taskId}::bigint and u.device_id = any(${deviceIds}::bigint[]) order by u.device_id, u.place`.execute(
    db,
  )
  return rows
}

/** Upgrades of one device, the newest first. */
export async function listUpgradesOf(db: Db, scope: Seeing, deviceId: string, most: number) {
  const { rows } = await sql<TaskDevice>`select ${columns(scope)} from ${from(db, scope)}
    where u.device_id = ${deviceId}::bigint and u.state <> 'excluded' order by u.changed_at desc, u.task_id desc, u.place limit ${most}`.execute(
    db,
  )
  return rows
}

export type StoredEvent = Readonly<{
  seq: string
  at: string
  kind: string
  whoId: string | null
  who: string | null
  text: string
  deviceId: string | null
  sn: string | null
  name: string | null
  deviceKind: 'oven' | 'cooler' | null
  isGone: boolean
  module: string
  fromState: UpgradeState | null
  toState: UpgradeState | null
  reason: UpgradeReason | null
}>

/** The operations on a task; for one device also its changes of state. */
export async function findEvents(db: Db, scope: DataScope, search: TaskEventSearch) {
  const { id, deviceId, kind } = search
  const whose = sql`coalesce(s.organisation_id, g.organisation_id)`
  const where = sql.join(
    [
      sql`e.task_id = ${id}::bigint`,
      ...(deviceId === undefined
        ? [sql`(e.device_id is null or ${whose} in (${within(db, scope)}))`]
        : [sql`e.device_id = ${deviceId}::bigint and ${whose} in (${within(db, scope)})`]),
      ...(kind === undefined ? [] : [sql`e.kind = ${kind}`]),
    ],
    sql` and `,
  )
  const joined = sql`upgrade_event e left join account a on a.id = e.account_id left join device d on d.id = e.device_id
    left join device_state s on s.device_id = e.device_id
    left join device_gone g on g.device_id = e.device_id and d.id is null where ${where}`
  const [{ rows: list }, count] = await Promise.all([
    sql<StoredEvent>`select e.seq::text, e.at, e.kind, a.id::text as who_id, a.name as who, e.text, e.device_id::text as device_id,
        coalesce(d.sn, g.sn) as sn, coalesce(d.name, g.name) as name, coalesce(s.kind, g.kind) as device_kind,
        e.device_id is not null and d.id is null as is_gone, e.module, e.from_state, e.to_state, e.reason
      from ${joined} order by e.seq ${search.sort === 'at' ? sql`asc` : sql`desc`} limit ${search.pageSize} offset ${offsetOf(search)}`.execute(
      db,
    ),
    countRows(db, { limit: (most: number) => sql`select e.seq from ${joined} limit ${most}` }),
  ])
  return { list, ...count }
}
