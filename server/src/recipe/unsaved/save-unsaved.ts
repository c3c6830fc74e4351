import { unsavedLimits } from '@brigade/contract/recipe/unsaved.endpoints.ts'
import { dayMs } from '@brigade/contract/time.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { requireSeen } from '../list/seen-recipe.ts'
import { deleteOldUnsaved, deleteUnsaved, findUnsaved, putUnsaved } from './unsaved.store.ts'

type Kept = { typed: string; keptAt: string }

/** Unsaved input of the caller's account; no other account can read it. */
export const getUnsaved = (
  { db, caller: { accountId } }: Ctx,
  { query: { id = null } }: { query: { id?: string | undefined | null } },
): Promise<Kept | null> => findUnsaved(db, { accountId, recipeId: id })

export async function keepUnsaved(
  ctx: Ctx,
  { body: { id, typed } }: { body: { id: string | null; typed: string } },
): Promise<{ keptAt: string }> {
  if (id !== null) await requireSeen(ctx, id)
  const at = ctx.clock.now()
  await putUnsaved(ctx.db, { accountId: ctx.caller.accountId, recipeId: id }, typed, at)
  return { keptAt: new Date(at).toISOString() }
}

export async function forgetUnsaved(
  { db, caller: { accountId } }: Ctx,
  { body: { id } }: { body: { id: string | null } },
): Promise<null> {
  await deleteUnsaved(db, { accountId, recipeId: id })
  return null
}

export const forgetOldUnsaved = (db: Ctx['db'], now: number): Promise<void> =>
  deleteOldUnsaved(db, now - unsavedLimits.days * dayMs)
