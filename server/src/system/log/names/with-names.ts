import type { Locale } from '@brigade/contract/locale.ts'
import { RecordType, type RecordChange } from '@brigade/contract/system/log/log.model.ts'
import {
  foreignNames,
  hiddenValue,
  keyOfRecord,
  referenceOf,
  referenceOfMember,
  type NamedKind,
} from '@brigade/contract/system/log/references.ts'
import type { KnownScope } from '../../../customer/data-scope.ts'
import type { Db } from '../../../platform/db/database.ts'
import { wordsIn } from '../../area/address-in.ts'
import { areaNames } from '../../area/areas.ts'
import { placeOf } from './names-of-then.store.ts'
import { resolveNames, type Names } from './resolve-names.ts'
import { computedColumns, visibleAccounts, visibleOrganisations } from './visible.store.ts'

type Fields = Readonly<Record<string, unknown>> | null
type Stored = Readonly<{
  id: string
  tableName: string
  rowId: string
  action: 'insert' | 'update' | 'delete'
  before: Fields
  after: Fields
}>
/** `field`: the column, or `column.member` within a value in JSON. */
type Reference = Readonly<{ field: string; kind: NamedKind; id: string }>

const idsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(idsIn)
    : (typeof value === 'string' && value !== '' && value !== hiddenValue) || typeof value === 'number'
      ? [String(value)]
      : []

const deepest = 8

function membersIn(column: string, value: unknown, depth = 0): Reference[] {
  if (typeof value !== 'object' || value === null || depth > deepest) return []
  if (Array.isArray(value)) return value.flatMap((item) => membersIn(column, item, depth + 1))
  return Object.entries(value).flatMap(([member, item]): Reference[] => {
    const kind = referenceOfMember(member.endsWith('Ids') ? member.slice(0, -1) : member)
    if (kind === undefined) return membersIn(column, item, depth + 1)
    return idsIn(item).map((id) => ({ field: `${column}.${member}`, kind, id }))
  })
}

const referencesOf = (recordType: string, fields: Fields): Reference[] =>
  Object.entries(fields ?? {}).flatMap(([column, value]) => {
    const kind = referenceOf(recordType, column)
    if (kind === undefined) return membersIn(column, value)
    return idsIn(value).map((id) => ({ field: column, kind, id }))
  })

/** Splits the key of a record into its parts; a text has no kind. */
function partsOfKey({ tableName, rowId }: Stored): readonly Readonly<{ kind: NamedKind | 'text'; id: string }>[] {
  const recordType = RecordType.safeParse(tableName)
  const key = recordType.success ? keyOfRecord[recordType.data] : []
  const [only] = key
  if (key.length === 1 && only !== undefined) return [{ kind: only, id: rowId }]
  const parts = rowId.split('/')
  return key.map((kind, at) => ({ kind, id: parts[at] ?? '' }))
}

/** Replaces the parts of a value that may not be seen. */
function shownValue(value: unknown, isHidden: (kind: NamedKind, id: string) => boolean, kind?: NamedKind): unknown {
  if (Array.isArray(value)) return value.map((item) => shownValue(item, isHidden, kind))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([member, item]) => [
        member,
        shownValue(item, isHidden, referenceOfMember(member.endsWith('Ids') ? member.slice(0, -1) : member)),
      ]),
    )
  return kind !== undefined && idsIn(value).some((id) => isHidden(kind, id)) ? hiddenValue : value
}

/** Divisions by their names in the reader's language: columns that hold their codes, and a place's Chinese words. */
function placesOf(fields: Fields, locale: Locale): [column: string, names: Record<string, string>][] {
  return ['province', 'city', 'region', 'place'].flatMap((column): [string, Record<string, string>][] => {
    const value = fields?.[column]
    if (typeof value !== 'string' || value === '') return []
    const name = column === 'place' ? wordsIn(locale, value) : (areaNames(value, locale).at(-1) ?? value)
    return name === value ? [] : [[column, { [value]: name }]]
  })
}

type Known = Readonly<{
  names: ReadonlyMap<NamedKind, Names>
  isHidden: (kind: NamedKind, id: string) => boolean
  computed: ReadonlySet<string>
  locale: Locale
}>

function shownChange(change: Stored, { names, isHidden, computed, locale }: Known): RecordChange {
  const { id, tableName, rowId, action } = change
  const isKept = (column: string) => !computed.has(`${tableName}.${column}`)
  const shown = (fields: Fields): RecordChange['before'] =>
    fields === null
      ? null
      : Object.fromEntries(
          Object.entries(fields)
            .filter(([column]) => isKept(column))
            .map(([column, value]) => [column, shownValue(value, isHidden, referenceOf(tableName, column))]),
        )
  const nameOf = (kind: NamedKind, ofId: string) => names.get(kind)?.get(placeOf({ id: ofId, at: id })) ?? ''
  const said: Record<string, Record<string, string>> = {}
  for (const { field, kind, id: ofId } of [
    ...referencesOf(tableName, change.before),
    ...referencesOf(tableName, change.after),
  ]) {
    const hidden = isHidden(kind, ofId)
    const name = hidden ? (foreignNames[kind]?.[locale] ?? '') : nameOf(kind, ofId)
    if (name !== '') said[field] = { ...said[field], [hidden ? hiddenValue : ofId]: name }
  }
  for (const [column, name] of placesOf(change.before, locale).concat(placesOf(change.after, locale)))
    said[column] = { ...said[column], ...name }
  const own = partsOfKey(change).map((part) =>
    part.kind === 'text'
      ? part.id
      : isHidden(part.kind, part.id)
        ? (foreignNames[part.kind]?.[locale] ?? '')
        : nameOf(part.kind, part.id),
  )
  const isNamed = partsOfKey(change).some(({ kind }) => kind !== 'text')
  return {
    id,
    recordType: tableName,
    recordId: rowId,
    name: isNamed ? own.filter((part) => part !== '').join(' · ') : '',
    action,
    before: shown(change.before),
    after: shown(change.after),
    names: said,
  }
}

/**
 * Changes as a reader sees them: each reference beside the name at that time, and without organisations and people
 * outside the reader's scope: former owners, and those above.
 */
export async function withNames(
  { db, scope, locale }: Readonly<{ db: Db; scope: KnownScope; locale: Locale }>,
  changes: readonly Stored[],
): Promise<RecordChange[]> {
  const wanted = changes.flatMap((change) =>
    [
      ...referencesOf(change.tableName, change.before),
      ...referencesOf(change.tableName, change.after),
      ...partsOfKey(change),
    ].flatMap(({ kind, id }) => (kind === 'text' || id === '' ? [] : [{ kind, id, at: change.id }])),
  )
  const byKind = Map.groupBy(wanted, ({ kind }) => kind)
  const idsOf = (kind: NamedKind) => [...new Set((byKind.get(kind) ?? []).map(({ id }) => id))]
  const [organisations, accounts, computed] = [
    await visibleOrganisations(db, scope, idsOf('organisation')),
    await visibleAccounts(db, scope, idsOf('account')),
    await computedColumns(db),
  ]
  const isHidden = (kind: NamedKind, id: string) =>
    (kind === 'organisation' && !organisations.has(id)) || (kind === 'account' && !accounts.has(id))
  const names = new Map<NamedKind, Names>()
  for (const [kind, each] of byKind) {
    const distinct = [...new Map(each.map((one) => [placeOf(one), one])).values()]
    names.set(kind, await resolveNames({ db, locale, depth: 0 }, kind, distinct))
  }
  return changes.map((change) => shownChange(change, { names, isHidden, computed, locale }))
}
