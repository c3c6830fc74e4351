import type { Locale } from '@brigade/contract/locale.ts'
import type { NamesByLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { useCallback } from 'react'
import { useLocale } from '../platform/locale.ts'

/** As a reader of a language sees it: in that language, in English, else in any. */
const nameIn = (names: NamesByLanguage, locale: Locale): string =>
  [names[locale], names.en, ...Object.values(names)].find((name) => name !== undefined && name !== '') ?? ''

export function useFiledName(): (names: NamesByLanguage) => string {
  const locale = useLocale()
  return useCallback((names) => nameIn(names, locale), [locale])
}
