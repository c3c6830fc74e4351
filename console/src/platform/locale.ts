import { defaultLocale, locales, type Locale } from '@brigade/contract/locale.ts'
import { formatText, type TextEntry, type TextTable } from '@brigade/contract/text.ts'
import { create } from 'zustand'
import { oneOf, remember, remembered } from './remember.ts'

/** The language on screen. Switching re-renders words in place: nothing is remounted, so nothing typed is lost. */
type LocaleState = { locale: Locale; setLocale: (locale: Locale) => void }

export const useLocaleState = create<LocaleState>((set) => ({
  locale: remembered<Locale>('locale', oneOf(locales), defaultLocale),
  setLocale(locale) {
    remember('locale', locale)
    set({ locale })
  },
}))

export const useLocale = (): Locale => useLocaleState((state) => state.locale)
export const localeNow = (): Locale => useLocaleState.getState().locale

/** BCP 47, for `lang` and Intl. */
const languageTag = (locale: Locale): string => (locale === 'zh' ? 'zh-CN' : 'en')

/** Keeps the document's own language that of its words, for screen readers and hyphenation. */
export function followLocale(): void {
  const nameDocument = ({ locale }: LocaleState): void => {
    document.documentElement.lang = languageTag(locale)
  }
  nameDocument(useLocaleState.getState())
  useLocaleState.subscribe(nameDocument)
}

/** A table's words in one language: a string, or a function of the entry's parameters. */
export type WordsOf<T> = {
  readonly [K in keyof T]: T[K] extends { en: (params: infer P) => string } ? (params: P) => string : string
}

type Table = Readonly<Record<string, TextEntry>>
type SameParams<T> = {
  [K in keyof T]: T[K] extends { en: (params: infer P) => string; zh: infer Z }
    ? Z extends string | ((params: P) => string)
      ? T[K]
      : never
    : T[K]
}

/** The words of a screen, en beside zh. A missing language, or languages of different parameters, do not compile. */
export const words = <const T extends TextTable>(table: T & SameParams<T>): T => table

const cache = new WeakMap<object, Map<Locale, object>>()

/** The words of a table (a screen's own, or a domain's from the contract) in a language; the same object each time. */
export function wordsIn<const T extends Table>(table: T, locale: Locale): WordsOf<T> {
  const known = cache.get(table) ?? new Map<Locale, object>()
  cache.set(table, known)
  const made =
    known.get(locale) ?? Object.fromEntries(Object.entries(table).map(([key, entry]) => [key, phrase(entry, locale)]))
  known.set(locale, made)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- made from the table's own keys just above
  return made as WordsOf<T>
}

function phrase(entry: TextEntry, locale: Locale): string | ((params: never) => string) {
  return typeof entry.en === 'function'
    ? (params: never) => formatText(entry, locale, params)
    : formatText(entry, locale)
}

export function useWords<const T extends Table>(table: T): WordsOf<T> {
  return wordsIn(table, useLocale())
}

export const wordsNow = <const T extends Table>(table: T): WordsOf<T> => wordsIn(table, localeNow())

/** Chooses the name in the language on screen from `{ en, zh }`. */
export function useNameOf(): (names: Readonly<Record<Locale, string>>) => string {
  const locale = useLocale()
  return (names) => names[locale] || names[defaultLocale]
}

/** Each language by its own name. */
export const languageNames: Readonly<Record<Locale, string>> = { en: 'English', zh: '中文' }
