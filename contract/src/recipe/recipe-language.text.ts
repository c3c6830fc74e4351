import { word } from '../word.text.ts'
import type { Words } from '../locale.ts'
import type { RecipeLanguage } from './recipe.model.ts'

/** Each as it calls itself. */
export const recipeLanguageNames: Readonly<Record<RecipeLanguage, string>> = {
  en: 'EN',
  zh: '中文',
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  it: 'IT',
}
export const recipeLanguageWords: Readonly<Record<RecipeLanguage, Words>> = {
  en: word.english,
  zh: word.chinese,
  de: { en: 'German', zh: '德文' },
  fr: { en: 'French', zh: '法文' },
  es: { en: 'Spanish', zh: '西班牙文' },
  it: { en: 'Italian', zh: '意大利文' },
}
