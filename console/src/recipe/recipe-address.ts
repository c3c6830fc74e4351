import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'

/** Addresses of the screens (spec 2). */
export const listHref = '/recipeManage/recipeList'
export const addHref = `${listHref}/RecipeAdd`
export const languageHref = `${listHref}/RecipeLanguage`

const withId = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query).toString()}`

export const recipeTabs = ['recipe', 'ovens', 'versions', 'print'] as const
export type RecipeTab = (typeof recipeTabs)[number]

export const editHref = (id: string): string => withId(`${listHref}/RecipeEdit`, { id })
export const detailHref = (id: string, tab: RecipeTab = 'recipe'): string =>
  withId(`${listHref}/RecipeDetail`, { id, ...(tab === 'recipe' ? {} : { tab }) })
export const translateHref = (id: string, language?: RecipeLanguage): string =>
  withId(languageHref, { id, ...(language === undefined ? {} : { language }) })
/** Recipes of a category, with an ingredient, or that an oven does not hold. */
export const recipesOf = (
  filter: Readonly<{ categoryId: string } | { ingredientId: string } | { notHeldBy: string }>,
): string => withId(listHref, filter)
