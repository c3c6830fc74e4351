import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The version of a recipe that an oven reported to have. */
export async function findHeld(db: Db, deviceId: string, recipeId: string) {
  const { rows } = await sql<{ code: string; version: number }>`
    select r.code, d.held_version as version from recipe_device d join recipe r on r.id = d.recipe_id
    where d.device_id = ${deviceId}::bigint and d.recipe_id = ${recipeId}::bigint and d.held_version is not null`.execute(
    db,
  )
  return rows[0]
}
