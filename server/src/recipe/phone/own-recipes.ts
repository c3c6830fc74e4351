import type { AppRecipe, AppRecipeDetail, AppRecipeSearch } from '@brigade/contract/recipe/app.endpoints.ts'
import { allergens } from '@brigade/contract/recipe/filing.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { readText } from '@brigade/contract/recipe/recipe.rules.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { AppCtx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { nameIn } from '../list/list-recipes.ts'
import { wantByHand } from '../oven/send-recipes.ts'
import { lockSync } from '../sync/sync.store.ts'
import {
  deleteFavourite,
  findAppRecipe,
  findAppRecipes,
  insertFavourite,
  listOnOwnOvens,
  type StoredAppRecipe,
} from './own-recipe.store.ts'

/** Published recipes for the person's own ovens, in the language of the app. */
export async function listOwnRecipes(
  { db, person, locale }: AppCtx,
  { query }: { query: AppRecipeSearch },
): Promise<Page<AppRecipe>> {
  const { rows, ...counted } = await findAppRecipes(db, person.appUserId, query)
  const list = rows.map((row) => ({ ...shownOf(row, locale), stages: row.content.stages.length }))
  return { list, ...counted, pageNum: query.pageNum, pageSize: query.pageSize }
}

function shownOf(row: StoredAppRecipe, locale: Locale): Omit<AppRecipe, 'stages'> {
  const { content, categoryId, categoryNames } = row
  return {
    id: row.id,
    code: row.code,
    version: row.version,
    publishedAt: row.publishedAt,
    language: locale,
    name: readText(content, locale, 'name'),
    description: readText(content, locale, 'description'),
    category: categoryId === null ? null : { id: categoryId, name: nameIn(categoryNames ?? {}, content, locale) },
    pictureFileId: content.pictureFileId,
    servings: content.servings,
    favourites: row.favourites,
    isFavourite: row.isFavourite,
  }
}

type ById = Readonly<{ query: { id: string } }>

async function requireOwn({ db, person }: AppCtx, id: string): Promise<StoredAppRecipe> {
  return (await findAppRecipe(db, person.appUserId, id)) ?? refuse('recipe.unknown')
}

export async function getOwnRecipe(ctx: AppCtx, { query: { id } }: ById): Promise<AppRecipeDetail> {
  const row = await requireOwn(ctx, id)
  const { content } = row
  const { locale, person, db } = ctx
  const kept = new Map(content.kept.map((each) => [each.id, each]))
  const ovens = await listOnOwnOvens(db, person.appUserId, id)
  return {
    ...shownOf(row, locale),
    names: Object.fromEntries(Object.entries(content.texts).map(([language, { name }]) => [language, name])),
    container: content.container,
    levels: content.levels,
    preheat: content.preheat,
    stages: content.stages.map((stage) => ({
      ...stage,
      description: readText(content, locale, `stages.${stage.key}`),
    })),
    ingredients: content.ingredients.map(({ ingredientId, measure, unit }) => ({
      name: nameIn(kept.get(ingredientId)?.names ?? {}, content, locale),
      measure,
      unit,
      allergens: allergens.filter((allergen) => kept.get(ingredientId)?.allergens.includes(allergen)),
    })),
    ovens: ovens.map(({ organisationId: _organisation, ...oven }) => oven),
  }
}

type Favourite = Readonly<{ body: { id: string; favourite: boolean } }>

/** Repeated requests have the effect of one. */
export async function keepFavourite(ctx: AppCtx, { body: { id, favourite } }: Favourite): Promise<null> {
  const { db, person, clock } = ctx
  if (!favourite) {
    // The delete does not look at the earlier state: a favourite that was cancelled meanwhile succeeds too.
    await deleteFavourite(db, person.appUserId, id)
    return null
  }
  await requireOwn(ctx, id)
  const [oven] = await listOnOwnOvens(db, person.appUserId, id)
  if (oven === undefined) return refuse('recipe.unknown')
  ctx.noteApp({ organisationId: oven.organisationId })
  const { organisationId } = oven
  await insertFavourite(db, { recipeId: id, appUserId: person.appUserId, organisationId }, clock.now())
  return null
}

type Sent = Readonly<{ body: { id: string; deviceId: string } }>

/** Sends to an own oven; everybody who has the oven may fill it. */
export async function sendToOwnOven(ctx: AppCtx, { body: { id, deviceId } }: Sent): Promise<null> {
  const { db, person, clock } = ctx
  await requireOwn(ctx, id)
  const ovens = await listOnOwnOvens(db, person.appUserId, id)
  const oven = ovens.find((each) => each.deviceId === deviceId) ?? refuse('appUser.unknownDevice')
  ctx.noteApp({ organisationId: oven.organisationId })
  await transaction(db, async (trx) => {
    await lockSync(trx)
    await wantByHand(trx, [{ deviceId, recipeId: id }], { accountId: null, now: clock.now() })
  })
  return null
}
