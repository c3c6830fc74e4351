import { unsavedLimits } from '@brigade/contract/recipe/unsaved.endpoints.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type Place = Readonly<{ accountId: string; recipeId: string | null }>

const ofPlace = ({ accountId, recipeId }: Place) =>
  sql<boolean>`account_id = ${accountId}::bigint and recipe_id is not distinct from ${recipeId}::bigint`

export async function findUnsaved(db: Db, place: Place): Promise<{ typed: string; keptAt: string } | null> {
  const row = await db.selectFrom('recipeUnsaved').select(['typed', 'keptAt']).where(ofPlace(place)).executeTakeFirst()
  return row ?? null
}

/** The newest input replaces the earlier one. The oldest entries of an account are deleted beyond its limit. */
export async function putUnsaved(db: Db, { accountId, recipeId }: Place, typed: string, at: number): Promise<void> {
  await sql`
    insert into recipe_unsaved (account_id, recipe_id, typed, kept_at)
    values (${accountId}::bigint, ${recipeId}::bigint, ${typed}, ${iso(at)}::timestamptz)
    on conflict (account_id, recipe_id) do update set typed = excluded.typed, kept_at = excluded.kept_at`.execute(db)
  await sql`
    delete from recipe_unsaved where id in (
      select id from recipe_unsaved where account_id = ${accountId}::bigint
      order by kept_at desc, id desc offset ${unsavedLimits.perAccount})`.execute(db)
}

export async function deleteUnsaved(db: Db, place: Place): Promise<void> {
  await db.deleteFrom('recipeUnsaved').where(ofPlace(place)).execute()
}

export async function deleteOldUnsaved(db: Db, before: number): Promise<void> {
  await db.deleteFrom('recipeUnsaved').where('keptAt', '<', iso(before)).execute()
}
