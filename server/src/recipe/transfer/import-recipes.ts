import type { TextKey } from '@brigade/contract/catalogue.ts'
import { Allergens, unitFits, type IngredientDraft } from '@brigade/contract/recipe/filing.model.ts'
import { isUtf8 } from 'node:buffer'
import { RecipeFile, type RecipeDocument, type RecipesImported } from '@brigade/contract/recipe/recipe-file.model.ts'
import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import { draftProblems } from '@brigade/contract/recipe/recipe.rules.ts'
import { importPicture } from '../../file/upload-picture.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { isInGbk } from '../../platform/files/in-gbk.ts'
import { partOf, transaction } from '../../platform/db/transaction.ts'
import type { Ctx, Upload } from '../../platform/http/context.ts'
import { formatReason } from '../../platform/format-reason.ts'
import { refuse, textRef, type TextRef } from '../../platform/refusal.ts'
import { insertRecipe, lockDrafts, setRemoved, type Draft } from '../content/draft.store.ts'
import { hashOf } from '../content/derive.ts'
import { rewrite } from '../edit/save-recipe.ts'
import { insertCategory, insertIngredient } from '../filing/filing.store.ts'
import { listByUid, listCategoriesByUid, listIngredientsByUid, listProductIds } from './file.store.ts'

type FileRecipe = RecipeDocument['recipes'][number]

function documentIn(upload: Upload): RecipeDocument {
  if (isInGbk(upload.bytes)) refuse('recipe.noRecipes', undefined, { fields: { file: 'field.gbk' } })
  let read: unknown
  try {
    if (!isUtf8(upload.bytes)) throw new Error('no text')
    read = JSON.parse(upload.bytes.toString('utf8'), (key, value: unknown) => {
      for (const text of [key, value])
        if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) throw new Error('no text')
      return value
    })
  } catch {
    return refuse('recipe.noRecipes')
  }
  const parsed = RecipeFile.document.safeParse(read)
  if (parsed.success) return parsed.data
  return refuse('recipe.noRecipes', undefined, { fields: { file: 'recipe.noRecipes' } })
}

/** Imports a file in our format. Valid recipes are imported, each other one is returned with its reason; a dry run changes nothing. */
export async function importRecipes(
  ctx: Ctx,
  { body: { dryRun }, upload }: { body: { dryRun: boolean }; upload: Upload },
): Promise<RecipesImported> {
  const document = documentIn(upload)
  return transaction(ctx.db, (trx) =>
    partOf(
      trx,
      () => putDocument({ ctx, trx, document, isDry: dryRun }),
      () => !dryRun,
    ),
  )
}

type Putting = Readonly<{ ctx: Ctx; trx: Transaction; document: RecipeDocument; isDry: boolean }>

async function putDocument(putting: Putting): Promise<RecipesImported> {
  const { ctx, trx, document } = putting
  const known = await putFiling(putting)
  const there = await listByUid(
    trx,
    ctx.caller,
    document.recipes.map(({ uid }) => uid),
  )
  const result: RecipesImported = { added: 0, updated: 0, unchanged: 0, refused: [] }
  for (const [index, recipe] of document.recipes.entries()) {
    const why = faultOf(recipe, known)
    if (why === undefined) {
      const before = there.get(recipe.uid)
      result[await putRecipe(putting, recipe, { known, before })] += 1
      continue
    }
    const name = recipe.texts[recipe.baseLanguage]?.name ?? ''
    result.refused.push({ index, name, why: formatReason(why, ctx.locale) })
  }
  return result
}

type Known = Readonly<{
  categories: ReadonlyMap<string, string>
  ingredients: ReadonlyMap<string, string>
  /** Ingredients that no form would take, with the reason. */
  wrong: ReadonlyMap<string, TextKey>
  products: ReadonlyMap<string, string>
}>

