import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import { insertRecipe, readDrafts } from '../../../recipe/content/draft.store.ts'
import { insertVersion } from '../../../recipe/content/version.store.ts'
import { insertCategory, insertIngredient } from '../../../recipe/filing/filing.store.ts'
import { putUnsaved } from '../../../recipe/unsaved/unsaved.store.ts'
import { roast, textsOf } from '../../recipe/make-recipe.ts'
import type { TestApp } from '../../start-app.ts'
import { sql } from 'kysely'

type Planting = Readonly<{ organisationId: string; accountId: string; productId: string; secret: string }>

/**
 * Inserts a draft, which belongs to its organisation alone, and a published recipe without a secret, which those below
 * read too.
 */
export async function plantRecipes({ db, clock }: TestApp, planting: Planting): Promise<void> {
  const { organisationId, accountId, productId, secret } = planting
  const made = { organisationId, at: clock.now() }
  const category = await insertCategory(db, { names: { en: 'Walked category' }, pictureFileId: null }, made)
  const names = { en: 'Walked ingredient' }
  const ingredient = await insertIngredient(db, { names, kind: 'mass', unit: 'g', allergens: [] }, made)
  const content: RecipeContent = {
    productIds: [productId],
    pictureFileId: null,
    baseLanguage: 'en',
    languages: ['en'],
    servings: null,
    container: null,
    levels: null,
    preheat: { mode: 'none', temperatureC: null },
    stages: [roast],
    ingredients: [{ ingredientId: ingredient.id, unit: 'g', measure: 1 }],
    texts: { en: textsOf(secret.slice(0, 40), secret) },
  }
  const filed = { organisationId, categoryId: category.id, creatorId: accountId }
  await insertRecipe(db, { content, ...filed }, clock.now())
  const shared = { ...content, texts: { en: textsOf('Walked dish') } }
  const { id } = await insertRecipe(db, { content: shared, ...filed }, clock.now())
  const [draft] = await readDrafts(db, { organisationId }, [id])
  if (draft === undefined) throw new Error(`The planted recipe ${id} is not there`)
  await insertVersion(db, { draft, kept: [], note: '', publishedBy: accountId, at: clock.now() })
  // Unsaved input for a new recipe belongs to its account alone, not to the organisation.
  await putUnsaved(db, { accountId, recipeId: null }, JSON.stringify({ typed: secret }), clock.now())
}

/**
 * Inserts its organisation's published recipe on an oven: stored and cooked there, and assigned by the organisation
 * itself.
 */
export async function plantOvenRecipe(
  { db, clock }: TestApp,
  { deviceId, organisationId, accountId }: Readonly<Record<'deviceId' | 'organisationId' | 'accountId', string>>,
): Promise<void> {
  const at = new Date(clock.now() - 60_000).toISOString()
  const recipe = sql`(select id from recipe where organisation_id = ${organisationId}::bigint and published_version = 1 order by id limit 1)`
  await sql`insert into recipe_target (organisation_id, recipe_id, creator_id, created_at)
    values (${organisationId}::bigint, ${recipe}, ${accountId}::bigint, ${at}::timestamptz) on conflict do nothing`.execute(
    db,
  )
  await sql`insert into recipe_device (device_id, recipe_id, organisation_id, by_hand, by_target, wanted_version, held_version, state, changed_at)
    values (${deviceId}::bigint, ${recipe}, ${organisationId}::bigint, true, true, 1, 1, 'held', ${at}::timestamptz)
    on conflict (device_id, recipe_id) do update set by_hand = true, by_target = true, wanted_version = 1, held_version = 1, state = 'held', reason = null, tries = 0`.execute(
    db,
  )
  await sql`insert into recipe_oven (device_id, is_list_wanted) values (${deviceId}::bigint, false) on conflict do nothing`.execute(
    db,
  )
  await sql`insert into recipe_download (recipe_id, device_id, organisation_id, version, confirmed_at)
    values (${recipe}, ${deviceId}::bigint, ${organisationId}::bigint, 1, ${at}::timestamptz) on conflict do nothing`.execute(
    db,
  )
  await sql`insert into recipe_cooked (recipe_id, device_id, organisation_id, version, cooked_at)
    values (${recipe}, ${deviceId}::bigint, ${organisationId}::bigint, 1, ${at}::timestamptz)`.execute(db)
}

const content = {
  categoryId: '1',
  productIds: ['1'],
  baseLanguage: 'en',
  languages: ['en'],
  preheat: { mode: 'none', temperatureC: null },
  stages: [roast],
  ingredients: [{ ingredientId: '1', unit: 'g', measure: 1 }],
  texts: { en: textsOf('Walked recipe') },
}
const { categoryId: _filing, ...unfiled } = content
const updatedAt = '2026-01-02T03:04:05.678Z'
const names = { en: 'Walked' }

/** Inputs that do not follow from their schemas. */
export const recipeSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'recipe.add': content,
  'recipe.update': { ...content, id: '1', updatedAt },
  'recipe.check': unfiled,
  'recipe.keepUnsaved': { id: '1', typed: '{"typed":{}}' },
  'recipe.saveTexts': { id: '1', language: 'de', texts: textsOf('Walked'), updatedAt },
  'recipe.ovenRows': { deviceId: '1' },
  'recipe.ovenLive': { deviceId: '1' },
  'recipe.checkSending': { recipeIds: ['1'], deviceIds: ['1'] },
  'recipe.cook': { deviceId: '1', recipeId: '1', confirmsHeat: true },
  'recipe.addCategory': { names: { en: 'Walked beside' } },
  'recipe.updateCategory': { names, id: '1', updatedAt },
  'recipe.addIngredient': { names: { en: 'Walked beside' }, kind: 'mass', unit: 'g' },
  'recipe.updateIngredient': { names, kind: 'mass', unit: 'g', id: '1', updatedAt },
}

/** Reads that show no owned rows, with the reason. */
export const recipeReadsOfNobody: Readonly<Record<string, string>> = {
  'recipe.statistic': 'figures alone: held by their staying the same while foreign rows change',
}

const version = 'wants the version that was read last'
export const recipeWritesThatCannot: Readonly<Record<string, string>> = {
  'recipe.update': version,
  'recipe.restore': 'wants a recipe that was deleted',
  'recipe.restoreVersion': version,
  'recipe.saveTexts': version,
  'recipe.removeTexts': version,
  'recipe.updateCategory': version,
  'recipe.updateIngredient': version,
}

/** The content of uploads with recipes and texts. */
export const recipeUploads = {
  'recipe.import': async () => ({
    name: 'walk.recipes.json',
    bytes: Buffer.from(
      JSON.stringify({ format: 'brigade.recipes', version: 1, categories: [], ingredients: [], recipes: [] }),
    ),
  }),
  'recipe.importTexts': async () => ({ name: 'texts.csv', bytes: Buffer.from('Key,German\nRCP-999999.name,Nichts\n') }),
}
