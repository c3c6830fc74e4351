import type { NamesByLanguage, RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { useLocale } from '../platform/locale.ts'

/** The name a reader sees: in the language on screen, else English, else the base, else any there is. */
export function useRecipeName(): (names: NamesByLanguage, base?: RecipeLanguage) => string {
  const locale = useLocale()
  return (names, base = 'en') => {
    const order: readonly RecipeLanguage[] = [locale, 'en', base, ...recipeLanguages]
    return order.map((language) => names[language] ?? '').find((name) => name !== '') ?? ''
  }
}
