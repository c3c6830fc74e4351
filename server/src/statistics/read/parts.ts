import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import { areaNames } from '../../system/area/areas.ts'
import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import { figures } from '@brigade/contract/statistics/figures.ts'
import {
  topFigures,
  type Part,
  type Split,
  type SplitBy,
  type TopBy,
  type TopList,
  type TopOf,
} from '@brigade/contract/statistics/statistics.model.ts'
import { placeKey } from '../../device/list/counted-devices.store.ts'
import { listProducts } from './resolve-query.store.ts'
import { type ResolvedQuery } from './resolve-query.ts'
import { datedMeasures, stockMeasureNames, type Term } from './figure-measures.ts'
import { listNames } from './names.store.ts'
import { isCut, rangesOf } from './numbers.ts'
import { listOrganisations, listOwn, listParts, type Days } from './taken.store.ts'

/** How a figure is divided: the measure, the column, and the key of each part. */
type Division = Readonly<{
  term: Term
  column: 'part' | 'product_id' | 'place'
  key?: (part: string) => string
}>

/** The severity of a fault and the cause with which it was closed (flow-sources.store.ts). */
const severityOf = (part: string) => part.split(/[.|]/)[0] ?? ''
const causeOf = (part: string) => part.split('|')[0]?.split('.')[1] ?? 'uncounted'
const codeOf = (part: string) => part.split('|').slice(2).join('|')

const divisions: Readonly<Partial<Record<`${FigureKey} ${SplitBy}`, Division>>> = {
  'devices.installed kind': { term: { measure: 'devices' }, column: 'product_id' },
  'devices.installed product': { term: { measure: 'devices' }, column: 'product_id' },
  'devices.installed province': { term: { measure: 'devices' }, column: 'place' },
  'devices.installed channel': { term: { measure: 'channel' }, column: 'part' },
  'devices.installed warranty': { term: { measure: 'warranty' }, column: 'part' },
  'devices.installed firmware': { term: { measure: 'firmware' }, column: 'part' },
  'devices.silent kind': { term: { measure: 'silent' }, column: 'product_id' },
  'users.total appType': { term: { measure: 'users' }, column: 'part' },
  'users.total province': { term: { measure: 'users' }, column: 'place' },
  'recipes.total category': { term: { measure: 'recipes' }, column: 'part', key: (part) => part.split('|')[1] ?? '' },
  'recipes.covered language': { term: { measure: 'covered' }, column: 'part' },
  'faults.raised severity': { term: { measure: 'faults' }, column: 'part', key: severityOf },
  'faults.raised cause': { term: { measure: 'faults' }, column: 'part', key: causeOf },
  'faults.raised code': { term: { measure: 'faults' }, column: 'part', key: codeOf },
  'faults.active code': { term: { measure: 'faults', part: '%|active|%' }, column: 'part', key: codeOf },
  'faults.raised product': { term: { measure: 'faults' }, column: 'product_id' },
  'faults.raised kind': { term: { measure: 'faults' }, column: 'product_id' },
  'faults.raised province': { term: { measure: 'faults' }, column: 'place' },
  'faults.open severity': { term: { measure: 'faultsOpen' }, column: 'part' },
}

const total = (parts: ReadonlyMap<string, number>) => [...parts.values()].reduce((sum, value) => sum + value, 0)
/** The largest first; equal ones by their key. */
const ordered = (parts: ReadonlyMap<string, number>) =>
  [...parts].toSorted(([a, x], [b, y]) => y - x || a.length - b.length || (a < b ? -1 : 1))

/** The days from which a number is read: all for a flow, the last for a stock. Undefined if it is unknown. */
function daysOf({ known }: ResolvedQuery, { measure }: Term, range: Days): Days | undefined {
  if (known.day === null) return undefined
  const to = range.to < known.day ? range.to : known.day
  if (to < range.from) return undefined
  if (!stockMeasureNames.has(measure))
    return known.firstDay === null || range.from >= known.firstDay ? { from: range.from, to } : undefined
  const isKnown = known.stockDays.has(to) || (datedMeasures.has(measure) && known.datedDays.has(to))
  return isKnown ? { from: to, to } : undefined
}

async function countParts(
  resolved: ResolvedQuery,
  key: FigureKey,
  by: SplitBy | 'recipe',
  { term, column, key: keyOf }: Division,
  range: Days,
): Promise<ReadonlyMap<string, number> | undefined> {
  const days = daysOf(resolved, term, range)
  if (days === undefined) return undefined
  const { cuts, deviceKind } = figures[key]
  const products = cuts.includes('product') ? resolved.productsOf(deviceKind) : null
  const rows = await listParts(
    resolved.db,
    resolved.organisationId,
    { ...term, products, place: cuts.includes('place') ? resolved.place : null },
    column,
    days,
  )
  const kinds = by === 'kind' ? new Map((await listProducts(resolved.db)).map(({ id, kind }) => [id, kind])) : undefined
  const parts = new Map<string, number>()
  for (const row of rows) {
    const part =
      column === 'place'
        ? placeKey(Number(row.key))
        : kinds !== undefined
          ? (kinds.get(row.key) ?? 'unknown')
          : (keyOf?.(row.key) ?? row.key)
    parts.set(part, (parts.get(part) ?? 0) + row.value)
  }
  return parts
}

