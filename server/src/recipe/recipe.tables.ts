import type { Allergen, IngredientKind } from '@brigade/contract/recipe/filing.model.ts'
import type { BaseUnit, Unit } from '@brigade/contract/recipe/measure.rules.ts'
import type {
  Container,
  IngredientUse,
  NamesByLanguage,
  RecipeContent,
  RecipeLanguage,
  RecipeStatus,
} from '@brigade/contract/recipe/recipe.model.ts'
import type { CookingMode, Preheat, Stage } from '@brigade/contract/recipe/stage.model.ts'
import type { ColumnType, Generated } from 'kysely'

/** Written as text, read as what it holds. */
type Json<T> = ColumnType<T, string, string>

export type RecipeCategoryTable = {
  id: Generated<string>
  uid: Generated<string>
  organisationId: string
  code: Generated<string>
  names: Json<NamesByLanguage>
  /** How the Chinese name is read, and its initials (system/area/spell-name.ts). */
  spelling: string
  pictureFileId: string | null
  position: number
  createdAt: string
  updatedAt: string
  search: ColumnType<string, never, never>
}

export type IngredientTable = {
  id: Generated<string>
  uid: Generated<string>
  organisationId: string
  names: Json<NamesByLanguage>
  /** How the Chinese name is read, and its initials (system/area/spell-name.ts). */
  spelling: string
  kind: IngredientKind
  unit: Unit
  allergens: Allergen[]
  createdAt: string
  updatedAt: string
  search: ColumnType<string, never, never>
}

/** As typed, and the amount in g, ml or pieces. */
export type StoredUse = IngredientUse & { amount: { of: BaseUnit; value: number } | null }

export type RecipeTable = {
  id: Generated<string>
  uid: Generated<string>
  organisationId: string
  code: Generated<string>
  categoryId: string | null
  productIds: string[]
  pictureFileId: string | null
  baseLanguage: RecipeLanguage
  languages: RecipeLanguage[]
  servings: number | null
  container: Container | null
  levels: number | null
  preheat: Json<Preheat>
  stages: Json<Stage[]>
  ingredients: Json<StoredUse[]>
  /** Derived from the content when it is written, as the five below. */
  ingredientIds: string[]
  modes: CookingMode[]
  gaps: RecipeLanguage[]
  /** The code and the names in all languages. */
  words: string
  /** How they are read, and their initials. */
  spelling: string
  search: ColumnType<string, never, never>
  sha256: Buffer
  status: Generated<RecipeStatus>
  publishedVersion: number | null
  publishedAt: string | null
  creatorId: string | null
  createdAt: string
  /** Also the version that a change is made from. */
  updatedAt: string
  removedAt: string | null
}

export type RecipeTextTable = {
  recipeId: string
  organisationId: string
  language: RecipeLanguage
  name: string
  description: Generated<string>
  stages: Json<Record<string, string>>
  bases: Json<Record<string, string>>
}

/** The data of its ingredients that a version keeps beside their amounts. */
export type KeptIngredient = Readonly<{ id: string; names: NamesByLanguage; allergens: readonly Allergen[] }>
export type KeptContent = RecipeContent & { kept: readonly KeptIngredient[] }

/** Columns that are derived from a content when it is written. */
export type Derived = Pick<RecipeTable, 'ingredientIds' | 'modes' | 'gaps' | 'words' | 'spelling' | 'sha256'>

export type RecipeVersionTable = {
  recipeId: string
  organisationId: string
  version: number
  content: Json<KeptContent>
  ingredientIds: string[]
  modes: CookingMode[]
  gaps: RecipeLanguage[]
  /** The code and the names in all languages. */
  words: string
  /** How they are read, and their initials. */
  spelling: string
  search: ColumnType<string, never, never>
  sha256: Buffer
  note: Generated<string>
  pictureFileId: ColumnType<string | null, never, never>
  productIds: string[]
  publishedBy: string | null
  publishedAt: string
}

/** As the console sent it. */
export type RecipeUnsavedTable = {
  id: Generated<string>
  accountId: string
  recipeId: string | null
  typed: string
  keptAt: string
}

declare module '../platform/db/database.ts' {
  interface Database {
    recipeCategory: RecipeCategoryTable
    ingredient: IngredientTable
    recipe: RecipeTable
    recipeText: RecipeTextTable
    recipeVersion: RecipeVersionTable
    recipeUnsaved: RecipeUnsavedTable
  }
}
