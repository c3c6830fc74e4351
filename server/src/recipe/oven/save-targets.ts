import type { TargetRow, TargetSaving, TargetSearch } from '@brigade/contract/recipe/oven.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { isWithin } from '../../customer/data-scope.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { requireSeen } from '../list/seen-recipe.ts'
import { requireOrganisations, requireRecipes } from './send-recipes.ts'
import { deleteTargets, findTargets, insertTargets, listForeign, type StoredTarget } from '../row/target.store.ts'

export async function listTargets(ctx: Ctx, { query }: { query: TargetSearch }): Promise<Page<TargetRow>> {
  // The rows are within the scope by themselves: sequential reads would be two more waits for the database.
  const [{ rows, ...counted }] = await Promise.all([
    findTargets(ctx.db, ctx.caller, query),
    query.recipeId === undefined ? undefined : requireSeen(ctx, query.recipeId),
    query.organisationId === undefined ? undefined : requireOrganisation(ctx, query.organisationId),
  ])
  return { list: rows.map(rowOf), ...counted, pageNum: query.pageNum, pageSize: query.pageSize }
}

async function requireOrganisation({ db, caller }: Pick<Ctx, 'db' | 'caller'>, id: string): Promise<void> {
  if (!(await isWithin(db, caller, id))) refuse('recipe.organisationMissing')
}

const rowOf = (row: StoredTarget): TargetRow => ({
  organisation: { id: row.organisationId, name: row.organisation, kind: row.organisationKind },
  recipe: {
    id: row.recipeId,
    code: row.code,
    names: row.names,
    baseLanguage: row.baseLanguage,
    pictureFileId: row.pictureFileId,
  },
  ovens: row.ovens,
  held: row.held,
  createdBy: row.createdBy,
  createdAt: row.createdAt,
})

/** Present and future ovens of the organisations get the recipes; a worker sends them. */
export async function saveTargets(ctx: Ctx, { body }: { body: TargetSaving }): Promise<null> {
  const { recipeIds, organisationIds, how } = body
  await requireRecipes(ctx, recipeIds, { published: how === 'add' })
  await requireOrganisations(ctx, organisationIds)
  const foreign = how === 'add' ? await listForeign(ctx.db, recipeIds, organisationIds) : []
  if (foreign.length > 0) {
    const fields: Record<string, 'recipe.notForOrganisation'> = {}
    for (const id of foreign) fields[`organisationIds.${organisationIds.indexOf(id)}`] = 'recipe.notForOrganisation'
    refuse('recipe.notForOrganisation', undefined, { fields })
  }
  await requirePassword(ctx, body.password)
  return transaction(ctx.db, async (trx) => {
    if (how === 'add')
      await insertTargets(trx, { recipeIds, organisationIds }, { creatorId: ctx.caller.accountId, at: ctx.clock.now() })
    else await deleteTargets(trx, { recipeIds, organisationIds })
    return null
  })
}
