import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { Ids, VersionRow } from '@brigade/contract/recipe/recipe.model.ts'
import { compareContents, type ComparedRow } from '@brigade/contract/recipe/compare.rules.ts'
import type { z } from 'zod'
import type { CachedDb } from '../../platform/caches.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse, textRef, type TextRef } from '../../platform/refusal.ts'
import { checkContent, filingProblems, wordsWithModel, type Found } from '../content/check-recipe.ts'
import { lockDrafts, type Draft } from '../content/draft.store.ts'
import { endWanting } from '../row/send.store.ts'
import { requireTakingOff } from '../oven/require-taking-off.ts'
import { lockSync } from '../sync/sync.store.ts'
import { shareIngredients } from '../content/reference.store.ts'
import { requireSeen } from '../list/seen-recipe.ts'
import { findVersion, insertVersion, listVersions, setUnpublished } from '../content/version.store.ts'

type CallCtx = Pick<Ctx, 'caller' | 'clock' | 'caches'>

/** A recipe may be for fifty models: at most this many are named at one field. */
const maxNamed = 5

/** All problems of one field as one text, each with its model if it has one. */
function refOf(found: readonly Found[]): TextRef {
  const [first] = found
  if (found.length === 1 && first?.product === null) return { key: first.key, params: first.params }
  const named = found.slice(0, maxNamed).map(wordsWithModel)
  const message = { en: named.map(({ en }) => en).join('; '), zh: named.map(({ zh }) => zh).join('；') }
  return textRef('recipe.ofModels', { message, more: found.length - named.length })
}

/** Publishes drafts within the transaction. All problems are reported at once, by place in the list. */
export async function publishDrafts(
  trx: Db,
  { caller, clock, caches }: CallCtx,
  drafts: readonly Draft[],
  { note, at = (index) => `ids.${index}.` }: Readonly<{ note: string; at?: (index: number) => string }>,
): Promise<ReadonlyMap<string, number>> {
  const cached: CachedDb = { db: trx, caches }
  const found: (Found & { field: string })[] = []
  for (const [index, { content, categoryId }] of drafts.entries())
    for (const problem of [...filingProblems(categoryId), ...(await checkContent(cached, content)).problems])
      found.push({ ...problem, field: `${at(index)}${problem.path}` })
  if (found.length > 0) {
    const byField = Map.groupBy(found, ({ field }) => field)
    const fields = Object.fromEntries([...byField].map(([field, ofField]) => [field, refOf(ofField)]))
    refuse('recipe.notReady', undefined, { fields })
  }
  const versions = new Map<string, number>()
  for (const draft of drafts) {
    const ids = draft.content.ingredients.map(({ ingredientId }) => ingredientId)
    const kept = await shareIngredients(trx, caller, ids)
    versions.set(
      draft.id,
      await insertVersion(trx, { draft, kept, note, publishedBy: caller.accountId, at: clock.now() }),
    )
  }
  return versions
}

type State = Readonly<{
  ids: z.output<typeof Ids>
  publish: boolean
  note: string
  removeFromOvens: boolean
  password?: string | undefined
}>

/** Changes all of them or none. Spec 4: published and unpublished ones may not be mixed; an unpublished one can be published again. */
export async function setRecipeState(ctx: Ctx, { body }: { body: State }): Promise<null> {
  const { ids, publish, note, removeFromOvens } = body
  const { db, caller, clock } = ctx
  if (!publish && removeFromOvens) await requireTakingOff(ctx, recipeApi.setState, body.password)
  return transaction(db, async (trx) => {
    const drafts = await requireDrafts(trx, ctx, ids)
    const published = drafts.filter(({ publishedVersion }) => publishedVersion !== null)
    if (published.length > 0 && published.length < drafts.length) refuse('recipe.mixed')
    const isPublished = published.length > 0
    if (!publish) {
      if (!isPublished) refuse('recipe.alreadySo')
      if (removeFromOvens) await takeFromOvens(trx, ids, caller.accountId)
      await setUnpublished(trx, ids, clock.now())
      return null
    }
    const changed = drafts.filter(({ status }) => status !== 'published')
    if (changed.length === 0) refuse('recipe.alreadySo')
    const places = changed.map(({ id }) => ids.indexOf(id))
    await publishDrafts(trx, { ...ctx, caller }, changed, { note, at: (index) => `ids.${places[index] ?? 0}.` })
    return null
  })
}

/** Ovens lose it: neither they nor the sets of organisations ask for it any more. */
async function takeFromOvens(trx: Transaction, ids: readonly string[], accountId: string): Promise<void> {
  await lockSync(trx)
  await endWanting(trx, ids, accountId)
}

/** Locked until the transaction ends. One unknown or deleted recipe, or one of another organisation, refuses all. */
export async function requireDrafts(
  trx: Db,
  { caller }: Pick<Ctx, 'caller'>,
  ids: readonly string[],
): Promise<Draft[]> {
  const drafts = await lockDrafts(trx, caller, ids)
  return drafts.length === new Set(ids).size ? drafts : refuse('recipe.unknown')
}

/** All versions of an own recipe; of one from above the one that is published. */
export async function listHistory(ctx: Ctx, { query: { id } }: { query: { id: string } }): Promise<VersionRow[]> {
  const { isOwn } = await requireSeen(ctx, id)
  const versions = await listVersions(ctx.db, id)
  // The name of the publisher in an organisation above is not shown below.
  return isOwn
    ? versions
    : versions.filter(({ isCurrent }) => isCurrent).map((version) => ({ ...version, publishedBy: '' }))
}

type Comparing = Readonly<{ id: string; before: number; after: number }>

/** Version 0 is the draft, which is its own organisation's alone. */
export async function compareVersions(ctx: Ctx, { query }: { query: Comparing }): Promise<{ rows: ComparedRow[] }> {
  const seen = await requireSeen(ctx, query.id)
  const contentOf = async (version: number) => {
    if (version === 0 && seen.isOwn) return seen.content
    if (!seen.isOwn && version !== seen.publishedVersion) return refuse('recipe.unknownVersion')
    return (await findVersion(ctx.db, query.id, version))?.content ?? refuse('recipe.unknownVersion')
  }
  const [before, after] = [await contentOf(query.before), await contentOf(query.after)]
  return { rows: compareContents(before, after) }
}
