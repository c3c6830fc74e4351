import { sql } from 'kysely'
import type { DemoPart } from '../../platform/program/domain.ts'

export const removeDemoRecipes: NonNullable<DemoPart['remove']> = {
  recipe: async (trx, ids) => {
    await sql`delete from recipe where id = any(${ids}::bigint[])`.execute(trx)
    await sql`delete from recipe_change where recipe_id = any(${ids}::bigint[])`.execute(trx)
  },
  recipe_category: async (trx, ids) => {
    await sql`delete from recipe_category where id = any(${ids}::bigint[])`.execute(trx)
  },
  ingredient: async (trx, ids) => {
    await sql`delete from ingredient where id = any(${ids}::bigint[])`.execute(trx)
  },
}