/** Categories and ingredients that are not there are added; those that are there stay as they are. */
async function putFiling({ ctx, trx, document, isDry }: Putting): Promise<Known> {
  const { organisationId } = ctx.caller
  const made = { organisationId, at: ctx.clock.now() }
  const uidsOf = (rows: readonly { uid: string }[]) => rows.map(({ uid }) => uid)
  const categories = new Map<string, string>()
  const ingredients = new Map<string, string>()
  for (const [uid, { id }] of await listCategoriesByUid(trx, ctx.caller, uidsOf(document.categories)))
    categories.set(uid, id)
  for (const [uid, { id }] of await listIngredientsByUid(trx, ctx.caller, uidsOf(document.ingredients)))
    ingredients.set(uid, id)
  for (const { uid, names, picture } of document.categories) {
    if (categories.has(uid)) continue
    const pictureFileId = isDry ? null : await pictureFor({ ...ctx, db: trx }, picture, undefined)
    categories.set(uid, (await insertCategory(trx, { names, pictureFileId }, { ...made, uid })).id)
  }
  const wrong = new Map<string, TextKey>()
  for (const { uid, ...draft } of document.ingredients) {
    if (ingredients.has(uid)) continue
    const why = faultOfIngredient(draft)
    if (why === undefined) ingredients.set(uid, (await insertIngredient(trx, draft, { ...made, uid })).id)
    else wrong.set(uid, why)
  }
  const keys = [...new Set(document.recipes.flatMap(({ products }) => products))]
  return { categories, ingredients, wrong, products: await listProductIds(trx, keys) }
}

function faultOfIngredient(ingredient: Pick<IngredientDraft, 'kind' | 'unit' | 'allergens'>): TextKey | undefined {
  if (!unitFits(ingredient)) return 'recipe.unitOfOtherKind'
  return Allergens.safeParse(ingredient.allergens).success ? undefined : 'recipe.allergenTwice'
}

function faultOf(recipe: FileRecipe, { categories, ingredients, wrong, products }: Known): TextRef | undefined {
  if (recipe.category !== null && !categories.has(recipe.category)) return textRef('recipe.categoryMissing', undefined)
  const [refused] = recipe.ingredients.flatMap(({ ingredient }) => wrong.get(ingredient) ?? [])
  if (refused !== undefined) return { key: refused, params: undefined }
  if (recipe.ingredients.some(({ ingredient }) => !ingredients.has(ingredient)))
    return textRef('recipe.ingredientMissing', undefined)
  const key = recipe.products.find((each) => !products.has(each))
  if (key !== undefined) return textRef('recipe.fileProduct', { key })
  const ingredientsUsed = recipe.ingredients.map(({ ingredient, ...use }) => ({ ingredientId: ingredient, ...use }))
  const [problem] = draftProblems({ ...recipe, productIds: [], pictureFileId: null, ingredients: ingredientsUsed })
  return problem === undefined ? undefined : { key: problem.key, params: problem.params }
}

type There = Readonly<{ id: string; removedAt: string | null }>

async function putRecipe(
  { ctx, trx, isDry }: Putting,
  recipe: FileRecipe,
  { known, before }: Readonly<{ known: Known; before: There | undefined }>,
): Promise<'added' | 'updated' | 'unchanged'> {
  const at = ctx.clock.now()
  const { uid, category, products, picture, ingredients, ...kept } = recipe
  const categoryId = category === null ? null : (known.categories.get(category) ?? null)
  if (before !== undefined && before.removedAt !== null) await setRemoved(trx, [before.id], null, at)
  const [draft] = before === undefined ? [] : await lockDrafts(trx, ctx.caller, [before.id])
  const pictureFileId = isDry ? null : await pictureFor({ ...ctx, db: trx }, picture, draft)
  const content: RecipeContent = {
    ...kept,
    productIds: products.flatMap((key) => known.products.get(key) ?? []),
    pictureFileId,
    ingredients: ingredients.flatMap(({ ingredient, ...use }) => {
      const ingredientId = known.ingredients.get(ingredient)
      return ingredientId === undefined ? [] : [{ ingredientId, ...use }]
    }),
  }
  if (draft === undefined) {
    const { organisationId, accountId: creatorId } = ctx.caller
    await insertRecipe(trx, { content, categoryId, organisationId, creatorId, uid }, at)
    return 'added'
  }
  // A dry run reads no pictures.
  const compared = isDry ? { ...content, pictureFileId: draft.content.pictureFileId } : content
  const isSame = hashOf(compared).equals(draft.sha256) && draft.categoryId === categoryId && before?.removedAt === null
  if (isSame) return 'unchanged'
  await rewrite(trx, draft, compared, { at, categoryId })
  return 'updated'
}

/** Returns the existing one if it is identical to the last byte. */
async function pictureFor(ctx: Ctx, picture: string | null, draft: Draft | undefined): Promise<string | null> {
  if (picture === null) return null
  const bytes = Buffer.from(picture, 'base64')
  const own = draft?.content.pictureFileId ?? null
  const kept = own === null ? null : await ctx.files.get(own)
  if (kept !== null && kept.equals(bytes)) return own
  return importPicture(ctx, 'recipe', bytes)
}
