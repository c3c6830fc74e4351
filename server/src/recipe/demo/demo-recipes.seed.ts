import { smallPictureId } from '@brigade/contract/file/file.model.ts'
import { fitsProduct } from '@brigade/contract/recipe/fit.rules.ts'
import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import { dateFiles } from '../../file/file.store.ts'
import { keepPicture } from '../../file/upload-picture.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { officeMs } from '../../platform/program/demo-days.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import type { SeedOptions } from '../../platform/program/domain.ts'
import { findStaff } from '../../file/drawing/staff.store.ts'
import { findPublished } from '../../thing-model/thing-model.store.ts'
import { insertRecipe, lockDrafts } from '../content/draft.store.ts'
import { shareIngredients } from '../content/reference.store.ts'
import { insertVersion } from '../content/version.store.ts'
import { rewrite } from '../edit/save-recipe.ts'
import { insertCategory, insertIngredient } from '../filing/filing.store.ts'
import { listProductIds } from '../transfer/file.store.ts'
import { demoRecipes } from './demo-recipes.ts'
import { contentOf, uidOf, type DemoRecipe } from './dishes/demo-recipe.ts'
import { hasRecipes, lockSeeding } from './demo.store.ts'
import { drawDish } from './dishes/draw-dish.ts'
import { demoCategories, demoIngredients, namesOf } from './dishes/filing.ts'

/** Ovens that cook them. */
const cookedBy = ['a1BX06Pro', 'a1BX10Pro', 'a1BX20T']

/** A little longer than the past of the ovens that have them. */
const pastDays = 70

const aDay = 10

/** Ten a day, a week apart, in the order in which the list shows them: the first is the newest. */
function madeMs(now: number, index: number): number {
  const day = Math.floor(officeMs(now, pastDays + 7 * Math.floor(index / aDay), '') / dayMs)
  return day * dayMs + 8 * 60 * minuteMs - (index % aDay) * 31 * minuteMs
}

type Editor = Readonly<{ accountId: string; organisationId: string }>

/** Thirty recipes of the platform, once, into an installation without any. */
export async function seedDemoRecipes(options: SeedOptions): Promise<void> {
  const { db, clock } = options
  const editor = await findStaff(db, 'recipe-editor')
  if (editor === undefined || (await hasRecipes(db))) return
  const pictures = await keepPictures(options, editor)
  await transaction(db, async (trx) => {
    await lockSeeding(trx)
    if (await hasRecipes(trx)) return
    // They were cooked for two months.
    const now = clock.now()
    const filed = await insertFiling(trx, editor, pictures, madeMs(now, demoRecipes.length) - hourMs)
    const productIds = [...(await listProductIds(trx, cookedBy)).values()]
    if (productIds.length === 0) return
    for (const [index, recipe] of demoRecipes.entries()) {
      const pictureFileId = pictures.get(recipe) ?? null
      const content = contentOf(recipe, { productIds, pictureFileId, idOf: (one) => filed.ingredients.get(one) ?? '' })
      const categoryId = filed.categories.get(recipe.category) ?? null
      await insertDemo(trx, { recipe, content, categoryId, editor }, { at: madeMs(now, index), now })
    }
    for (const [recipe, fileId] of pictures) {
      const at = madeMs(now, demoRecipes.indexOf(recipe)) - 10 * minuteMs
      await dateFiles(trx, [fileId, smallPictureId(fileId)], at)
    }
  })
}

/** The rows are inserted first, as for any upload, so that the remains of a kill are removed. */
async function keepPictures(
  { db, clock, settings, log }: SeedOptions,
  caller: Editor,
): Promise<ReadonlyMap<DemoRecipe, string>> {
  const files = openFiles({ settings, log })
  const kept = new Map<DemoRecipe, string>()
  for (const recipe of demoRecipes) {
    const drawn = await drawDish(recipe.drawing)
    const name = `${recipe.texts.en[0]}.webp`
    kept.set(recipe, await keepPicture({ db, files, clock, settings, caller }, { kind: 'recipe', name, drawn }))
  }
  return kept
}

/** A category shows the first of its dishes. */
async function insertFiling(
  trx: Transaction,
  { organisationId }: Editor,
  pictures: ReadonlyMap<DemoRecipe, string>,
  at: number,
) {
  const categories = new Map<string, string>()
  const ingredients = new Map<string, string>()
  for (const [key, names] of Object.entries(demoCategories)) {
    const first = demoRecipes.find(({ category }) => category === key)
    const pictureFileId = (first && pictures.get(first)) ?? null
    const made = { organisationId, at, uid: uidOf(`category ${key}`) }
    categories.set(key, (await insertCategory(trx, { names: namesOf(names), pictureFileId }, made)).id)
  }
  for (const [key, row] of Object.entries(demoIngredients)) {
    const [kind, unit, names, allergens = []] = row
    const draft = { kind, unit, names: namesOf(names), allergens: [...allergens] }
    const made = { organisationId, at, uid: uidOf(`ingredient ${key}`) }
    ingredients.set(key, (await insertIngredient(trx, draft, made)).id)
  }
  return { categories, ingredients }
}

type Inserting = Readonly<{ recipe: DemoRecipe; content: RecipeContent; categoryId: string | null; editor: Editor }>

async function insertDemo(
  trx: Transaction,
  { recipe, content, categoryId, editor }: Inserting,
  { at, now }: Readonly<{ at: number; now: number }>,
): Promise<void> {
  const { organisationId, accountId: creatorId } = editor
  const uid = uidOf(`recipe ${recipe.texts.en[0]}`)
  const { id } = await insertRecipe(trx, { content, categoryId, organisationId, creatorId, uid }, at)
  if (recipe.state === 'unpublished' || !(await fitsAll(trx, content))) return
  const [draft] = await lockDrafts(trx, editor, [id])
  if (draft === undefined) return
  const used = content.ingredients.map(({ ingredientId }) => ingredientId)
  const kept = await shareIngredients(trx, editor, used)
  await insertVersion(trx, { draft, kept, note: '', publishedBy: creatorId, at: at + 25 * minuteMs })
  if (recipe.state !== 'changed') return
  const [published] = await lockDrafts(trx, editor, [id])
  if (published !== undefined)
    await rewrite(trx, published, rewritten(recipe, content), { at: officeMs(now, 4, recipe.texts.en[0]) })
}

/** The edits since the recipe was published: other amounts, or a sentence whose translations are missing. */
function rewritten({ servings, reworded }: DemoRecipe, content: RecipeContent): RecipeContent {
  const { zh } = content.texts
  if (reworded === undefined || zh === undefined) return { ...content, servings: servings + 2 }
  return { ...content, texts: { ...content.texts, zh: { ...zh, description: `${reworded}${zh.description}` } } }
}

/** An installation may have models of its own under our product keys. */
async function fitsAll(trx: Transaction, content: RecipeContent): Promise<boolean> {
  for (const id of content.productIds) {
    const model = (await findPublished(trx, id))?.model
    if (model === undefined || fitsProduct(content, model).length > 0) return false
  }
  return true
}
