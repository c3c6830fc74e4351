import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeLimits } from '@brigade/contract/recipe/recipe.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse, textRef, type TextRef } from '../../platform/refusal.ts'
import { requireDrafts } from '../publish/publish-recipes.ts'
import { forgetRemoved, lockHeads, setCategory, setRemoved } from '../content/draft.store.ts'
import { shareOvenModels, shareCategory } from '../content/reference.store.ts'
import { rewrite } from './save-recipe.ts'
import { requireTakingOff } from '../oven/require-taking-off.ts'
import { areOnOvens } from '../row/send.store.ts'

const undoMs = recipeLimits.undoDays * dayMs
type Given<B> = Readonly<{ body: B }>
type OfIds = Readonly<{ ids: readonly string[] }>

type Removing = OfIds & Readonly<{ password?: string | undefined }>

/** Removes all of them or none: a published one refuses all. Ovens lose the removed recipes too. */
export async function removeRecipes(ctx: Ctx, { body: { ids, password } }: Given<Removing>): Promise<null> {
  const { db, clock, caller } = ctx
  const isProven = await areOnOvens(db, caller, ids)
  if (isProven) await requireTakingOff(ctx, recipeApi.remove, password)
  return transaction(db, async (trx) => {
    const drafts = await requireDrafts(trx, { caller }, ids)
    const fields: Record<string, 'recipe.removePublished'> = {}
    for (const { id, publishedVersion } of drafts)
      if (publishedVersion !== null) fields[`ids.${ids.indexOf(id)}`] = 'recipe.removePublished'
    if (Object.keys(fields).length > 0) refuse('recipe.removePublished', undefined, { fields })
    // An oven may have got one meanwhile.
    if (!isProven && (await areOnOvens(trx, caller, ids)))
      refuse('field.refused', undefined, { fields: { password: 'field.required' } })
    await setRemoved(trx, ids, clock.now(), clock.now())
    return null
  })
}

/** A deleted recipe can be restored within 30 days. */
export async function restoreRecipes({ db, clock, caller }: Ctx, { body: { ids } }: Given<OfIds>): Promise<null> {
  return transaction(db, async (trx) => {
    const removed = await lockHeads(trx, caller, ids, { removed: true })
    if (removed.length !== new Set(ids).size) refuse('recipe.unknown')
    const since = clock.now() - undoMs
    if (removed.some(({ removedAt }) => removedAt !== null && Date.parse(removedAt) < since)) refuse('recipe.tooLate')
    await setRemoved(trx, ids, null, clock.now())
    return null
  })
}

export async function setCategories(
  { db, clock, caller }: Ctx,
  { body: { ids, categoryId } }: Given<OfIds & Readonly<{ categoryId: string }>>,
): Promise<null> {
  return transaction(db, async (trx) => {
    await requireDrafts(trx, { caller }, ids)
    if (!(await shareCategory(trx, caller, categoryId)))
      refuse('field.refused', undefined, { fields: { categoryId: 'recipe.categoryMissing' } })
    await setCategory(trx, ids, categoryId, clock.now())
    return null
  })
}

type Assigning = OfIds & Readonly<{ productIds: readonly string[]; how: 'replace' | 'add' | 'remove' }>

/** Models belong to the version: a published recipe becomes one with changes. Answers how many are so by it. */
export async function setProducts(
  { db, clock, caller }: Ctx,
  { body: { ids, productIds, how } }: Given<Assigning>,
): Promise<{ changed: number }> {
  return transaction(db, async (trx) => {
    const drafts = await requireDrafts(trx, { caller }, ids)
    const known = new Set((await shareOvenModels(trx, productIds)).map(({ id }) => id))
    const unknown: Record<string, 'recipe.productMissing'> = {}
    for (const [index, id] of productIds.entries())
      if (!known.has(id)) unknown[`productIds.${index}`] = 'recipe.productMissing'
    if (how !== 'remove' && Object.keys(unknown).length > 0) refuse('field.refused', undefined, { fields: unknown })
    const fields: Record<string, TextRef> = {}
    let changed = 0
    for (const draft of drafts) {
      const after = assigned(draft.content.productIds, productIds, how)
      const name = draft.code
      if (after.length === 0) fields[`ids.${ids.indexOf(draft.id)}`] = textRef('recipe.noModelLeft', { name })
      if (after.length > recipeLimits.products)
        fields[`ids.${ids.indexOf(draft.id)}`] = textRef('recipe.tooManyModels', { name })
      if (Object.keys(fields).length > 0 || after.join() === draft.content.productIds.join()) continue
      await rewrite(trx, draft, { ...draft.content, productIds: after }, { at: clock.now() })
      if (draft.status === 'published') changed += 1
    }
    if (Object.keys(fields).length > 0) refuse('field.refused', undefined, { fields })
    return { changed }
  })
}

function assigned(before: readonly string[], given: readonly string[], how: Assigning['how']): string[] {
  if (how === 'replace') return [...new Set(given)]
  if (how === 'add') return [...new Set([...before, ...given])]
  return before.filter((id) => !given.includes(id))
}

/** A recipe that was deleted 30 days ago can no longer be restored. */
export const forgetOldRecipes = async (db: Ctx['db'], now: number): Promise<number> => forgetRemoved(db, now - undoMs)
