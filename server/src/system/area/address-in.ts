import type { Locale } from '@brigade/contract/locale.ts'
import { addressLine, codesShown } from '@brigade/contract/system/area.rules.ts'
import { allCodes, areaNames } from './areas.ts'

/** A stored place: national codes, or abroad free text. Beside codes the words are their Chinese names. */
type Placed = Readonly<{ province: string; city: string; region: string; place: string }>

const nameOf = (code: string, locale: Locale): string => areaNames(code, locale).at(-1) ?? code

/** The place name in a language, and the address within it, which is never translated. */
export const addressIn = (locale: Locale, { address, ...placed }: Placed & Readonly<{ address: string }>): string =>
  addressLine(
    locale,
    placed.province === '' ? [placed.place] : codesShown(placed).map((code) => nameOf(code, locale)),
    address,
  )

/** The place in a language, without the address. */
export const placeIn = (locale: Locale, placed: Placed): string => addressIn(locale, { ...placed, address: '' })

/** The place in Chinese words, as records and the change log keep it: all names down to the code. */
export const placeWords = (code: string): string => [...new Set(areaNames(code, 'zh'))].join('')

let codeOfWords: ReadonlyMap<string, string> | undefined

/** Translates the stored words of a place into a language. Unknown words stay unchanged. */
export function wordsIn(locale: Locale, words: string): string {
  if (locale === 'zh' || words === '') return words
  codeOfWords ??= new Map(allCodes().map((code) => [placeWords(code), code]))
  const code = codeOfWords.get(words)
  if (code === undefined) return words
  const [province, city] = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`]
  return placeIn(locale, {
    province,
    city: code === province ? '' : city,
    region: code.endsWith('00') ? '' : code,
    place: '',
  })
}
