import type { RecipeDocument } from '@brigade/contract/recipe/recipe-file.model.ts'
import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { readSeen, type SeenRecipe } from '../list/seen-recipe.ts'
import { listFiledCategories, listProductKeys, listUsedIngredients } from './file.store.ts'
import { schemaOrgOf } from './schema-org.ts'

type ExportQuery = Readonly<{ ids: string[]; kind: 'brigade' | 'schema.org'; language: RecipeLanguage }>

/** Exports all of them or none. */
export async function exportRecipes(ctx: Ctx, { query }: { query: ExportQuery }): Promise<FileAnswer> {
  const seen = await readSeen(ctx, query.ids)
  if (seen.length !== new Set(query.ids).size) refuse('recipe.unknown')
  const now = ctx.clock.now()
  const day = wallText(now + zoneOffset(ctx.timeZone)(now)).slice(0, 10)
  if (query.kind === 'schema.org') {
    const body = Buffer.from(JSON.stringify(await schemaOrgOf(ctx, seen, query.language), null, 2))
    return { body, mediaType: 'application/ld+json', fileName: `recipes-${query.language}-${day}.jsonld` }
  }
  const body = Buffer.from(JSON.stringify(await documentOf(ctx, seen), null, 2))
  return { body, mediaType: 'application/json', fileName: `recipes-${day}.recipes.json` }
}

/** Everything is identified as in every installation: uid, product key. */
async function documentOf(ctx: Ctx, seen: readonly SeenRecipe[]): Promise<RecipeDocument> {
  const [categories, ingredients, keys] = await Promise.all([
    listFiledCategories(ctx.db, [...new Set(seen.flatMap(({ categoryId }) => categoryId ?? []))]),
    listUsedIngredients(ctx.db, [
      ...new Set(seen.flatMap(({ content }) => content.ingredients.map((use) => use.ingredientId))),
    ]),
    listProductKeys(ctx.db, [...new Set(seen.flatMap(({ content }) => content.productIds))]),
  ])
  const categoryUid = new Map(categories.map(({ id, uid }) => [id, uid]))
  const ingredientUid = new Map(ingredients.map(({ id, uid }) => [id, uid]))
  const recipes: RecipeDocument['recipes'] = []
  for (const { uid, categoryId, content } of seen) {
    const { productIds, pictureFileId, ingredients: used, ...kept } = content
    recipes.push({
      uid,
      category: categoryId === null ? null : (categoryUid.get(categoryId) ?? null),
      products: productIds.flatMap((id) => keys.get(id) ?? []),
      picture: pictureFileId === null ? null : await pictureOf(ctx, pictureFileId),
      ingredients: used.flatMap(({ ingredientId, ...use }) => {
        const ingredient = ingredientUid.get(ingredientId)
        return ingredient === undefined ? [] : [{ ingredient, ...use }]
      }),
      ...kept,
    })
  }
  return {
    format: 'brigade.recipes',
    version: 1,
    categories: await Promise.all(
      categories.map(async ({ id: _id, pictureFileId, ...category }) => ({
        ...category,
        picture: pictureFileId === null ? null : await pictureOf(ctx, pictureFileId),
      })),
    ),
    ingredients: ingredients.map(({ id: _id, ...ingredient }) => ingredient),
    recipes,
  }
}

async function pictureOf({ files }: Ctx, id: string): Promise<string | null> {
  const bytes = await files.get(id)
  return bytes === null ? null : bytes.toString('base64')
}
