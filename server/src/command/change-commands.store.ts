import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../platform/db/connection/prepared-statement.ts'
import type { Db } from '../platform/db/database.ts'
import { notifyIds } from '../platform/db/notify.ts'
import { singleStatement } from '../platform/db/transaction.ts'

/** Whether the statement notifies the watchers of the devices. */
export type Watchers = 'told here' | 'told afterwards'

/** The rows that `changeCommands` changed, as a table within its statement. */
export const changed = sql.table('changed')

/**
 * Changes commands and notifies the watchers of their devices, in one statement: each further statement is a round
 * trip, and a separate notification a separate commit. `update` returns the rows to answer, with their device_id;
 * `beside` writes other rows that belong to the change. `told afterwards`: the caller notifies the watchers after its
 * commit.
 */
export async function changeCommands<Row>(
  db: Db,
  update: RawBuilder<Row>,
  beside?: RawBuilder<unknown>,
  watchers: Watchers = 'told here',
): Promise<Row[]> {
  const notified =
    watchers === 'told here'
      ? sql`, notified as (${notifyIds('live', 'device', sql`select distinct device_id::text as id from changed`)})`
      : sql``
  const { rows } = await singleStatement(db, () =>
    sql<Row>`${prepared}
      with changed as (${update})${beside === undefined ? sql`` : sql`, beside as (${beside})`}${notified}
      select changed.* from changed ${watchers === 'told here' ? sql`cross join notified` : sql``}`.execute(db),
  )
  return rows
}
