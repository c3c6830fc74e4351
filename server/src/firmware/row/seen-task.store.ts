import { sql, type RawBuilder } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'

/** Whether the scope is that of the platform, which owns the tasks. */
const isPlatform = ({ organisationId }: DataScope) =>
  sql`exists (select from organisation sc where sc.id = ${organisationId}::bigint and sc.kind = 'platform')`

/** Tasks `upgrade_task` that a caller sees: the platform's staff all, others those that were submitted and reach a device of theirs. */
export const seenTasks = (
  db: Db,
  scope: DataScope,
): RawBuilder<boolean> => sql<boolean>`(${isPlatform(scope)} or exists (
  select from upgrade_device seen join device_whose st on st.device_id = seen.device_id
  where seen.task_id = upgrade_task.id and seen.state <> 'excluded' and st.organisation_id in (${within(db, scope)})))`

/** Whether the caller sees one of these tasks. */
export async function areSeenTasks(db: Db, scope: DataScope, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select id from upgrade_task where id = any(${ids}::bigint[]) and ${seenTasks(db, scope)} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a device is in one of these tasks. */
export async function isInTasks(db: Db, deviceId: string, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select task_id from upgrade_device where device_id = ${deviceId}::bigint and task_id = any(${ids}::bigint[])
      and state <> 'excluded' limit 1`.execute(db)
  return rows.length > 0
}
