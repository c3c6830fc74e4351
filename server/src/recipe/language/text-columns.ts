import type { Words } from '@brigade/contract/locale.ts'
import { recipeLanguages, type RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageNames, recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import type { TableCell, TableColumn } from '../../platform/excel/table.ts'

/** One text in each language. */
export type TextRow = Readonly<{ key: string; where: string; texts: Readonly<Partial<Record<RecipeLanguage, string>>> }>

const ownHeads = {
  key: { en: 'Key', zh: '键' },
  where: { en: 'Where', zh: '位置' },
} as const satisfies Readonly<Record<string, Words>>

/** All columns that an import knows, with heads in either language. It reads the key and the languages. */
export const textHeads: Readonly<Record<keyof typeof ownHeads | RecipeLanguage, Words>> = {
  ...ownHeads,
  ...recipeLanguageWords,
}

export const isLanguageColumn = (column: string): column is RecipeLanguage =>
  recipeLanguages.some((language) => language === column)

const byOtherName = new Map(
  recipeLanguages.flatMap((language) => [
    [language, recipeLanguageWords[language].en],
    [recipeLanguageNames[language].toLowerCase(), recipeLanguageWords[language].en],
  ]),
)
/** A language may be called by its tag, or as the editor calls it. */
export const plainHead = (cell: TableCell): TableCell => byOtherName.get(String(cell).trim().toLowerCase()) ?? cell

export function textColumns(languages: readonly RecipeLanguage[]): readonly TableColumn<TextRow>[] {
  const text = (head: Words, value: (row: TextRow) => string, width = 36): TableColumn<TextRow> => ({
    head,
    type: 'text',
    value,
    width,
  })
  return [
    text(ownHeads.key, ({ key }) => key, 22),
    text(ownHeads.where, ({ where }) => where, 28),
    ...languages.map((language) => text(recipeLanguageWords[language], ({ texts }) => texts[language] ?? '')),
  ]
}

/** The text that a key names: `RCP-000012.stages.3`, `CAT-0004`, `ING-15`. */
export type TextTarget =
  | Readonly<{ of: 'recipe'; code: string; text: string }>
  | Readonly<{ of: 'category'; code: string }>
  | Readonly<{ of: 'ingredient'; id: string }>

export const ingredientKey = (id: string): string => `ING-${id}`

export function targetOf(key: string): TextTarget | undefined {
  const recipe = /^(RCP-\d{1,15})\.(name|description|stages\.[1-9]\d{0,3})$/.exec(key)
  if (recipe?.[1] !== undefined && recipe[2] !== undefined) return { of: 'recipe', code: recipe[1], text: recipe[2] }
  if (/^CAT-\d{1,15}$/.test(key)) return { of: 'category', code: key }
  const ingredient = /^ING-([1-9]\d{0,17})$/.exec(key)
  return ingredient?.[1] === undefined ? undefined : { of: 'ingredient', id: ingredient[1] }
}
