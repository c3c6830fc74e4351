import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import { listSeenPictures } from '../../file/file.store.ts'
import type { Db } from '../../platform/db/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { KeptIngredient } from '../recipe.tables.ts'
import { shareCategory, shareIngredients, shareOvenModels } from './reference.store.ts'
import type { TextKey } from '@brigade/contract/catalogue.ts'

type Wanted = Readonly<{ content: RecipeContent; categoryId: string | null }>

/** Requires that everything a draft names exists: category, ingredients, models and picture. Reports all missing ones at once. */
export async function requireReferences(
  db: Db,
  scope: DataScope,
  { content, categoryId }: Wanted,
  before?: Pick<RecipeContent, 'pictureFileId' | 'productIds'>,
): Promise<readonly KeptIngredient[]> {
  const { pictureFileId, productIds, ingredients } = content
  const ids = [...new Set(ingredients.map(({ ingredientId }) => ingredientId))]
  const fields: Record<string, TextKey> = {}
  if (categoryId !== null && !(await shareCategory(db, scope, categoryId)))
    fields['categoryId'] = 'recipe.categoryMissing'
  const kept = await shareIngredients(db, scope, ids)
  const [there, models] = [new Set(kept.map(({ id }) => id)), await shareOvenModels(db, productIds)]
  for (const [index, { ingredientId }] of ingredients.entries())
    if (!there.has(ingredientId)) fields[`ingredients.${index}.ingredientId`] = 'recipe.ingredientMissing'
  const known = new Set(models.map(({ id }) => id))
  for (const [index, id] of productIds.entries())
    if (!known.has(id)) fields[`productIds.${index}`] = 'recipe.productMissing'
  if (pictureFileId !== null && pictureFileId !== before?.pictureFileId) {
    const seen = await listSeenPictures(db, scope, [pictureFileId], 'recipe')
    if (!seen.has(pictureFileId)) fields['pictureFileId'] = 'recipe.pictureMissing'
  }
  if (Object.keys(fields).length > 0) refuse('field.refused', undefined, { fields })
  return kept
}
