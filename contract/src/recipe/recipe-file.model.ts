import { z } from 'zod'
import { IngredientKind, Allergen } from './filing.model.ts'
import { Unit } from './measure.rules.ts'
import { IngredientUse, Name, RecipeLanguage, contentFields, typedTexts } from './recipe.model.ts'

export const recipeFileLimits = { maxBytes: 52_428_800, recipes: 1000, pictureBytes: 2_097_152 } as const

const Names = z.partialRecord(RecipeLanguage, Name)
/** The identifier of a recipe, a category or an ingredient; it is the same in every installation. */
const Uid = z.uuid()

/** `*.recipes.json`. Recipes name categories and ingredients by their uid and models by their product key. */
const { productIds: _ids, pictureFileId: _picture, ingredients: _used, ...kept } = contentFields
const { ingredientId: _id, ...use } = IngredientUse.shape
const Picture = z.base64().max(Math.ceil((recipeFileLimits.pictureBytes * 4) / 3) + 4)
const document = z.strictObject({
  format: z.literal('brigade.recipes'),
  version: z.literal(1),
  categories: z.array(z.strictObject({ uid: Uid, names: Names, picture: Picture.nullable().default(null) })).max(1000),
  ingredients: z
    .array(z.strictObject({ uid: Uid, names: Names, kind: IngredientKind, unit: Unit, allergens: z.array(Allergen) }))
    .max(50_000),
  recipes: z
    .array(
      z.strictObject({
        uid: Uid,
        category: Uid.nullable(),
        products: z.array(z.string().max(64)).min(1).max(50),
        picture: Picture.nullable(),
        ingredients: z
          .array(z.strictObject({ ingredient: Uid, ...use }))
          .min(1)
          .max(50),
        ...kept,
        texts: typedTexts,
      }),
    )
    .max(recipeFileLimits.recipes),
})

const imported = z.object({
  added: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  refused: z.array(z.object({ index: z.number().int(), name: z.string(), why: z.string() })),
})

export const RecipeFile = { document, imported } as const
export type RecipeDocument = z.output<typeof document>
export type RecipesImported = z.output<typeof imported>
