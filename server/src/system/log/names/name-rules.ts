import type { Locale } from '@brigade/contract/locale.ts'
import type { NamedKind } from '@brigade/contract/system/log/references.ts'

/** Where the name of a record is stored, both in the log and in its table. */
export type NameRule = Readonly<{
  /** The table, and the log's name for its rows. */
  table: string
  /** The key of the table, in the order of the number in the log. */
  key: readonly string[]
  /** The columns of the name in each language, and its place in a JSON value. */
  name: Readonly<Record<Locale, readonly string[]>> | null
  /** A record above, whose name precedes this one, with those above that. */
  above?: Readonly<{ column: string; kind: NamedKind }>
  /** False: its rows are not logged, because they are never renamed. */
  isLogged?: boolean
}>

const named = (table: string, en: readonly string[], zh = en): NameRule => ({ table, key: ['id'], name: { en, zh } })
const inBoth = (table: string) => named(table, ['en_name'], ['name'])
const inJson = (table: string) => named(table, ['names', 'en'], ['names', 'zh'])

/**
 * The column of each record's name. None of them is personal: an account has its sign-in name, which is in each line it
 * wrote, and remains when the account is deleted.
 */
export const nameRules: Readonly<Record<Exclude<NamedKind, 'device_kind' | 'recipe'>, NameRule>> = {
  organisation: named('organisation', ['name']),
  account: named('account', ['account']),
  role: inBoth('role'),
  menu: { ...inBoth('menu'), above: { column: 'parent_id', kind: 'menu' } },
  product_series: inBoth('product_series'),
  product: inBoth('product'),
  thing_model: { ...named('thing_model', ['name']), above: { column: 'product_id', kind: 'product' } },
  device: named('device', ['sn']),
  recipe_category: inJson('recipe_category'),
  ingredient: inJson('ingredient'),
  firmware_model: named('firmware_model', ['name']),
  firmware_version: { ...named('firmware_version', ['number']), above: { column: 'model_id', kind: 'firmware_model' } },
  upgrade_list: named('upgrade_list', ['name']),
  upgrade_task: named('upgrade_task', ['name']),
  fault_code: inBoth('fault_code'),
  fault_cause: inBoth('fault_cause'),
  push_task: named('push_task', ['words', 'en', 'title'], ['words', 'zh', 'title']),
  message_target: named('message_target', ['name']),
  console_opening: {
    table: 'console_opening',
    key: ['id'],
    name: null,
    above: { column: 'organisation_id', kind: 'organisation' },
  },
  wall_link: named('wall_link', ['name']),
  part: { ...inBoth('part'), key: ['organisation_id', 'id'] },
  file: { ...named('file', ['name']), isLogged: false },
}

/** A recipe has a name in each language that it is written in, in rows of their own; its code never changes. */
export const recipeText: NameRule = {
  table: 'recipe_text',
  key: ['recipe_id', 'language'],
  name: { en: ['name'], zh: ['name'] },
}
export const recipeCode: NameRule = named('recipe', ['code'])
