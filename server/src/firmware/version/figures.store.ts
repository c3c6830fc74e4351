import type { UpgradeReason } from '@brigade/contract/firmware/upgrade.rules.ts'
import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'

/** A device that was deleted counts for its owner at that time. */
const seen = (db: Db, scope: DataScope, device: string) =>
  sql`exists (select from device_whose seen where seen.device_id = ${sql.ref(device)} and seen.organisation_id in (${within(db, scope)}))`

/** The outcomes of a version at the devices within the scope. */
export async function countOutcomes(db: Db, scope: DataScope, versionId: string) {
  const { rows } = await sql<{
    running: number
    succeeded: number
    failed: number
    notUpgraded: number
    medianMinutes: number | null
  }>`
    select (count(*) filter (where state in ('waiting', 'offering', 'offered', 'downloading', 'installing')))::int as running,
      (count(*) filter (where state = 'succeeded'))::int as succeeded, (count(*) filter (where state = 'failed'))::int as failed,
      (count(*) filter (where state in ('skipped', 'expired', 'cancelled')))::int as not_upgraded,
      (percentile_cont(0.5) within group (order by extract(epoch from ended_at - first_offered_at) / 60)
        filter (where state = 'succeeded' and first_offered_at is not null))::float8 as median_minutes
    from upgrade_device u where u.version_id = ${versionId}::bigint and ${seen(db, scope, 'u.device_id')}`.execute(db)
  return rows[0] ?? { running: 0, succeeded: 0, failed: 0, notUpgraded: 0, medianMinutes: null }
}

export async function countFailures(db: Db, scope: DataScope, versionId: string) {
  const { rows } = await sql<{ reason: UpgradeReason; count: number }>`
    select reason, count(*)::int as count from upgrade_device u
    where u.version_id = ${versionId}::bigint and state = 'failed' and reason is not null and ${seen(db, scope, 'u.device_id')}
    group by reason order by count desc, reason`.execute(db)
  return rows
}

/**
 * Counts the devices of all models by how their reported versions compare with the current ones: a device that is
 * behind with one module is behind, whatever its other modules report. If several models have firmware for a module of
 * a device, which was allowed earlier, the nearest counts: a device on the current version of one of them is current. A
 * model for other hardware has none for it.
 */
export async function countStandings(db: Db, scope: DataScope) {
  const { rows } = await sql<{ all: number; current: number; behind: number; other: number; unknown: number }>`
    select count(*)::int as "all", (count(*) filter (where worst = 0))::int as current, (count(*) filter (where worst = 3))::int as behind,
      (count(*) filter (where worst = 1))::int as other, (count(*) filter (where worst = 2))::int as unknown
    from (select max(standing) as worst
      from (select s.device_id, case when bool_and(dm.version is null) then 2
          when bool_or(version_order(dm.version, v.reported_as) = 0) then 0
          when bool_or(version_order(dm.version, v.reported_as) < 0) then 3 else 1 end as standing
        from firmware_version v join firmware_model m on m.id = v.model_id
          join firmware_model_product mp on mp.model_id = v.model_id
          join device_state s on s.product_id = mp.product_id
          left join device_module dm on dm.device_id = s.device_id and dm.module = v.module
          left join device_tag t on t.device_id = s.device_id and t.key = 'hardwareModel' and m.hardware_model <> ''
        where v.archived_at is null and s.organisation_id in (${within(db, scope)})
          and (t.value is null or t.value = m.hardware_model)
        group by s.device_id, v.module) as modules
      group by device_id) as devices`.execute(db)
  return rows[0] ?? { all: 0, current: 0, behind: 0, other: 0, unknown: 0 }
}

export async function countMonth(db: Db, scope: DataScope, since: number) {
  const { rows } = await sql<{ models: number; tasksRunning: number; ended: number; succeeded: number }>`
    select (select count(*)::int from firmware_model) as models,
      (select count(*)::int from upgrade_task t where t.status = 'START' and exists (select from upgrade_device u
        where u.task_id = t.id and ${seen(db, scope, 'u.device_id')})) as tasks_running,
      (count(*) filter (where state in ('succeeded', 'failed')))::int as ended, (count(*) filter (where state = 'succeeded'))::int as succeeded
    from upgrade_device u where u.ended_at >= ${new Date(since).toISOString()}::timestamptz
      and state in ('succeeded', 'failed') and ${seen(db, scope, 'u.device_id')}`.execute(db)
  return rows[0] ?? { models: 0, tasksRunning: 0, ended: 0, succeeded: 0 }
}
