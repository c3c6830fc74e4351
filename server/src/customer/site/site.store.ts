import type { SiteSummary } from '@brigade/contract/customer/site.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type Site = Readonly<{ organisationId: string; kinds: readonly DeviceKind[] }>

/** Installed there now, of these kinds. `s`: device_state. */
export const here = ({ organisationId, kinds }: Site) =>
  sql`s.organisation_id = ${organisationId}::bigint and s.installed and s.kind = any(${kinds}::text[])`

/** It reports no firmware of any module. */
export const isSilent = sql`not exists (select from device_module m where m.device_id = s.device_id and m.version <> '')`

/** `t`: upgrade tasks that are not over, `u`: what they do to its devices, module by module. */
export const openUpgrades = (site: Site) => sql`
  from device_state s join upgrade_device u on u.device_id = s.device_id join upgrade_task t on t.id = u.task_id
  where ${here(site)} and t.status in ('ENABLE', 'START', 'DISABLE') and u.state <> 'excluded'`

type Devices = Readonly<{
  all: number
  online: number
  faulty: number
  disabled: number
  neverSeen: number
  inForce: number
  endsSoon: number
  over: number
  unknown: number
  nextEnd: string | null
}>

/** Its installed devices and their warranty. `soonMs`: a warranty that ends before ends soon. */
export async function countSiteDevices(
  db: Db,
  site: Site,
  nowMs: number,
  soonMs: number,
): Promise<Devices | undefined> {
  const { rows } = await sql<Devices>`
    select count(*)::int as "all", count(*) filter (where s.online)::int as online,
      count(*) filter (where exists (
        select from fault_open f where f.device_id = s.device_id and f.type = 'fault'))::int as faulty,
      count(*) filter (where not s.enabled)::int as disabled, count(*) filter (where s.last_seen_at is null)::int as never_seen,
      count(*) filter (where d.warranty_until > ${iso(nowMs)}::timestamptz)::int as in_force,
      count(*) filter (where d.warranty_until > ${iso(nowMs)}::timestamptz and d.warranty_until <= ${iso(soonMs)}::timestamptz)::int as ends_soon,
      count(*) filter (where d.warranty_until <= ${iso(nowMs)}::timestamptz)::int as over,
      count(*) filter (where d.warranty_until is null)::int as unknown,
      min(d.warranty_until) filter (where d.warranty_until > ${iso(nowMs)}::timestamptz) as next_end
    from device_state s join device d on d.id = s.device_id where ${here(site)}`.execute(db)
  return rows[0]
}

type Faults = NonNullable<SiteSummary['faults']>

/** Records that are not closed of its devices, as the lists of faults count them. */
export async function countSiteFaults(db: Db, { organisationId, kinds }: Site): Promise<Faults | undefined> {
  const { rows } = await sql<Faults>`
    select count(*) filter (where f.type = 'fault')::int as faults, count(*) filter (where f.type = 'alarm')::int as alarms,
      count(*) filter (where f.alert_type = 'excursion' and f.condition = 'active')::int as excursions, min(f.raised_at) as oldest
    from fault_open f where f.organisation_id = ${organisationId}::bigint and f.device_kind = any(${kinds}::text[])`.execute(
    db,
  )
  return rows[0]
}

/** Its staff, and the app users to whom an installed device is bound. */
export async function countSitePeople(db: Db, site: Site): Promise<Readonly<{ staff: number; appUsers: number }>> {
  const { rows } = await sql<{ staff: number; appUsers: number }>`
    select (select count(*) from account a where a.organisation_id = ${site.organisationId}::bigint and a.removed_at is null)::int as staff,
      (select count(distinct b.app_user_id) from device_state s join device_binding b on b.device_id = s.device_id and b.unbound_at is null
        where ${here(site)})::int as app_users`.execute(db)
  return rows[0] ?? { staff: 0, appUsers: 0 }
}

type Recipes = NonNullable<SiteSummary['recipes']>

/** Recipes on its ovens, and what was cooked of them since a moment while they were here. */
export async function countSiteRecipes(db: Db, site: Site, since: string): Promise<Recipes | undefined> {
  const { rows } = await sql<Recipes>`
    select count(distinct r.recipe_id) filter (where r.held_version is not null)::int as held,
      count(distinct r.recipe_id) filter (where r.state in ('failed', 'unfit'))::int as failing,
      (select count(*) from recipe_cooked c where c.organisation_id = ${site.organisationId}::bigint
        and c.cooked_at >= ${since}::timestamptz)::int as dishes30_days
    from device_state s join recipe_device r on r.device_id = s.device_id where ${here(site)}`.execute(db)
  return rows[0]
}

type Firmware = Readonly<{ versions: number; silent: number; upgrades: number }>

/** Different firmware by model and module, devices that report none, and upgrade tasks that are not over. */
export async function countSiteFirmware(db: Db, site: Site): Promise<Firmware | undefined> {
  const { rows } = await sql<Firmware>`
    select (select count(distinct (s.product_id, m.module, m.version)) from device_state s
        join device_module m on m.device_id = s.device_id and m.version <> '' where ${here(site)})::int as versions,
      (select count(*) from device_state s where ${here(site)} and ${isSilent})::int as silent,
      (select count(distinct t.id) ${openUpgrades(site)})::int as upgrades`.execute(db)
  return rows[0]
}