async function named(
  resolved: ResolvedQuery,
  by: SplitBy | 'recipe',
  parts: readonly (readonly [string, number])[],
  before: ReadonlyMap<string, number> | undefined,
): Promise<Part[]> {
  const { db, organisationId, from, to } = resolved
  const names = await listNames(db, by, {
    keys: parts.map(([key]) => key),
    raised: { organisationId, days: { from, to }, products: resolved.productsOf(null) },
  })
  const nameOf = (key: string) =>
    by === 'province' && /^\d{6}$/.test(key)
      ? { en: areaNames(key, 'en')[0] ?? key, zh: areaNames(key, 'zh')[0] ?? key }
      : (names.get(key) ?? { en: '', zh: '' })
  return parts.map(([key, value]) => ({
    key,
    name: nameOf(key),
    value,
    before: before === undefined ? null : (before.get(key) ?? 0),
  }))
}

const agoOf = (resolved: ResolvedQuery): Days =>
  rangesOf(resolved)[1] ?? {
    from: addDays(resolved.from, -resolved.length),
    to: addDays(resolved.to, -resolved.length),
  }

/** A comparison with the range before, if that is as complete as this one. */
const comparable = (resolved: ResolvedQuery) => resolved.to < (resolved.known.day ?? '')

/** A divided figure, whose parts add up to it. Undefined if it is unknown, or not divided this way. */
export async function splitOf(resolved: ResolvedQuery, key: FigureKey, by: SplitBy): Promise<Split | undefined> {
  const division = divisions[`${key} ${by}`]
  if (division === undefined || !isCut(key, resolved)) return undefined
  const parts = await countParts(resolved, key, by, division, { from: resolved.from, to: resolved.to })
  if (parts === undefined) return undefined
  const before = comparable(resolved) ? await countParts(resolved, key, by, division, agoOf(resolved)) : undefined
  return { key, by, parts: await named(resolved, by, ordered(parts), before) }
}

const topMeasures: Readonly<Record<TopBy, string>> = {
  devices: 'devices',
  faults: 'faults',
  cooked: 'cooked',
  downloads: 'downloads',
  favourites: 'favourites',
}

async function topCustomers(
  resolved: ResolvedQuery,
  key: FigureKey,
  term: Term,
  days: Days,
  size: number,
): Promise<Pick<TopList, 'rows' | 'others'>> {
  const wanted = { ...term, products: resolved.productsOf(figures[key].deviceKind), place: resolved.place }
  const { rows, all } = await listOrganisations(resolved.db, resolved, wanted, days, size)
  const ago = comparable(resolved) ? daysOf(resolved, term, agoOf(resolved)) : undefined
  const ids = rows.map(({ key: id }) => id)
  const before = ago === undefined ? undefined : await listOwn(resolved.db, { ...resolved, ids }, wanted, ago)
  const list = rows.map(({ key: id, name, value }) => ({
    key: id,
    name: { en: name, zh: name },
    value,
    before: before === undefined ? null : (before.get(id) ?? 0),
  }))
  return { rows: list, others: all - list.reduce((sum, { value }) => sum + value, 0) }
}

/** The largest of them; the remainder is `others`, so that all add up to the figure. */
export async function topList(
  resolved: ResolvedQuery,
  of: TopOf,
  by: TopBy,
  size: number,
): Promise<TopList | undefined> {
  const key = topFigures[by]
  const term: Term = { measure: topMeasures[by] }
  if (!isCut(key, resolved)) return undefined
  const range = { from: resolved.from, to: resolved.to }
  const days = daysOf(resolved, term, range)
  if (days === undefined) return undefined
  const head = { of, by, key, asOf: resolved.known.asOf }
  if (of === 'customers') return { ...head, ...(await topCustomers(resolved, key, term, days, size)) }
  const splitBy = ({ models: 'product', provinces: 'province', codes: 'code', recipes: 'recipe' } as const)[of]
  const division: Division =
    of === 'models'
      ? { term, column: 'product_id' }
      : of === 'provinces'
        ? { term, column: 'place' }
        : { term, column: 'part', ...(of === 'codes' ? { key: codeOf } : {}) }
  const parts = await countParts(resolved, key, splitBy, division, range)
  if (parts === undefined) return undefined
  const before = comparable(resolved) ? await countParts(resolved, key, splitBy, division, agoOf(resolved)) : undefined
  const listed = ordered(parts).slice(0, size)
  const rest = total(parts) - listed.reduce((sum, [, value]) => sum + value, 0)
  return { ...head, rows: await named(resolved, splitBy, listed, before), others: rest }
}
