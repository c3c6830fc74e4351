import { locales, type Locale } from '@brigade/contract/locale.ts'
import { placeIn, placeWords } from './address-in.ts'
import { allCodes } from './areas.ts'

/**
 * A place as a reader of either language sees and types it, in the words in which places are stored, which are Chinese. So a
 * list is searched by one text, whatever language its reader has.
 */

/** Texts that a stored place must contain, all of them, to be the meant one. */
export type StoredPlace = readonly string[]
export type TypedPlace = Readonly<{
  places: readonly StoredPlace[]
  /** Codes of the divisions if there are too many to search for each: `District` is in the name of a thousand. */
  codes: readonly number[]
}>

const separators = /[\s,，、.]+/g
/** Without case, width, accents and signs: urumqi xinjiang of Ürümqi, Xinjiang. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(separators, ' ')
    .trim()
    .toLowerCase()

type Line = Readonly<{ code: string; text: string }>
let linesOf: Readonly<Record<Locale, readonly Line[]>> | undefined

/** Every division in its displayed form, with the divisions above it. */
function linesIn(locale: Locale): readonly Line[] {
  const made = (each: Locale): readonly Line[] =>
    allCodes().map((code) => ({ code, text: plain(placeIn(each, levelsOf(code))) }))
  linesOf ??= { en: made('en'), zh: made('zh') }
  return linesOf[locale]
}

const levelsOf = (code: string) => ({
  province: `${code.slice(0, 2)}0000`,
  city: code.endsWith('0000') ? '' : `${code.slice(0, 4)}00`,
  region: code.endsWith('00') ? '' : code,
  place: '',
})

/** A single letter of a name is in a third of all places. */
const minTyped = 2
/** Each is looked up in an index. */
const maxPlaces = 24

/** The codes of the divisions whose displayed names contain a text, in either language. */
function codesNamed(text: string): readonly string[] {
  const named = locales.flatMap((locale) => linesIn(locale).filter((line) => line.text.includes(text)))
  return [...new Set(named.map(({ code }) => code))]
}

/** Without those that lie in another one: the words of that are part of theirs. */
function widest(codes: readonly string[]): readonly string[] {
  const all = new Set(codes)
  return codes.filter((code) => {
    const { province, city } = levelsOf(code)
    return ![province, city].some((above) => above !== code && all.has(above))
  })
}

/** 中山市火炬路 1 号: the end of a place, and the beginning of an address within it. */
function placesBefore(typed: string): readonly StoredPlace[] {
  const characters = [...typed]
  const found: StoredPlace[] = []
  for (let at = characters.length - 1; at >= minTyped && found.length < maxPlaces; at -= 1) {
    const [name, rest] = [plain(characters.slice(0, at).join('')), characters.slice(at).join('').trim()]
    const ending = linesIn('zh').filter(({ text }) => name.length >= minTyped && text.endsWith(name))
    found.push(...ending.map(({ code }) => [`${placeWords(code)} ${rest}`]))
  }
  return found.slice(0, maxPlaces)
}

/** Huoju Road 1, Zhongshan: the end of an address, and the beginning of its place. Abroad the words of both are stored, the place first. */
function placesBehind(typed: string): readonly StoredPlace[] {
  const found: StoredPlace[] = []
  for (const { 0: separator, index } of typed.matchAll(separators)) {
    if (found.length >= maxPlaces) break
    const [address, name] = [typed.slice(0, index), typed.slice(index + separator.length)]
    if (address === '' || name.length < minTyped) continue
    const words = plain(name)
    const beginning = linesIn('en').filter(({ text }) => words.length >= minTyped && text.startsWith(words))
    found.push(...beginning.map(({ code }) => [`${placeWords(code)} `, address]))
    if (separator.includes(',')) found.push([`${name} `, address], [`${address} ${name}`])
  }
  return found.slice(0, maxPlaces)
}

const endsInHan = /\p{Script=Han}$/u

/**
 * 东京银座: a place abroad is free text, which is shown in Chinese without a separator before the address, and stored with
 * a space. No list has all cities of all countries, so a boundary is tried after each Han character.
 */
function placesAbroad(typed: string): readonly StoredPlace[] {
  const characters = [...typed]
  return characters
    .slice(1, maxPlaces + 1)
    .map((_, at) => [characters.slice(0, at + 1).join(''), characters.slice(at + 1).join('')] as const)
    .filter(([place, address]) => endsInHan.test(place) && !/^[\s,，、]/.test(address))
    .map(([place, address]) => [`${place} ${address}`])
}

/** Returns what else a typed text may mean: places that are stored in other words than those that are shown. */
export function typedPlace(typed: string): TypedPlace {
  const text = plain(typed)
  if (text.length < minTyped) return { places: [], codes: [] }
  const codes = codesNamed(text)
  const wide = widest(codes)
  const within = [...placesBefore(typed.trim()), ...placesBehind(typed.trim())]
  if (wide.length > maxPlaces) return { places: within, codes: codes.map(Number) }
  // A text within the name of one of our divisions contains no boundary between divisions.
  const abroad = codes.length === 0 ? placesAbroad(typed.trim()) : []
  return { places: [...wide.map((code) => [placeWords(code)]), ...within, ...abroad], codes: [] }
}
