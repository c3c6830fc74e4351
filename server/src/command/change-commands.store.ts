import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../platform/db/connection/prepared-statement.ts'
import type { Db } from '../platform/db/database.ts'
import { notifyIds } from '../platform/db/notify.ts'
import { singleStatement } from '../platform/db/transaction.ts'

/** The rows that `changeCommands` changed, as a table within its statement. */
export const changed = sql.table('changed')

/**
 * Changes commands and notifies the watchers of their devices, in one statement: each further statement is a round
 * trip, and a separate notification a separate commit. `update` returns the rows to answer, with their device_id;
 * `beside` writes what belongs to the change.
 */
export async function changeCommands<Row>(
  db: Db,
  update: RawBuilder<Row>,
  beside?: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await singleStatement(db, () =>
    sql<Row>`${prepared}
      with changed as (${update}), ${beside === undefined ? sql`` : sql`beside as (${beside}),`}
      notified as (${notifyIds('live', 'device', sql`select distinct device_id::text as id from changed`)})
      select changed.* from changed cross join notified`.execute(db),
  )
  return rows
}
