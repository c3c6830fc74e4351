import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Two processes that start at once seed one after the other. The lock lasts until the end of the transaction. */
export async function lockSeeding(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('seed'))`.execute(db)
}

/** Whether there is any recipe, deleted ones included: then the demo adds nothing. */
export async function hasRecipes(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from recipe) or exists (select from recipe_category) or exists (select from ingredient) as is`.execute(
    db,
  )
  return rows[0]?.is === true
}
