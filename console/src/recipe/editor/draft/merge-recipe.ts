import { keyedUses } from '@brigade/contract/recipe/recipe.rules.ts'
import { mergeContent, type ContentClash } from '../../../ui/form/merge-content.ts'
import type { TypedRecipe } from './typed-recipe.ts'

export type MergedRecipe = Readonly<{ merged: TypedRecipe; taken: readonly string[]; clashes: readonly ContentClash[] }>

/**
 * Stages and ingredients are identified by id, so that one person's reordering and another's typing do not conflict.
 */
const withIds = (typed: TypedRecipe) => ({
  ...typed,
  stages: typed.stages.map(({ mode, ...stage }) => ({ id: stage.key, endsBy: mode, ...stage })),
  ingredients: keyedUses(typed.ingredients).map(({ key, use }) => ({ id: key, ...use })),
})
type WithIds = ReturnType<typeof withIds>

const withoutIds = (merged: WithIds): TypedRecipe => ({
  ...merged,
  stages: merged.stages.map(({ id: _id, endsBy, ...stage }) => ({ ...stage, mode: endsBy })),
  ingredients: merged.ingredients.map(({ id: _id, ...use }) => use),
})

/** Merges two people's changes of one recipe: a change that only one of them made is taken. */
export function mergeRecipe(base: TypedRecipe, mine: TypedRecipe, theirs: TypedRecipe): MergedRecipe {
  const { merged, taken, clashes } = mergeContent(withIds(base), withIds(mine), withIds(theirs))
  // oxlint-disable-next-line typescript/consistent-type-assertions -- made of parts of three recipes, place by place
  return { merged: withoutIds(merged as WithIds), taken, clashes }
}
