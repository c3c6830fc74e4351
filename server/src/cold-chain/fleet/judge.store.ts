import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A day of a refrigerator that is to be evaluated. */
export type DueDay = Readonly<{
  deviceId: string
  organisationId: string
  day: string
  from: string
  to: string
  /** Before its first connection and what it may have kept until then: there are no reports. */
  isBefore: boolean
}>

type Due = Readonly<{ nowMs: number; zone: string; days: number; lateDays: number; most: number; after: string }>

/**
 * Days that are over and were not evaluated, of refrigerators that ever connected; and once a night again those that are incomplete, for as
 * long as reports may still come late. `after`: refrigerators with a greater id.
 */
export async function listDueDays(db: Db, due: Due): Promise<readonly DueDay[]> {
  const { nowMs, zone, days, lateDays, most, after } = due
  const { rows } = await sql<DueDay>`
    with t as materialized (select (${iso(nowMs)}::timestamptz at time zone ${zone})::date as day),
    d as materialized (
      select g.day::date as day, g.day::date::timestamp at time zone ${zone} as "from",
        (g.day::date + 1)::timestamp at time zone ${zone} as "to", g.day::date >= t.day - ${lateDays}::int as is_late
      from t, generate_series(t.day - ${days}::int, t.day - 1, interval '1 day') as g (day))
    select s.device_id::text as device_id, s.organisation_id::text as organisation_id, d.day::text as day, d."from", d."to",
      coalesce(d."to" < v.activated_at - ${lateDays}::int * interval '1 day', false) as is_before
    from device_state s join device v on v.id = s.device_id cross join d
    left join cooler_day c on c.device_id = s.device_id and c.day = d.day
    where s.kind = 'cooler' and s.installed and s.last_seen_at is not null and s.device_id > ${after}::bigint
      and (c.device_id is null or (d.is_late and c.evaluated_at < ${iso(nowMs)}::timestamptz - interval '20 hours'
        and c.judged_ms < extract(epoch from c.ended_at - c.began_at) * 995))
    order by s.device_id, d.day desc limit ${most}`.execute(db)
  return rows
}

type JudgedDay = Readonly<{
  deviceId: string
  day: string
  from: string
  to: string
  judgedMs: number
  knownMs: number
  unjudgedMs: number
  leadMs: number
  trailMs: number
  reports: number
  min: number | null
  max: number | null
  evaluatedAt: string
}>

/** An evaluation that began later wins; a device that was deleted meanwhile is left out. */
export async function writeDay(db: Db, judged: JudgedDay): Promise<void> {
  await sql`
    insert into cooler_day as c (device_id, day, began_at, ended_at, judged_ms, known_ms, unjudged_ms, lead_ms, trail_ms, reports, min_c, max_c,
      evaluated_at)
    select s.device_id, ${judged.day}::date, ${judged.from}::timestamptz, ${judged.to}::timestamptz, ${judged.judgedMs}::int,
      ${judged.knownMs}::int, ${judged.unjudgedMs}::int, ${judged.leadMs}::int, ${judged.trailMs}::int, ${judged.reports}::int,
      ${judged.min}::real, ${judged.max}::real, ${judged.evaluatedAt}::timestamptz
    from device_state s where s.device_id = ${judged.deviceId}::bigint
    on conflict (device_id, day) do update set began_at = excluded.began_at, ended_at = excluded.ended_at, judged_ms = excluded.judged_ms,
      known_ms = excluded.known_ms, unjudged_ms = excluded.unjudged_ms, lead_ms = excluded.lead_ms, trail_ms = excluded.trail_ms,
      reports = excluded.reports, min_c = excluded.min_c, max_c = excluded.max_c, evaluated_at = excluded.evaluated_at
    where c.evaluated_at <= excluded.evaluated_at`.execute(db)
}

/** Whether a refrigerator that ever connected lacks its newest day: cheap to ask often, unlike all days that may be due. */
export async function isNewestDue(db: Db, nowMs: number, zone: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (
      select from device_state s where s.kind = 'cooler' and s.installed and s.last_seen_at is not null
        and not exists (select from cooler_day c where c.device_id = s.device_id
          and c.day = (${iso(nowMs)}::timestamptz at time zone ${zone})::date - 1)) as due`.execute(db)
  return rows[0]?.due ?? false
}

/** Whether the demo's past is still being written: its days are evaluated when it is there. */
export async function isPastPlanned(db: Db): Promise<boolean> {
  const { rows } = await sql<{ planned: boolean }>`
    select exists (select from demo_past where written_at is null and failures < 3) as planned`.execute(db)
  return rows[0]?.planned ?? false
}

export async function dropOldDays(db: Db, nowMs: number, keptDays: number): Promise<void> {
  await sql`delete from cooler_day where began_at < ${iso(nowMs)}::timestamptz - ${keptDays}::int * interval '1 day'`.execute(
    db,
  )
}
