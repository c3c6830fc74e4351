import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Makes a line readable for the organisation of the opened console and those above it. */
export async function addOpenedReaders(db: Db, operationId: string, openedId: string): Promise<void> {
  await sql`
    insert into operation_scope (organisation_id, logged_at, line_id)
    select t.ancestor_id, l.logged_at, l.id
    from operation_log l join organisation_tree t on t.descendant_id = ${openedId}
    where l.operation_id = ${operationId}::uuid and l.logged_at > now() - interval '1 day'
    on conflict do nothing`.execute(db)
}
