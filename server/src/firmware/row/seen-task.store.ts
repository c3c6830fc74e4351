import { sql, type RawBuilder } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'

/** Whether the scope is the platform's, whose tasks are. */
const isPlatform = ({ organisationId }: DataScope) =>
  sql`exists (select from organisation sc where sc.id = ${organisationId}::bigint and sc.kind = 'platform')`

/** Tasks `upgrade_task` that a caller sees: the platform's staff all, others those that were submitted and reach a device of theirs. */
export const seenTasks = (
  db: Db,
  scope: DataScope,
): RawBuilder<boolean> => sql<boolean>`(${isPlatform(scope)} or exists (
  select from upgrade_device seen join device_state st on st.device_id = seen.device_id
  where seen.task_id = upgrade_task.id and seen.state <> 'excluded' and st.organisation_id in (${within(db, scope)})))`
