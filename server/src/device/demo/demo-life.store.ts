import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export async function hasBindings(db: Db): Promise<boolean> {
  return (await db.selectFrom('deviceBinding').select('id').limit(1).executeTakeFirst()) !== undefined
}

export type DemoBinding = Readonly<{
  sn: string
  nickname: string
  role: 'owner' | 'member'
  boundAt: string
  unboundAt?: string
}>

/** Binds devices by their serial numbers to users by their names, if both exist. Returns the bindings made. */
export async function insertBindings(db: Db, bindings: readonly DemoBinding[]) {
  const column = (name: keyof DemoBinding) => bindings.map((binding) => binding[name] ?? null)
  const { rows } = await sql<{ deviceId: string; nickname: string; boundAt: string }>`
    with bound as (
      insert into device_binding (device_id, app_user_id, role, bound_at, unbound_at)
      select d.id, u.id, g.role, g.bound_at, g.unbound_at
      from unnest(${column('sn')}::text[], ${column('nickname')}::text[], ${column('role')}::text[],
        ${column('boundAt')}::timestamptz[], ${column('unboundAt')}::timestamptz[]) as g (sn, nickname, role, bound_at, unbound_at)
      join device d on d.sn = g.sn join app_user u on u.nickname = g.nickname
      returning device_id, app_user_id, bound_at, unbound_at
    ),
    marked as (
      update device_state set bound = true where device_id in (select device_id from bound where unbound_at is null)
    )
    select bound.device_id, masked_person(u.nickname) as nickname, bound.bound_at from bound join app_user u on u.id = bound.app_user_id`.execute(
    db,
  )
  return rows
}

/** When devices connected for the first time: in the past, though their simulated lives begin now. */
export async function insertActivations(
  db: Db,
  activated: readonly Readonly<{ deviceId: string; at: number }>[],
): Promise<void> {
  await sql`
    update device set activated_at = g.at
    from unnest(${activated.map(({ deviceId }) => deviceId)}::bigint[],
      ${activated.map(({ at }) => new Date(at).toISOString())}::timestamptz[]) as g (device_id, at)
    where device.id = g.device_id and activated_at is null`.execute(db)
}

/**
 * Devices of the demo are years old, but their past is weeks long: their connections are known from its beginning, or
 * from now if they have none. Devices that have been connected stay unchanged.
 */
export async function noteConnectionsSince(db: Db, now: number): Promise<void> {
  await sql`
    update device_state s set connections_since = coalesce((select p.begins_at from demo_past p where p.device_id = s.device_id), ${new Date(now).toISOString()}::timestamptz)
    from device d where d.id = s.device_id and s.installed and d.activated_at is not null and s.connections_since is null
      and s.last_seen_at is null and not exists (select from online_log l where l.device_id = s.device_id)`.execute(db)
}

type ListedPast = Readonly<{
  from: number
  to: number
  since: number
  zone: string
  firmware?: string
  script: unknown
  ending?: string
}>

/** The pasts of all but gateways, which measure nothing, by serial number, as the simulated fleet reads them. */
export async function listPasts(db: Db, zone: string): Promise<ReadonlyMap<string, Readonly<{ past: ListedPast }>>> {
  const { rows } = await sql<{
    sn: string
    from: number
    to: number
    since: number
    zone: string | null
    ending: string | null
    firmware: string | null
    script: unknown
  }>`
    select d.sn, (extract(epoch from p.begins_at) * 1000)::float8 as "from", (extract(epoch from p.ends_at) * 1000)::float8 as "to",
      (extract(epoch from d.activated_at) * 1000)::float8 as since, coalesce(d.time_zone, o.time_zone) as zone, p.ending, p.firmware,
      -- Who sent a command is nothing to the device.
      coalesce((select jsonb_agg(act - 'accountId' order by place) from jsonb_array_elements(p.script) with ordinality as a (act, place)), '[]') as script
    from demo_past p join device d on d.id = p.device_id join device_state s on s.device_id = d.id and s.node_type <> 'gateway'
    join organisation o on o.id = s.organisation_id order by d.sn`.execute(db)
  return new Map(
    rows.map(({ sn, from, to, since, zone: own, ending, firmware, script }) => [
      sn,
      {
        past: {
          from,
          to,
          since,
          zone: own ?? zone,
          ...(firmware === null ? {} : { firmware }),
          script,
          ...(ending === null ? {} : { ending }),
        },
      },
    ]),
  )
}
