import type { Locale, Words } from '@brigade/contract/locale.ts'
import { languageTags, type LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import type { Word } from '@brigade/contract/product/language/language.rules.ts'
import { languageWords, templateKindWords } from '@brigade/contract/product/product.text.ts'
import { templateKinds } from '@brigade/contract/product/template/template.model.ts'
import type { TableCell, TableColumn } from '../../../platform/excel/table.ts'

/** A word with its texts by language. */
export type WordRow = Readonly<{ word: Word; where: string; texts: ReadonlyMap<LanguageTag, string> }>

const keyHead: Words = { en: 'Key', zh: '词条键' }

/** Columns that show a translator which word it is. An import does not read them. */
export const shownHeads = {
  where: { en: 'Where', zh: '所属功能' },
  en: { en: 'English', zh: '英文' },
  zh: { en: 'Chinese', zh: '中文' },
} as const satisfies Readonly<Record<string, Words>>

/** The columns of an import: a header in either language. */
export const readHeads: Readonly<Record<'key' | LanguageTag, Words>> = { key: keyHead, ...languageWords }

const byOtherName = new Map<string, string>(
  languageTags.flatMap((language) => [
    [language, languageWords[language].en],
    [languageWords[language].own.toLowerCase(), languageWords[language].en],
  ]),
)
/** A language may be named by its tag, or by its own name. */
export const plainHead = (cell: TableCell): TableCell => byOtherName.get(String(cell).trim().toLowerCase()) ?? cell

export function wordColumns(languages: readonly LanguageTag[]): readonly TableColumn<WordRow>[] {
  const text = (head: Words, value: (row: WordRow) => string, width = 30): TableColumn<WordRow> => ({
    head,
    type: 'text',
    value,
    width,
  })
  return [
    text(keyHead, ({ word }) => word.key),
    text(shownHeads.where, ({ where }) => where),
    text(shownHeads.en, ({ word }) => word.en),
    text(shownHeads.zh, ({ word }) => word.zh),
    ...languages.map((language) => text(languageWords[language], ({ texts }) => texts.get(language) ?? '')),
  ]
}

const faultWords: Words = { en: 'Fault', zh: '故障' }
const templateWords: Words = { en: 'Template', zh: '模板' }

/** The place of a word in readable form: its function by name, its template, its fault code. */
export function placeOf(words: readonly Word[], locale: Locale): (word: Word) => string {
  const functions = new Map(words.filter(({ kind }) => kind === 'function').map((word) => [word.of, word[locale]]))
  return ({ kind, of }) => {
    if (kind === 'fault') return `${faultWords[locale]} ${of}`
    const template = templateKinds.find((each) => each === of)
    if (kind === 'template' && template !== undefined) {
      return `${templateWords[locale]} ${templateKindWords[template][locale]}`
    }
    return functions.get(of) ?? of
  }
}
