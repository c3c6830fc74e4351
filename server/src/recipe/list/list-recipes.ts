import { amountOf } from '@brigade/contract/recipe/measure.rules.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { PrintedRecipe } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type {
  RecipeContent,
  RecipeDetail,
  RecipeLanguage,
  RecipeRow,
  RecipeSearch,
  RecipeTotals,
  RecipeTotalsQuery,
} from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLimits } from '@brigade/contract/recipe/recipe.model.ts'
import { readText } from '@brigade/contract/recipe/recipe.rules.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { seenInList, type SeenIn } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { checkContent, filingProblems, formatCheck } from '../content/check-recipe.ts'
import { listIngredientsKept, listOvenModels } from '../content/reference.store.ts'
import { findVersion } from '../content/version.store.ts'
import type { KeptIngredient } from '../recipe.tables.ts'
import { countStates, findOvenBySn } from '../row/oven-row.store.ts'
import { countTargets } from '../row/target.store.ts'
import { listTotals, sumTotals, type Totals } from '../row/total.store.ts'
import { countRecipes, findRecipePage, listModelsOf, recipesFound, type Models } from './recipe-list.store.ts'
import { outdatedIn, readSeen, requireSeen, rowsOf, type SeenRecipe } from './seen-recipe.ts'

/** Recipes with the models that they name, and their figures. */
async function readRows(
  ctx: Ctx,
  ids: readonly string[],
  { seen: isSeen, deleted = false }: Readonly<{ seen: SeenIn; deleted?: boolean }>,
): Promise<[SeenRecipe[], Models, ReadonlyMap<string, Totals>]> {
  const [seen, ofDrafts, totals] = await Promise.all([
    readSeen(ctx, ids, { deleted }),
    listModelsOf(ctx.db, ids),
    listTotals(ctx.db, isSeen, ids),
  ])
  // The published version of an organisation above may name other models than its draft does now.
  const others = seen.flatMap(({ isOwn, content }) =>
    isOwn ? [] : content.productIds.filter((id) => !ofDrafts.has(id)),
  )
  const models = others.length === 0 ? [] : await listOvenModels(ctx.db, [...new Set(others)])
  const named = models.map(({ id, en, zh }) => [id, { id, name: { en, zh } }] as const)
  return [seen, new Map([...ofDrafts, ...named]), totals]
}

/** Since when deleted recipes can still be restored; null selects the existing ones. */
const deletedSince = ({ clock }: Pick<Ctx, 'clock'>, deleted: boolean): number | null =>
  deleted ? clock.now() - recipeLimits.undoDays * dayMs : null

/** Reads one page: ids first, then the data of its rows. */
export async function listRecipes(ctx: Ctx, { query }: { query: RecipeSearch }): Promise<Page<RecipeRow>> {
  const { deleted = false, ...search } = query
  const since = deletedSince(ctx, deleted)
  if (search.notHeldBy) await requireOven(ctx, search.notHeldBy)
  // Both are read at once: the scope of the totals does not wait for the ids.
  const [page, seen] = await Promise.all([
    findRecipePage(ctx.db, ctx.caller, search, since),
    seenInList(ctx.db, ctx.caller),
  ])
  const ids = page.list.map(({ id }) => id)
  return { ...page, list: rowsOf(...(await readRows(ctx, ids, { seen, deleted }))) }
}

/** Finds an oven by its serial number; one that the caller does not see counts as unknown. */
async function requireOven({ db, caller }: Ctx, sn: string): Promise<void> {
  if ((await findOvenBySn(db, caller, sn)) === undefined)
    refuse('recipe.ovenMissing', undefined, { fields: { notHeldBy: 'recipe.ovenMissing' } })
}

