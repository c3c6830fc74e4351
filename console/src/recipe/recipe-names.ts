import type { Locale } from '@brigade/contract/locale.ts'
import type { NamesByLanguage, RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { useLocale } from '../platform/locale.ts'

/** The name a reader sees: in the language on screen, else English, else the base, else any there is. */
export function nameFor(locale: Locale, names: NamesByLanguage, base: RecipeLanguage): string {
  const order = [names[locale], names.en, names[base], ...Object.values(names)]
  return order.find((name) => name !== undefined && name !== '') ?? ''
}

export function useRecipeName(): (names: NamesByLanguage, base?: RecipeLanguage) => string {
  const locale = useLocale()
  return (names, base = 'en') => nameFor(locale, names, base)
}
