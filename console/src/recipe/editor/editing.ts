import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import type { Placed } from './model-problems.ts'
import type { TypedRecipe } from './draft/typed-recipe.ts'
import type { Change } from './draft/use-recipe-draft.ts'

/** The properties that every part of the editor gets. */
export type Editing = Readonly<{
  typed: TypedRecipe
  change: Change
  /** A field was left: the next letter is a step of its own. */
  step: () => void
  /** The language of the texts that are edited. */
  language: RecipeLanguage
  setLanguage: (language: RecipeLanguage) => void
  /** All problems at these places, as soon as they may be shown: several models may refuse one value. */
  at: (...paths: readonly string[]) => readonly Placed[]
  leave: (path: string) => void
}>
