import type { RecipeDraft } from '@brigade/contract/recipe/draft.model.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { Stage } from '@brigade/contract/recipe/stage.model.ts'
import { insertCategory, insertIngredient } from '../../recipe/filing/filing.store.ts'
import { make } from '../make.ts'
import type { TestApp } from '../start-app.ts'

export const roast: Stage = {
  key: 1,
  pattern: 'ROAST',
  mode: 'timed',
  minutes: 20,
  temperatureC: 180,
  differenceC: null,
  coreTargetC: null,
  humidity: 30,
  fan: 80,
  reverse: null,
  preset: null,
  pauseBefore: false,
}
export const toCore: Stage = { ...roast, key: 2, mode: 'core', minutes: null, coreTargetC: 74 }

export const textsOf = (name: string, description = '', stages: Record<string, string> = {}) => ({
  name,
  description,
  stages,
})

/** A kitchen for writing recipes: an editor of that name, with a category, an ingredient and an oven model. */
export async function makeKitchen(
  app: TestApp,
  { organisationId, name }: { organisationId?: string; name?: string } = {},
) {
  const account = await make.account(app, {
    role: 'recipe-editor',
    ...(organisationId === undefined ? {} : { organisationId }),
    ...(name === undefined ? {} : { name }),
  })
  const { token } = account
  const { id: productId } = await make.product(app)
  // Several kitchens of one organisation have names of their own that a form would refuse.
  const made = { organisationId: account.organisationId, at: app.clock.now() }
  const { id: categoryId } = await insertCategory(
    app.db,
    { names: { en: 'Poultry', zh: '禽类' }, pictureFileId: null },
    made,
  )
  const duck = { names: { en: 'Duck', zh: '鸭' }, kind: 'mass' as const, unit: 'g' as const, allergens: [] }
  const { id: ingredientId } = await insertIngredient(app.db, duck, made)
  const draft = (change: Partial<RecipeDraft> = {}): RecipeDraft => ({
    productIds: [productId],
    pictureFileId: null,
    baseLanguage: 'zh',
    languages: ['zh', 'en'],
    servings: 4,
    container: 'gn1/1',
    levels: 2,
    preheat: { mode: 'none', temperatureC: null },
    stages: [roast, toCore],
    ingredients: [{ ingredientId, unit: 'g', measure: 1500 }],
    texts: { zh: textsOf('脆皮烤鸭', '皮脆肉嫩', { 1: '低湿风干' }), en: textsOf('Crisp duck') },
    categoryId,
    publish: false,
    note: '',
    ...change,
  })
  const add = async (change: Partial<RecipeDraft> = {}) =>
    (await app.ask(recipeApi.add, draft(change), { token })).envelope.data
  const detail = async (id: string, as = token) =>
    (await app.ask(recipeApi.detail, { id }, { token: as })).envelope.data
  const remove = (ids: string[]) => app.ask(recipeApi.remove, { ids }, { token })
  return { token, productId, categoryId, ingredientId, draft, add, detail, remove }
}
export type Kitchen = Awaited<ReturnType<typeof makeKitchen>>
