import type { RecipeChange, RecipeDraft } from '@brigade/contract/recipe/draft.model.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { RecipeCheck, RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { requireAlso } from '../../platform/http/require-also.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireSeen } from '../list/seen-recipe.ts'
import { publishDrafts } from '../publish/publish-recipes.ts'
import { findVersion, listVersionHashes } from '../content/version.store.ts'
import { checkContent, formatCheck } from '../content/check-recipe.ts'
import { insertRecipe, lockDrafts, writeDraft, type Draft } from '../content/draft.store.ts'
import { requireReferences } from '../content/require-references.ts'

type Saved = { id: string; code: string; updatedAt: string; publishedVersion: number | null }

async function savedOf(trx: Db, { caller }: Ctx, id: string): Promise<Saved> {
  const [{ code, updatedAt, publishedVersion }] = await lockOne(trx, caller, id)
  return { id, code, updatedAt, publishedVersion }
}

async function lockOne(trx: Db, caller: Ctx['caller'], id: string): Promise<[Draft]> {
  const [draft] = await lockDrafts(trx, caller, [id])
  return draft === undefined ? refuse('recipe.unknown') : [draft]
}

/** Publishes the saved draft; problems are reported at the fields of the form. */
async function publishSaved(trx: Db, ctx: Ctx, id: string, note: string): Promise<void> {
  await publishDrafts(trx, ctx, await lockOne(trx, ctx.caller, id), { note, at: () => '' })
}

/** A draft of the caller's organisation. */
export async function addRecipe(
  ctx: Ctx,
  { body: { categoryId, publish, note, ...content } }: { body: RecipeDraft },
): Promise<Saved> {
  if (publish) requireAlso(ctx.caller, recipeApi.add, 'recipe:publish')
  const { db, caller, clock } = ctx
  return transaction(db, async (trx) => {
    await requireReferences(trx, caller, { content, categoryId })
    const made = { content, categoryId, organisationId: caller.organisationId, creatorId: caller.accountId }
    const { id } = await insertRecipe(trx, made, clock.now())
    if (publish) await publishSaved(trx, ctx, id, note)
    return savedOf(trx, ctx, id)
  })
}

/** A change that is based on a version other than the last one is refused. */
async function lockVersion(trx: Db, caller: Ctx['caller'], id: string, updatedAt: string): Promise<Draft> {
  const [before] = await lockOne(trx, caller, id)
  if (Date.parse(before.updatedAt) !== Date.parse(updatedAt)) refuse('recipe.changedSince')
  return before
}

/** Writes the draft; its hash shows whether it has the same content as the published version. */
export async function rewrite(
  trx: Db,
  before: Draft,
  content: RecipeContent,
  { at, categoryId = before.categoryId }: Readonly<{ at: number; categoryId?: string | null }>,
): Promise<void> {
  const versionHash = (await listVersionHashes(trx, [before.id])).get(before.id)
  await writeDraft(trx, before, content, { at, categoryId, versionHash })
}

/** Replaces the whole draft. The published version stays unchanged. */
export async function updateRecipe(
  ctx: Ctx,
  { body: { id, updatedAt, categoryId, publish, note, ...content } }: { body: RecipeChange },
): Promise<Saved> {
  if (publish) requireAlso(ctx.caller, recipeApi.update, 'recipe:publish')
  const { db, caller, clock } = ctx
  return transaction(db, async (trx) => {
    const before = await lockVersion(trx, caller, id, updatedAt)
    await requireReferences(trx, caller, { content, categoryId }, before)
    await rewrite(trx, before, content, { at: clock.now(), categoryId })
    if (publish) await publishSaved(trx, ctx, id, note)
    return savedOf(trx, ctx, id)
  })
}

/**
 * All of it except counts and versions, with an identity of its own. A copy of one from above belongs to the caller.
 */
export async function duplicateRecipe(
  ctx: Ctx,
  { body: { id } }: { body: { id: string } },
): Promise<{ id: string; code: string }> {
  const { content, categoryId } = await requireSeen(ctx, id)
  const { organisationId, accountId: creatorId } = ctx.caller
  return transaction(ctx.db, async (trx) => {
    const made = await insertRecipe(trx, { content, categoryId, organisationId, creatorId }, ctx.clock.now())
    return { id: made.id, code: made.code }
  })
}

type Restoring = Readonly<{ id: string; version: number; updatedAt: string }>

/** Makes the draft equal to an earlier version. The published version stays unchanged. */
export async function restoreVersion(ctx: Ctx, { body }: { body: Restoring }): Promise<Saved> {
  const { db, caller, clock } = ctx
  return transaction(db, async (trx) => {
    const before = await lockVersion(trx, caller, body.id, body.updatedAt)
    const version = (await findVersion(trx, body.id, body.version)) ?? refuse('recipe.unknownVersion')
    // A reference that was removed in the meantime is refused at its field, rather than dropped without notice.
    await requireReferences(trx, caller, { content: version.content, categoryId: before.categoryId }, before)
    await rewrite(trx, before, version.content, { at: clock.now() })
    return savedOf(trx, ctx, body.id)
  })
}

/** The reasons to refuse publishing, and notes; it writes nothing. */
export const checkRecipe = async (ctx: Ctx, { body }: { body: RecipeContent }): Promise<RecipeCheck> =>
  formatCheck(await checkContent(ctx, body), ctx.locale)
