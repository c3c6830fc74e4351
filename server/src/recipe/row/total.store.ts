import { sql, type RawBuilder } from 'kysely'
import { seenInList, type CallerScope, type SeenIn } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'

export type Totals = Readonly<{ downloads: number; favourites: number; cooked: number; onOvens: number }>
export const noTotals: Totals = { downloads: 0, favourites: 0, cooked: 0, onOvens: 0 }

const sums = sql`coalesce(sum(t.downloads), 0)::int as downloads, coalesce(sum(t.favourites), 0)::int as favourites,
  coalesce(sum(t.cooked), 0)::int as cooked, coalesce(sum(t.on_ovens), 0)::int as on_ovens`

/** The counts of recipes among the organisations of a scope, which may be read before the ids of the recipes are known. */
export async function listTotals(
  db: Db,
  seen: SeenIn,
  recipeIds: readonly string[],
): Promise<ReadonlyMap<string, Totals>> {
  if (recipeIds.length === 0) return new Map()
  const { rows } = await sql<Totals & { recipeId: string }>`
    select t.recipe_id::text as recipe_id, ${sums} from recipe_total t
    where t.recipe_id = any(${recipeIds}::bigint[]) and ${seen('t.organisation_id')}
    group by t.recipe_id`.execute(db)
  return new Map(rows.map(({ recipeId, ...totals }) => [recipeId, totals]))
}

/**
 * The sum over the recipes that `found` selects; by default over all that the caller sees: own ones, and published ones
 * of organisations above.
 */
export async function sumTotals(db: Db, scope: CallerScope, found?: RawBuilder<unknown>): Promise<Totals> {
  const seen = await seenInList(db, scope)
  if (found !== undefined) {
    const { rows } = await sql<Totals>`
      select ${sums} from recipe_total t where ${seen('t.organisation_id')} and t.recipe_id in (${found})`.execute(db)
    return rows[0] ?? noTotals
  }
  const { rows } = await sql<Totals>`
    select ${sums} from recipe_total t join recipe r on r.id = t.recipe_id
    where ${seen('t.organisation_id')} and r.removed_at is null
      and (${seen('r.organisation_id')} or (r.published_version is not null and r.organisation_id in (
        select ancestor_id from organisation_tree where descendant_id = ${scope.organisationId}::bigint and depth > 0)))`.execute(
    db,
  )
  return rows[0] ?? noTotals
}
