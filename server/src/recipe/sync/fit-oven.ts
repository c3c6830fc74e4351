import { fitsProduct } from '@brigade/contract/recipe/fit.rules.ts'
import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { findService } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { CachedDb } from '../../platform/caches.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import type { OvenRecipe } from './decide.ts'
import { listContents } from './document.store.ts'

export type Unfit = OvenRecipe['unfit']
type Version = Readonly<{ recipeId: string; version: number }>
type FindUnfit = (productId: string, version: Version) => Unfit

export const keepsRecipes = (model: ThingModel | undefined): boolean =>
  model !== undefined && findService(model, recipeFunctions.save) !== undefined

/** Why a recipe cannot be on ovens of a model; null: it can. */
function whyUnfit(
  content: Pick<RecipeContent, 'productIds' | 'stages' | 'preheat'>,
  productId: string,
  model: ThingModel | undefined,
): Unfit {
  if (model === undefined || !keepsRecipes(model)) return 'noModule'
  if (!content.productIds.includes(productId)) return 'otherModel'
  return fitsProduct(content, model).length > 0 ? 'stageUnfit' : null
}

/** Results for the published thing model: versions never change, so a result stays valid. */
const foundOf = new WeakMap<ThingModel, Map<string, Unfit>>()
const maxKept = 50_000

/**
 * Reads the missing facts for these, all at once, so that later questions are answered from memory. `productIds`:
 * models beside those of the versions.
 */
export async function readFits(
  cached: CachedDb,
  pairs: readonly Readonly<{ productId: string; version: Version }>[],
  productIds: readonly string[] = [],
): Promise<Readonly<{ keeps: (productId: string) => boolean; unfit: FindUnfit }>> {
  const models = new Map<string, ThingModel | undefined>()
  for (const productId of new Set([...pairs.map((one) => one.productId), ...productIds]))
    models.set(productId, (await publishedModel(cached, productId))?.model)
  const keyOf = ({ recipeId, version }: Version, productId: string) => `${recipeId} ${version} ${productId}`
  const knownOf = (productId: string): Map<string, Unfit> | undefined => {
    const model = models.get(productId)
    if (model === undefined || !keepsRecipes(model)) return undefined
    const known = foundOf.get(model) ?? new Map<string, Unfit>()
    foundOf.set(model, known)
    if (known.size > maxKept) known.clear()
    return known
  }
  const missing = pairs.filter(({ productId, version }) => knownOf(productId)?.has(keyOf(version, productId)) === false)
  const distinct = [
    ...new Map(missing.map(({ version }) => [`${version.recipeId} ${version.version}`, version])).values(),
  ]
  const contents = new Map(
    (await listContents(cached.db, distinct)).map((one) => [`${one.recipeId} ${one.version}`, one.content]),
  )
  for (const { productId, version } of missing) {
    const content = contents.get(`${version.recipeId} ${version.version}`)
    if (content !== undefined)
      knownOf(productId)?.set(keyOf(version, productId), whyUnfit(content, productId, models.get(productId)))
  }
  return {
    keeps: (productId) => keepsRecipes(models.get(productId)),
    unfit: (productId, version) => {
      const known = knownOf(productId)
      return known === undefined ? 'noModule' : (known.get(keyOf(version, productId)) ?? null)
    },
  }
}
