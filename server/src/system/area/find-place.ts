import { textRef, type TextRef } from '../../platform/refusal.ts'
import { bareName, plainName } from './area-name.ts'
import { areaNames, codesUnder, spellingsOf } from './areas.ts'
import type { Zone } from './zone-after-import.ts'

/**
 * A place from its names: the codes of its levels, and a town that is not a division of ours, to be kept in the
 * address.
 */
export type FoundPlace = Readonly<{ zone: Zone; town: string }>
export type Level = keyof Zone
export type PlaceFault = Readonly<{ level: Level; why: TextRef }>
export type PlaceFinder = (written: Zone) => FoundPlace | PlaceFault

/** Every row of a table names a place, and there are few of them: each is looked up once. */
export function placeFinder(): PlaceFinder {
  const known = new Map<string, FoundPlace | PlaceFault>()
  return (written) => {
    const key = JSON.stringify([written.province, written.city, written.region])
    const found = known.get(key) ?? findPlace(written)
    known.set(key, found)
    return found
  }
}

/**
 * Placeholders of official lists for a missing city: districts, counties, and divisions that a province administers
 * itself.
 */
const isPlaceholder = (name: string) =>
  /^(市辖区|县|(省|自治区)?直辖(县|县级)?(行政区划|行政单位)?|counties|directlyadministered)$/.test(plainName(name))

const provinceOf = (code: string) => `${code.slice(0, 2)}0000`
const cityOf = (code: string) => `${code.slice(0, 4)}00`
const regionsIn = (province: string): readonly string[] => codesUnder(province).flatMap(codesUnder)
/** Beijing, Tianjin, Shanghai, Chongqing: their city is themselves. */
const isMunicipality = (province: string) => /^(11|12|31|50)/.test(province)

/** The codes of a name in either language: those that are written so, else those with this name and another kind. */
function named(written: string, codes: readonly string[]): readonly string[] {
  const text = written.trim()
  if (codes.includes(text)) return [text]
  const exact = exactly(text, codes)
  const bare = bareName(text)
  return exact.length > 0 ? exact : codes.filter((code) => formsOf(code).bare.includes(bare))
}

function exactly(written: string, codes: readonly string[]): readonly string[] {
  const plain = plainName(written)
  return codes.filter((code) => formsOf(code).plain.includes(plain))
}

type Forms = Readonly<{ plain: readonly string[]; bare: readonly string[]; parts: readonly ReadonlySet<string>[] }>
/** Divisions that were looked up are cached: there are some three thousand in all. */
const forms = new Map<string, Forms>()
function formsOf(code: string): Forms {
  const known = forms.get(code)
  if (known !== undefined) return known
  const names = spellingsOf(code)
  const bare = names.map(bareName)
  const made = { plain: names.map(plainName), bare, parts: bare.map(partsOf) }
  forms.set(code, made)
  return made
}

/** No division has a longer name, and a cell may have thirty thousand characters. */
const longestName = 60

/**
 * The place that the names of a table mean, in the forms in which people write them: official or short, in either language or as
 * codes; without the city, with 市辖区 for it, or with a city that a province administers itself at its level. A fault offers names
 * that are near.
 */
export function findPlace(written: Zone): FoundPlace | PlaceFault {
  const tooLong = (['province', 'city', 'region'] as const).find((level) => written[level].length > longestName)
  if (tooLong !== undefined) return { level: tooLong, why: textRef('customer.unknownArea', undefined) }
  const { province: above, city, region } = written
  if (above === '') {
    const level = city === '' ? 'region' : 'city'
    return city === '' && region === '' ? nothing : { level, why: textRef('customer.wrongZone', undefined) }
  }
  const provinces = named(above, codesUnder(''))
  const [province] = provinces
  if (province === undefined || provinces.length > 1) return faultOf('province', above, codesUnder(''))
  const lacksCity = city === '' || isPlaceholder(city)
  if (lacksCity) return withoutCity(province, { city, region })
  const cities = named(city, codesUnder(province))
  // 承德县 is a county, and not short for 承德市.
  const isRegion = exactly(city, cities).length === 0 && exactly(city, regionsIn(province)).length > 0
  const [one] = cities
  // Enshi is a city, and short for Enshi Prefecture: with a region below it, the one that has the region.
  const within = isRegion && one !== undefined && !isNone(region) ? withCity(one, region) : undefined
  if (isRegion) return within !== undefined && 'zone' in within ? within : withRegionAsCity(province, { city, region })
  if (cities.length > 1) return faultOf('city', city, codesUnder(province), cities)
  return one === undefined ? withRegionAsCity(province, { city, region }) : withCity(one, region)
}

