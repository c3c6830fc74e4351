import { fitsProduct } from '@brigade/contract/recipe/fit.rules.ts'
import type {
  OvenRecipeReason,
  Resending,
  Sending,
  SendingCheck,
  SendingReach,
  TakingAway,
} from '@brigade/contract/recipe/oven.model.ts'
import { isWithin } from '../../customer/data-scope.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse, type TextRef } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { wordsOfProblem } from '../content/check-recipe.ts'
import { findVersion } from '../content/version.store.ts'
import { readSeen, type SeenRecipe } from '../list/seen-recipe.ts'
import { restateWanted } from '../sync/change.store.ts'
import { readFits } from '../sync/fit-oven.ts'
import { lockSync, type Pair } from '../sync/sync.store.ts'
import { notifyOvens } from '../sync/oven-notice.store.ts'
import {
  excludePairs,
  insertByHand,
  listWantedPairs,
  listOvensOf,
  listPairsOf,
  resetTries,
  type Asked,
  type WantedPair,
} from '../row/send.store.ts'

type Given<B> = Readonly<{ body: B }>
type Count = { pairs: number }

/** A dry run does not check more pairs than these one by one. */
const maxChecked = 200_000
const maxNamed = 20

/** Recipes that the caller sees; `published`: each must be. */
export async function requireRecipes(
  ctx: Pick<Ctx, 'db' | 'caller'>,
  ids: readonly string[],
  { published }: Readonly<{ published: boolean }>,
): Promise<SeenRecipe[]> {
  const seen = await readSeen(ctx, [...new Set(ids)])
  const byId = new Map(seen.map((recipe) => [recipe.id, recipe]))
  if (ids.some((id) => !byId.has(id))) refuse('recipe.unknown')
  const fields: Record<string, TextRef | 'recipe.notPublished'> = {}
  for (const [index, id] of ids.entries())
    if (published && byId.get(id)?.publishedVersion === null) fields[`recipeIds.${index}`] = 'recipe.notPublished'
  if (Object.keys(fields).length > 0) refuse('recipe.notPublished', undefined, { fields })
  return seen
}

/** Ovens that the caller sees; one that is none is refused at its place. */
async function requireOvens({ db, caller }: Pick<Ctx, 'db' | 'caller'>, ids: readonly string[]): Promise<void> {
  const there = new Set(await listOvensOf(db, caller, ids))
  const fields: Record<string, 'recipe.ovenMissing'> = {}
  for (const [index, id] of ids.entries()) if (!there.has(id)) fields[`deviceIds.${index}`] = 'recipe.ovenMissing'
  if (Object.keys(fields).length > 0) refuse('field.refused', undefined, { fields })
}

export async function requireOrganisations(
  { db, caller }: Pick<Ctx, 'db' | 'caller'>,
  ids: readonly string[],
): Promise<void> {
  const fields: Record<string, 'recipe.organisationMissing'> = {}
  for (const [index, id] of ids.entries())
    if (!(await isWithin(db, caller, id))) fields[`organisationIds.${index}`] = 'recipe.organisationMissing'
  if (Object.keys(fields).length > 0) refuse('field.refused', undefined, { fields })
}

type CheckedPair = WantedPair & Readonly<{ version: number; unfit: OvenRecipeReason | null }>

/**
 * Returns each pair with the reason why it does not fit, or null. A recipe of an organisation that the oven does not
 * belong to is left out.
 */
async function checkFits(
  ctx: Ctx,
  recipes: readonly SeenRecipe[],
  pairs: readonly WantedPair[],
): Promise<CheckedPair[]> {
  const versions = new Map(recipes.map(({ id, publishedVersion }) => [id, publishedVersion ?? 0]))
  const ofLine = pairs.filter((pair) => pair.isOfLine)
  const versionOf = ({ recipeId }: WantedPair) => ({ recipeId, version: versions.get(recipeId) ?? 0 })
  const { unfit } = await readFits(
    { db: ctx.db, caches: ctx.caches },
    ofLine.map((pair) => ({ productId: pair.productId, version: versionOf(pair) })),
  )
  return ofLine.map((pair) => ({
    ...pair,
    version: versionOf(pair).version,
    unfit: unfit(pair.productId, versionOf(pair)),
  }))
}

/** Shows which ovens a sending would reach. Nothing is sent. */
export async function checkSending(ctx: Ctx, { body }: Given<SendingCheck>): Promise<SendingReach> {
  const { recipeIds, deviceIds, organisationIds = [] } = body
  const recipes = await requireRecipes(ctx, recipeIds, { published: true })
  if (deviceIds === undefined) await requireOrganisations(ctx, organisationIds)
  else await requireOvens(ctx, deviceIds)
  const among = deviceIds === undefined ? { organisationIds } : { deviceIds }
  const checked = await checkFits(ctx, recipes, await listWantedPairs(ctx.db, recipeIds, among, maxChecked))
  const fits = checked.filter(({ unfit }) => unfit === null)
  const byReason = Map.groupBy(
    checked.filter((pair) => pair.unfit !== null),
    ({ unfit }) => unfit ?? 'stageUnfit',
  )
  const unfit: SendingReach['unfit'] = []
  for (const [reason, some] of byReason)
    unfit.push({ reason, pairs: some.length, some: await named(ctx, recipes, some.slice(0, maxNamed)) })
  return {
    ovens: new Set(checked.map(({ deviceId }) => deviceId)).size,
    pairs: checked.length,
    fits: fits.length,
    held: fits.filter(({ held, version }) => held === version).length,
    unfit,
  }
}

