import type { Locale } from '@brigade/contract/locale.ts'
import { deviceKindWords } from '@brigade/contract/product/product.text.ts'
import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { goneFile, type NamedKind } from '@brigade/contract/system/log/references.ts'
import type { Db } from '../../../platform/db/database.ts'
import { nameRules, recipeCode, recipeText, type NameRule } from './name-rules.ts'
import { placeOf, valuesOfThen, type Named, type ValuesOfThen } from './names-of-then.store.ts'

/** Names by `id at`; what is not in it has none that anybody knows. */
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

const nameColumns = ({ name }: NameRule): string[] =>
  name === null ? [] : [...new Set([name.en[0], name.zh[0]].filter((column) => column !== undefined))]
const columnsOf = (rule: NameRule): string[] => [
  ...nameColumns(rule),
  ...(rule.above === undefined ? [] : [rule.above.column]),
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

/** Names of the records above, which stand in front. */
async function namesAbove(
  db: Db,
  locale: Locale,
  { above }: NameRule,
  values: ValuesOfThen,
): Promise<ReadonlyMap<string, string>> {
  if (above === undefined) return new Map()
  const found = [...values].flatMap(([place, each]) => {
    const id = each[above.column]
    return typeof id === 'number' ? [{ place, named: { id: String(id), at: place.slice(place.indexOf(' ') + 1) } }] : []
  })
  const rule = above.kind === 'device_kind' || above.kind === 'recipe' ? undefined : nameRules[above.kind]
  if (rule === undefined) return new Map()
  const wanted = found.map(({ named }) => named)
  const own = await valuesOfThen(db, rule, wanted, nameColumns(rule))
  return new Map(found.map(({ place, named }) => [place, ownName(rule, own.get(placeOf(named)), locale)]))
}

/** The names of records of one kind when changes referred to them. */
export async function resolveNames(db: Db, locale: Locale, kind: NamedKind, wanted: readonly Named[]): Promise<Names> {
  if (kind === 'device_kind') {
    const words = new Map(Object.entries(deviceKindWords).map(([key, each]) => [key, each[locale]]))
    return new Map(wanted.map((one) => [placeOf(one), words.get(one.id) ?? one.id]))
  }
  if (kind === 'recipe') return recipeNames(db, locale, wanted)
  const rule = nameRules[kind]
  const values = await valuesOfThen(db, rule, wanted, columnsOf(rule))
  const above = await namesAbove(db, locale, rule, values)
  return new Map(
    wanted.map((one) => {
      const place = placeOf(one)
      const own = ownName(rule, values.get(place), locale)
      const parts = [above.get(place) ?? '', own].filter((part) => part !== '')
      return [place, kind === 'file' && own === '' ? goneFile[locale] : parts.join(' › ')]
    }),
  )
}
