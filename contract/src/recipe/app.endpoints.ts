import { z } from 'zod'
import { endpoints, get, nothing, post } from '../endpoint.ts'
import { Flag, Id, Instant, OptionalLine, filter } from '../field.ts'
import { pageOf, searchOf } from '../paging.ts'
import { Allergen } from './filing.model.ts'
import { OvenRecipeReason, OvenRecipeState } from './oven.model.ts'
import { Container, NamesByLanguage, RecipeLanguage } from './recipe.model.ts'
import { Unit } from './measure.rules.ts'
import { Preheat, Stage } from './stage.model.ts'

/** The state of a recipe on one of the person's own ovens. */
const OnOwnOven = z.object({
  deviceId: Id,
  sn: z.string(),
  name: z.string(),
  /** Null: never sent there. */
  state: OvenRecipeState.nullable(),
  reason: OvenRecipeReason.nullable(),
  heldVersion: z.number().int().nullable(),
})

/** A published recipe in the person's language. */
export const AppRecipe = z.object({
  id: Id,
  code: z.string(),
  version: z.number().int(),
  publishedAt: Instant,
  language: RecipeLanguage,
  name: z.string(),
  description: z.string(),
  category: z.object({ id: Id, name: z.string() }).nullable(),
  pictureFileId: z.string().nullable(),
  servings: z.number().int().nullable(),
  stages: z.number().int(),
  favourites: z.number().int(),
  isFavourite: z.boolean(),
})
export type AppRecipe = z.output<typeof AppRecipe>

export const AppRecipeDetail = AppRecipe.omit({ stages: true }).extend({
  names: NamesByLanguage,
  container: Container.nullable(),
  levels: z.number().int().nullable(),
  preheat: Preheat,
  stages: z.array(Stage.extend({ description: z.string() })),
  ingredients: z.array(
    z.object({ name: z.string(), measure: z.number().nullable(), unit: Unit, allergens: z.array(Allergen) }),
  ),
  ovens: z.array(OnOwnOven),
})
export type AppRecipeDetail = z.output<typeof AppRecipeDetail>

export const AppRecipeSearch = searchOf(
  {
    /** Any part of the code or of a name in any language. */
    keyword: filter(OptionalLine(60)),
    categoryId: filter(Id),
    /** An own oven: those that fit its model. */
    deviceId: filter(Id),
    favourite: filter(Flag),
  },
  ['publishedAt'],
)
export type AppRecipeSearch = z.output<typeof AppRecipeSearch>

/** Recipes as the phone app reads and sends them: published versions only, to the person's own ovens. */
export const appRecipeApi = endpoints('recipe', {
  appPage: get('/app/recipe/page', {
    access: 'app',
    summary: { en: 'Recipes for own ovens', zh: '菜谱列表' },
    query: AppRecipeSearch,
    reply: pageOf(AppRecipe),
  }),
  appDetail: get('/app/recipe/detail', {
    access: 'app',
    summary: { en: 'One recipe', zh: '菜谱详情' },
    query: z.strictObject({ id: Id }),
    reply: AppRecipeDetail,
  }),
  appFavourite: post('/app/recipe/favourite', {
    access: 'app',
    summary: { en: 'Add or remove a favourite recipe', zh: '收藏/取消收藏菜谱' },
    body: z.strictObject({ id: Id, favourite: z.boolean() }),
    reply: nothing,
  }),
  appSend: post('/app/recipe/send', {
    access: 'app',
    summary: { en: 'Send a recipe to own oven', zh: '下发菜谱到我的烤箱' },
    description: 'It gets there when the oven is connected; a new version follows by itself.',
    body: z.strictObject({ id: Id, deviceId: Id }),
    reply: nothing,
    perMinute: 30,
  }),
})