type Named = SendingReach['unfit'][number]['some']

async function named(ctx: Ctx, recipes: readonly SeenRecipe[], some: readonly CheckedPair[]): Promise<Named> {
  const details = new Map<string, string>()
  const rows: Named = []
  for (const pair of some) {
    const recipe = recipes.find(({ id }) => id === pair.recipeId)
    if (recipe === undefined) continue
    const key = `${pair.recipeId} ${pair.productId}`
    const detail = details.get(key) ?? (await detailOf(ctx, pair))
    details.set(key, detail)
    const { code, content } = recipe
    const names = Object.fromEntries(
      Object.entries(content.texts).flatMap(([language, { name }]) => (name === '' ? [] : [[language, name]])),
    )
    rows.push({
      recipe: { id: recipe.id, code, names, baseLanguage: content.baseLanguage, pictureFileId: content.pictureFileId },
      oven: { id: pair.deviceId, sn: pair.sn, name: pair.deviceName },
      detail,
    })
  }
  return rows
}

/** The exact reason why a model does not fit, in the caller's language. */
async function detailOf(ctx: Ctx, { recipeId, version, productId, unfit }: CheckedPair): Promise<string> {
  if (unfit !== 'stageUnfit') return ''
  const [found, published] = [
    await findVersion(ctx.db, recipeId, version),
    await publishedModel({ db: ctx.db, caches: ctx.caches }, productId),
  ]
  if (found === undefined || published === undefined) return ''
  return fitsProduct(found.content, published.model)
    .map((problem) => wordsOfProblem(problem)[ctx.locale])
    .join(' · ')
}

/**
 * Records that ovens should have published recipes, now and in every later version. Recipes that do not fit are shown as such and not sent.
 */
export async function sendRecipes(ctx: Ctx, { body }: Given<Sending>): Promise<Count> {
  await requireRecipes(ctx, body.recipeIds, { published: true })
  await requireOvens(ctx, body.deviceIds)
  await requirePassword(ctx, body.password)
  return transaction(ctx.db, async (trx) => {
    await lockSync(trx)
    const pairs = await listWantedPairs(trx, body.recipeIds, { deviceIds: body.deviceIds }, maxChecked)
    if (pairs.every((pair) => !pair.isOfLine)) refuse('recipe.notForOven')
    const wanted = pairs.filter((pair) => pair.isOfLine)
    await wantByHand(trx, wanted, { accountId: ctx.caller.accountId, now: ctx.clock.now() })
    return { pairs: wanted.length }
  })
}

/** Called within a transaction that holds the sync lock. */
export async function wantByHand(trx: Transaction, wanted: readonly Pair[], asked: Asked): Promise<void> {
  await insertByHand(trx, wanted, asked)
  await restateWanted(trx, { deviceIds: devicesOf(wanted) }, { now: asked.now })
  await notifyOvens(trx, wanted, devicesOf(wanted))
}

const devicesOf = (some: readonly Pair[]): string[] => [...new Set(some.map(({ deviceId }) => deviceId))]

/** They go from the ovens, and stay away until they are sent again. */
export async function takeRecipesAway(ctx: Ctx, { body }: Given<TakingAway>): Promise<Count> {
  const { recipeIds, deviceIds, password } = body
  await requireRecipes(ctx, recipeIds, { published: false })
  if (deviceIds !== undefined) await requireOvens(ctx, deviceIds)
  await requirePassword(ctx, password)
  return changePairs(ctx, { recipeIds, deviceIds }, async (trx, some, { now }) => {
    await excludePairs(trx, some, ctx.caller.accountId)
    await restateWanted(trx, { deviceIds: devicesOf(some) }, { now })
  })
}

/** Retries failed recipes; a person asked for it, so the count of tries starts at 0. */
export async function resendRecipes(ctx: Ctx, { body: { recipeIds, deviceIds } }: Given<Resending>): Promise<Count> {
  await requireRecipes(ctx, recipeIds, { published: false })
  if (deviceIds !== undefined) await requireOvens(ctx, deviceIds)
  return changePairs(ctx, { recipeIds, deviceIds, failed: deviceIds === undefined }, resetTries)
}

type Choosing = Readonly<{ recipeIds: readonly string[]; deviceIds: readonly string[] | undefined; failed?: boolean }>

async function changePairs(
  { db, caller, clock }: Ctx,
  { recipeIds, deviceIds, failed = false }: Choosing,
  change: (trx: Transaction, some: readonly Pair[], asked: Asked) => Promise<void>,
): Promise<Count> {
  return transaction(db, async (trx) => {
    await lockSync(trx)
    const some = await listPairsOf(trx, caller, recipeIds, { deviceIds, failed })
    if (some.length > 0) await change(trx, some, { accountId: caller.accountId, now: clock.now() })
    await notifyOvens(trx, some, devicesOf(some))
    return { pairs: some.length }
  })
}