export async function countAll(ctx: Ctx, { query }: { query: RecipeTotalsQuery }): Promise<RecipeTotals> {
  const { db, caller } = ctx
  const { deleted = false, ...search } = query
  if (search.notHeldBy) await requireOven(ctx, search.notHeldBy)
  const isAll = !deleted && Object.values(search).every((value) => value === undefined)
  const since = deletedSince(ctx, deleted)
  const [counted, { downloads, favourites, cooked }] = await Promise.all([
    countRecipes(db, caller, search, since),
    isAll ? sumTotals(db, caller) : sumTotals(db, caller, await recipesFound(db, caller, search, since)),
  ])
  return { ...counted, downloads, favourites, cooked }
}

/** The ingredients with their names: for a version those of its time, for a draft the present ones. */
async function usedIn(ctx: Pick<Ctx, 'db'>, content: RecipeContent, kept: readonly KeptIngredient[]) {
  const ids = content.ingredients.map(({ ingredientId }) => ingredientId)
  const known = kept.length > 0 ? new Map(kept.map((each) => [each.id, each])) : await listIngredientsKept(ctx.db, ids)
  return content.ingredients.map((use) => {
    const { names = {}, allergens = [] } = known.get(use.ingredientId) ?? {}
    return { ...use, names, allergens: [...allergens], amount: amountOf(use) }
  })
}

export async function getRecipe(ctx: Ctx, { query: { id } }: { query: { id: string } }): Promise<RecipeDetail> {
  const [[seen], models, totals] = await readRows(ctx, [id], { seen: await seenInList(ctx.db, ctx.caller) })
  if (seen === undefined) return refuse('recipe.unknown')
  const [row] = rowsOf([seen], models, totals)
  if (row === undefined) return refuse('recipe.unknown')
  const [used, checked, ovens, targets] = await Promise.all([
    usedIn(ctx, seen.content, seen.kept),
    checkContent(ctx, seen.content),
    countStates(ctx.db, ctx.caller, { recipeId: id }),
    countTargets(ctx.db, ctx.caller, id),
  ])
  return {
    ...row,
    content: seen.content,
    used,
    outdated: outdatedByLanguage(seen),
    check: formatCheck(
      { ...checked, problems: [...(seen.isOwn ? filingProblems(seen.categoryId) : []), ...checked.problems] },
      ctx.locale,
    ),
    ovens,
    targets,
  }
}

const outdatedByLanguage = (seen: SeenRecipe): Partial<Record<RecipeLanguage, string[]>> =>
  Object.fromEntries(seen.content.languages.map((language) => [language, outdatedIn(seen, language)]))

type Printing = Readonly<{ id: string; language: RecipeLanguage; version?: number | undefined }>

/** The texts of one language; a missing text is replaced by English, then by the base language. */
export async function printRecipe(ctx: Ctx, { query }: { query: Printing }): Promise<PrintedRecipe> {
  const seen = await requireSeen(ctx, query.id)
  // A printed recipe on the wall must be what the ovens cook, so the published version is shown.
  const wanted = query.version ?? seen.publishedVersion ?? 0
  const isShown = wanted === 0 || seen.isOwn || wanted === seen.publishedVersion
  const version = wanted === 0 || !isShown ? undefined : await findVersion(ctx.db, query.id, wanted)
  if (wanted !== 0 && version === undefined) refuse('recipe.unknownVersion')
  const { content, kept } = version ?? seen
  const { language } = query
  const used = await usedIn(ctx, content, kept)
  return {
    code: seen.code,
    language,
    version: wanted === 0 ? (seen.isOwn ? null : seen.publishedVersion) : wanted,
    name: readText(content, language, 'name'),
    description: readText(content, language, 'description'),
    content,
    used: used.map((each) => ({ ...each, name: nameIn(each.names, content, language) })),
    descriptions: content.stages.map(({ key }) => readText(content, language, `stages.${key}`)),
  }
}

/** Chooses a name in the order in which texts are read. */
export const nameIn = (
  names: Partial<Record<RecipeLanguage, string>>,
  { baseLanguage }: Pick<RecipeContent, 'baseLanguage'>,
  language: RecipeLanguage,
): string => names[language] ?? names.en ?? names[baseLanguage] ?? Object.values(names)[0] ?? ''