const nothing: FoundPlace = { zone: { province: '', city: '', region: '' }, town: '' }
const at = (code: string, town = ''): FoundPlace => ({
  zone: {
    province: provinceOf(code),
    city: code.endsWith('0000') ? '' : cityOf(code),
    region: code.endsWith('00') ? '' : code,
  },
  town,
})
const isNone = (region: string) => region === '' || isPlaceholder(region)

type Below = Readonly<{ city: string; region: string }>

function withoutCity(province: string, { city, region }: Below): FoundPlace | PlaceFault {
  if (isNone(region)) {
    const [whole] = codesUnder(province)
    const placeholders = city === '' ? [] : named(city, codesUnder(province))
    return at(placeholders[0] ?? (city !== '' && isMunicipality(province) && whole !== undefined ? whole : province))
  }
  const under = city === '' ? [] : named(city, codesUnder(province)).flatMap(codesUnder)
  const found = [...new Set(named(region, under))]
  const all = found.length > 0 ? found : named(region, regionsIn(province))
  const [one] = all
  if (one !== undefined && all.length === 1) return at(one)
  return faultOf('region', region, regionsIn(province), all)
}

/** 湖北省/仙桃市, 北京市/朝阳区, 浙江省/义乌市: a region takes the level of the city, and a town may be below it. */
function withRegionAsCity(province: string, { city, region }: Below): FoundPlace | PlaceFault {
  const found = named(city, regionsIn(province))
  const [one] = found
  if (one === undefined || found.length > 1)
    return faultOf('city', city, [...codesUnder(province), ...regionsIn(province)], found)
  const isItself = isNone(region) || named(region, [one]).length > 0
  return at(one, isItself ? '' : region)
}

function withCity(city: string, region: string): FoundPlace | PlaceFault {
  const regions = codesUnder(city)
  if (isNone(region)) return at(city)
  // 东莞, 中山, 儋州 and 嘉峪关 have towns alone.
  if (regions.length === 0) return at(city, named(region, [city]).length > 0 ? '' : region)
  const own = named(region, regions)
  const province = provinceOf(city)
  const found = own.length === 0 && isMunicipality(province) ? named(region, regionsIn(province)) : own
  const [one] = found
  return one === undefined || found.length > 1 ? faultOf('region', region, regions, found) : at(one)
}

const maxNearPlaces = 3
const ofLevel = (level: Level): readonly string[] => {
  const provinces = codesUnder('')
  if (level === 'province') return provinces
  return level === 'city' ? provinces.flatMap(codesUnder) : provinces.flatMap(regionsIn)
}

/** Refuses a name. `matches`: the possible divisions if it is ambiguous; otherwise similar names are offered. */
function faultOf(level: Level, written: string, codes: readonly string[], matches: readonly string[] = []): PlaceFault {
  if (matches.length > 1) {
    const [en, zh] = pathsOf(matches.slice(0, maxNearPlaces))
    return { level, why: textRef('customer.severalAreas', { en, zh }) }
  }
  // 南京 in 广东 is a slip of the province.
  const elsewhere = named(written, ofLevel(level)).slice(0, maxNearPlaces)
  const near = [...new Set([...elsewhere, ...nearest(written, codes)])].slice(0, maxNearPlaces)
  if (near.length === 0) return { level, why: textRef('customer.unknownArea', undefined) }
  const [en, zh] = pathsOf(near)
  return { level, why: textRef('customer.areaNear', { en, zh }) }
}

const pathsOf = (codes: readonly string[]): [en: string, zh: string] => [
  codes.map((code) => areaNames(code, 'en').slice(-2).join(' ')).join(', '),
  codes.map((code) => areaNames(code, 'zh').slice(-2).join('')).join('、'),
]

/** The pairs of characters of a name; Han names are short, so that their single characters count too. */
function partsOf(text: string): ReadonlySet<string> {
  const pairs = text.length < 2 ? [text] : Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))
  return new Set([...pairs, ...(/\p{Script=Han}/u.test(text) ? text : '')])
}

/** The share of their parts that two names have in common. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const part of one) if (other.has(part)) common += 1
  return (2 * common) / (one.size + other.size)
}
/** One of two Han characters must be the same, or most pairs of letters of a longer Latin name. */
const minLike = (text: string) => (/\p{Script=Han}/u.test(text) ? 0.3 : 0.4)

function nearest(written: string, codes: readonly string[]): readonly string[] {
  const text = bareName(written)
  const [parts, least] = [partsOf(text), minLike(text)]
  const like = (code: string) => Math.max(...formsOf(code).parts.map((name) => likeness(parts, name)))
  return codes
    .map((code) => ({ code, like: like(code) }))
    .filter((each) => each.like >= least)
    .toSorted((a, b) => b.like - a.like)
    .slice(0, maxNearPlaces)
    .map(({ code }) => code)
}
