import type { Locale } from '@brigade/contract/locale.ts'
import { deviceKindWords } from '@brigade/contract/product/product.text.ts'
import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { goneFile, type NamedKind } from '@brigade/contract/system/log/references.ts'
import type { Db } from '../../../platform/db/database.ts'
import { nameRules, recipeCode, recipeText, type NameRule } from './name-rules.ts'
import { placeOf, valuesOfThen, type Named, type ValuesOfThen } from './names-of-then.store.ts'

/** Names by `id at`; a missing entry has no known name. */
export type Names = ReadonlyMap<string, string>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function textAt(values: Readonly<Record<string, unknown>> | undefined, path: readonly string[]): string {
  let value: unknown = values
  for (const step of path) value = isObject(value) ? value[step] : undefined
  return typeof value === 'string' ? value : ''
}

const other: Readonly<Record<Locale, Locale>> = { en: 'zh', zh: 'en' }

function ownName({ name }: NameRule, values: Readonly<Record<string, unknown>> | undefined, locale: Locale): string {
  if (name === null) return ''
  return textAt(values, name[locale]) || textAt(values, name[other[locale]])
}

const columnsOf = ({ name, above }: NameRule): string[] => [
  ...new Set([name?.en[0], name?.zh[0], above?.column].filter((column) => column !== undefined)),
]

/** The language of the reader, the other one of the console, then any. */
async function recipeNames(db: Db, locale: Locale, wanted: readonly Named[]): Promise<Names> {
  const languages = [locale, other[locale], ...recipeLanguages.filter((one) => one !== 'en' && one !== 'zh')]
  const rows = wanted.flatMap(({ id, at }) => languages.map((language) => ({ id: `${id}/${language}`, at })))
  const [texts, codes] = [
    await valuesOfThen(db, recipeText, rows, ['name']),
    await valuesOfThen(db, recipeCode, wanted, ['code']),
  ]
  const nameOf = ({ id, at }: Named) =>
    languages.map((language) => textAt(texts.get(placeOf({ id: `${id}/${language}`, at })), ['name'])).find(Boolean) ??
    textAt(codes.get(placeOf({ id, at })), ['code'])
  return new Map(wanted.map((one) => [placeOf(one), nameOf(one)]))
}

/** A menu has five levels; nothing else has more than one above it. */
const maxAncestors = 4

/** Names of the records above, by the place of those below them. */
async function namesAbove(
  { db, locale, depth }: Asking,
  { above }: NameRule,
  values: ValuesOfThen,
): Promise<ReadonlyMap<string, string>> {
  if (above === undefined || depth >= maxAncestors) return new Map()
  const found = [...values].flatMap(([place, each]) => {
    const id = each[above.column]
    return typeof id === 'number'
      ? [{ place, named: { id: String(id), at: place.slice(place.lastIndexOf(' ') + 1) } }]
      : []
  })
  if (found.length === 0) return new Map()
  const distinct = new Map(found.map(({ named }) => [placeOf(named), named]))
  const names = await resolveNames({ db, locale, depth: depth + 1 }, above.kind, [...distinct.values()])
  return new Map(found.map(({ place, named }) => [place, names.get(placeOf(named)) ?? '']))
}

/** `depth`: how many records below this one the name is for. */
type Asking = Readonly<{ db: Db; locale: Locale; depth: number }>

/** The names of records of one kind when changes referred to them. */
export async function resolveNames(asking: Asking, kind: NamedKind, wanted: readonly Named[]): Promise<Names> {
  const { db, locale } = asking
  if (kind === 'device_kind') {
    const words = new Map(Object.entries(deviceKindWords).map(([key, each]) => [key, each[locale]]))
    return new Map(wanted.map((one) => [placeOf(one), words.get(one.id) ?? one.id]))
  }
  if (kind === 'recipe') return recipeNames(db, locale, wanted)
  const rule = nameRules[kind]
  const values = await valuesOfThen(db, rule, wanted, columnsOf(rule))
  const above = await namesAbove(asking, rule, values)
  return new Map(
    wanted.map((one) => {
      const place = placeOf(one)
      const own = ownName(rule, values.get(place), locale)
      const parts = [above.get(place) ?? '', own].filter((part) => part !== '')
      return [place, kind === 'file' && own === '' ? goneFile[locale] : parts.join(' › ')]
    }),
  )
}
