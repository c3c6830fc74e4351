import type { TestApp } from '@brigade/server/testing/start-app.ts'
import { sql } from 'kysely'

export type TaskFigures = Readonly<{
  atOnce: number
  inMinute: number
  twice: number
  short: number
  ended: number
  live: number
}>

/**
 * Figures of the tasks from their history: the most upgrades in progress at once in the installation, the fullest minute of any task,
 * devices with two final states in one task, and successes with fewer bytes sent than the file has.
 */
export async function verifyTasks({ db }: TestApp, taskIds: readonly string[]): Promise<TaskFigures> {
  const { rows } = await sql<TaskFigures>`
    with moves as (select task_id, seq, at, from_state, to_state,
        sum((to_state in ('offering', 'offered', 'downloading'))::int - (from_state in ('offering', 'offered', 'downloading'))::int)
          over (order by seq) as taken
      from upgrade_event where task_id = any(${taskIds}::bigint[]) and kind = 'state'),
    offers as (select count(*) over (partition by task_id order by at range between interval '1 minute' preceding and current row) as n
      from moves where from_state = 'waiting' and to_state = 'offering'),
    own as (select u.*, v.bytes as whole from upgrade_device u join firmware_version v on v.id = u.version_id
      where u.task_id = any(${taskIds}::bigint[]) and u.state <> 'excluded')
    select (select coalesce(max(taken), 0) from moves)::int as at_once, (select coalesce(max(n), 0) from offers)::int as in_minute,
      (select count(*) from (select from upgrade_event where task_id = any(${taskIds}::bigint[]) and to_state in
        ('succeeded', 'failed', 'skipped', 'expired', 'cancelled') group by task_id, device_id having count(*) > 1) as t)::int as twice,
      (select count(*) from own where state = 'succeeded' and bytes < whole)::int as short,
      (select count(*) from own where ended_at is not null)::int as ended,
      (select count(*) from own where ended_at is null)::int as live`.execute(db)
  return rows[0] ?? { atOnce: 0, inMinute: 0, twice: 0, short: 0, ended: 0, live: 0 }
}
