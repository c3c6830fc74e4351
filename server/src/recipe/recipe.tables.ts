import type { Allergen } from '@brigade/contract/recipe/filing.model.ts'
import type { BaseUnit, Unit } from '@brigade/contract/recipe/measure.rules.ts'
import type {
  Container,
  IngredientUse,
  NamesByLanguage,
  RecipeContent,
  RecipeLanguage,
} from '@brigade/contract/recipe/recipe.model.ts'
import type { CookingMode, Preheat, Stage } from '@brigade/contract/recipe/stage.model.ts'
import type { Database, Table } from '../platform/db/database.ts'

/** The typed use, and the amount in g, ml or pieces. */
export type StoredUse = IngredientUse & { amount: { of: BaseUnit; value: number } | null }

/** The data of its ingredients that a version keeps beside their amounts. */
export type KeptIngredient = Readonly<{ id: string; names: NamesByLanguage; allergens: readonly Allergen[] }>
export type KeptContent = RecipeContent & { kept: readonly KeptIngredient[] }

/** Columns that are derived from a content when it is written. */
export type Derived = Pick<Database['recipe'], 'ingredientIds' | 'modes' | 'gaps' | 'words' | 'spelling' | 'sha256'>

declare module '../platform/db/database.ts' {
  interface Database {
    recipeCategory: Table<'recipeCategory', { names: NamesByLanguage }>
    ingredient: Table<'ingredient', { names: NamesByLanguage; unit: Unit; allergens: Allergen[] }>
    /**
     * * `ingredientIds`: Derived from the content when it is written, as the five below.
     * * `words`: The code and the names in all languages.
     * * `updatedAt`: Also the version that a change is made from.
     */
    recipe: Table<
      'recipe',
      {
        baseLanguage: RecipeLanguage
        languages: RecipeLanguage[]
        container: Container
        preheat: Preheat
        stages: Stage[]
        ingredients: StoredUse[]
        modes: CookingMode[]
        gaps: RecipeLanguage[]
      }
    >
    recipeText: Table<
      'recipeText',
      { language: RecipeLanguage; stages: Record<string, string>; bases: Record<string, string> }
    >
    /** `words`: The code and the names in all languages. */
    recipeVersion: Table<'recipeVersion', { content: KeptContent; modes: CookingMode[]; gaps: RecipeLanguage[] }>
    /** The unsaved draft as the console sent it. */
    recipeUnsaved: Table<'recipeUnsaved'>
  }
}
