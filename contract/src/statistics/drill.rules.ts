import type { DeviceKind } from '../product/product.model.ts'
import { codeOfKey } from './code-key.rules.ts'
import type { FigureKey } from './figures.ts'
import { figures } from './figures.ts'
import type { FigureSource } from './figure.model.ts'
import type { AttentionKind, Place, SplitBy } from './statistics.model.ts'
import { dayMs, iso } from '../time.ts'

/** The filters with which a figure or a part of it was counted. `asOf`: the time of its run; live figures have none. */
export type Counted = Readonly<{
  /** The requested organisation; by default the caller's own. */
  organisation?: string | undefined
  seriesId?: string | undefined
  productId?: string | undefined
  kind?: DeviceKind | undefined
  province?: Place | undefined
  /** The span excludes `to`. */
  span: Readonly<{ from: string; to: string }>
  asOf: string | null
  /** Days of distinct people. */
  days?: 1 | 7 | 30
  part?: Readonly<{ by: SplitBy; key: string }>
}>

/** A list with the filters that show the same rows: its screen, and the query of its call. The totals of all add up to the figure. */
export type FigureList = Readonly<{ list: FigureSource; screen: string; query: Readonly<Record<string, string>> }>

const screens: Readonly<Record<FigureSource, string>> = {
  ovens: '/recipeManage/device/list',
  coolers: '/iceDevice/list',
  users: '/userList',
  recipes: '/recipeManage/recipeList',
  faults: '/fault/list',
  alarms: '/fault/iceDevicelist',
}

type Query = Record<string, string | undefined>
/** Lists include their end. */
const lastOf = (to: string) => iso(Date.parse(to) - 1)
const sure = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, value]])),
  )

/** After how many days without a sign of life a device is silent. */
export const silentDays = { oven: 30, cooler: 7 } as const

/** The filters of a part by its division. Undefined: no list has such a filter. */
function partQuery(list: FigureSource, part: Counted['part']): Query | undefined {
  if (part === undefined) return {}
  const { by, key } = part
  const isKnown = key !== 'unknown' && key !== 'others'
  if (by === 'kind') return {}
  if (by === 'product') return { productId: key }
  if (by === 'province') return placeQuery(key)
  if (list === 'ovens' || list === 'coolers') {
    if (by === 'warranty') return { warranty: key }
    if (key === 'unknown' && (by === 'channel' || by === 'firmware')) return { missing: by }
    if (!isKnown) return undefined
    if (by === 'channel') return { channelType: key }
    if (by === 'firmware') return { firmwareVersion: key }
  }
  if (list === 'users' && by === 'appType') return { lastApp: key }
  if (list === 'recipes' && by === 'category') return isKnown ? { categoryId: key } : { filed: 'false' }
  if (list === 'recipes' && by === 'language') return { complete: key }
  if (list === 'faults' && by === 'severity') return { severity: key }
  if (list === 'faults' && by === 'code') return codeOfKey(key)
  if (list === 'faults' && by === 'cause')
    return key === 'open' ? { open: 'true' } : key === 'uncounted' ? undefined : { cause: key }
  return undefined
}

const placeQuery = (place: string | undefined): Query =>
  place === undefined ? {} : place === 'elsewhere' || place === 'unknown' ? { located: place } : { province: place }

/** The filters that each figure adds to those of the screen. */
function ownQuery(key: FigureKey, list: FigureSource, { span, asOf, days = 1 }: Counted): Query {
  const raised = () => ({ startTime: span.from, endTime: lastOf(span.to), first: 'true' })
  switch (key) {
    case 'devices.online':
      return { online: 'true' }
    case 'devices.cooking':
      return { online: 'true', state: 'cooking' }
    case 'devices.silent': {
      const silent = silentDays[list === 'ovens' ? 'oven' : 'cooler']
      return { seenBefore: asOf === null ? undefined : iso(Date.parse(asOf) - silent * dayMs) }
    }
    case 'devices.activations':
      return { activatedStart: span.from, activatedEnd: lastOf(span.to) }
    case 'devices.installations':
      return { startTime: span.from, endTime: lastOf(span.to) }
    case 'users.new':
      return { createdStart: span.from, createdEnd: lastOf(span.to) }
    case 'users.active':
      // A late run counts nobody who registered after it was due.
      return { calledDays: String(days), calledOn: lastOf(span.to), createdEnd: span.to }
    case 'recipes.published':
      return { published: 'true' }
    case 'faults.raised':
      return raised()
    case 'faults.eliminated':
      return { ...raised(), condition: 'eliminated' }
    case 'faults.active':
      return { ...raised(), condition: 'active' }
    case 'faults.open':
      return { open: 'true' }
    case 'excursions.open':
      return { alertType: 'excursion', condition: 'active', open: 'true' }
    default:
      return {}
  }
}

const kindOf = (list: FigureSource): DeviceKind | undefined =>
  list === 'ovens' ? 'oven' : list === 'coolers' || list === 'alarms' ? 'cooler' : undefined

/** Lists of faults are shown by kind of device; so one figure leads to two of them. */
const split = (list: FigureSource): readonly Readonly<{ list: FigureSource; kind: DeviceKind | undefined }>[] =>
  list === 'faults'
    ? [
        { list, kind: 'oven' },
        { list, kind: 'cooler' },
      ]
    : [{ list, kind: kindOf(list) }]

/** The lists that show what a figure counted; empty if no list does. */
export function figureLists(key: FigureKey, counted: Counted): FigureList[] {
  const { lists, deviceKind } = figures[key]
  // The sum over all languages counts a recipe more than once.
  if (key === 'recipes.covered' && counted.part === undefined) return []
  const wanted = counted.part?.by === 'kind' ? counted.part.key : (counted.kind ?? deviceKind ?? undefined)
  return lists.flatMap(split).flatMap(({ list, kind }) => {
    if (kind !== undefined && wanted !== undefined && kind !== wanted) return []
    const part = partQuery(list, counted.part)
    if (part === undefined) return []
    const { organisation, seriesId, productId, province } = counted
    const isOfDevices = list !== 'users' && list !== 'recipes'
    const query = sure({
      ...(list === 'recipes' ? { organisationId: organisation ?? 'own' } : { customerId: organisation }),
      ...(isOfDevices ? { seriesId, productId } : {}),
      ...(list === 'recipes' ? {} : placeQuery(province)),
      ...(list === 'faults' || list === 'alarms' ? { kind } : {}),
      ...ownQuery(key, list, counted),
      ...part,
    })
    return [{ list, screen: list === 'faults' && kind === 'cooler' ? screens.alarms : screens[list], query }]
  })
}

/** Attention is needed only for active records that nobody has shelved. */
const urgent = { open: 'true', condition: 'active', shelved: 'false' }

/**
 * The list in which an item of attention is handled. Imports are in the list of jobs, which is not a screen of its own.
 */
export function attentionList(
  kind: AttentionKind,
  deviceKind: DeviceKind | null,
): Readonly<{ screen: string; query: Readonly<Record<string, string>> }> | undefined {
  const screen = deviceKind === 'cooler' ? screens.alarms : screens.faults
  const ofKind: Record<string, string> = deviceKind === null ? {} : { kind: deviceKind }
  if (kind === 'critical') return { screen, query: { ...ofKind, ...urgent, severity: 'critical' } }
  if (kind === 'excursions' || kind === 'offline') {
    const alertType = kind === 'offline' ? 'offline' : 'excursion'
    return { screen, query: { ...ofKind, ...urgent, alertType } }
  }
  return kind === 'firmware' ? { screen: '/fota/task', query: { status: 'EXAMINE_WAIT' } } : undefined
}
