import { Name, recipeLanguages, type NamesByLanguage, type RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'

/** The fields of a name, each under the path that a refusal of the server names. */
export type NameField = `names.${RecipeLanguage}`
export type TypedNames = Readonly<Record<NameField, string>>

export const nameShape = {
  'names.en': Name,
  'names.zh': Name,
  'names.de': Name,
  'names.fr': Name,
  'names.es': Name,
  'names.it': Name,
} as const

export const typedNames = (names: NamesByLanguage): TypedNames => ({
  'names.en': names.en ?? '',
  'names.zh': names.zh ?? '',
  'names.de': names.de ?? '',
  'names.fr': names.fr ?? '',
  'names.es': names.es ?? '',
  'names.it': names.it ?? '',
})

/** What the call takes: an empty name is none. */
export const namesOf = (typed: TypedNames): NamesByLanguage =>
  Object.fromEntries(
    recipeLanguages.flatMap((language) => {
      const name = typed[`names.${language}`]
      return name === '' ? [] : [[language, name]]
    }),
  )

export const isUnnamed = (typed: TypedNames): boolean =>
  recipeLanguages.every((language) => typed[`names.${language}`].trim() === '')
