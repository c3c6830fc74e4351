import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import type { Placed } from './problem-places.ts'
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
  /** The problem at a place, as soon as it may be shown. */
  at: (path: string) => Placed | undefined
  leave: (path: string) => void
}>
