import { chunks } from '@brigade/contract/chunks.ts'
import type { Comparable, CompareQuery, Comparison } from '@brigade/contract/telemetry/compare.model.ts'
import type { Gap } from '@brigade/contract/telemetry/silence.rules.ts'
import type { OnlyWhile, Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { decimalsOf, findProperty, isNumberType, isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { hourMs } from '@brigade/contract/time.ts'
import type { z } from 'zod'
import type { NamedDevice } from '../../device/list/device.store.ts'
import type { CachedDb } from '../../platform/caches.ts'
import type { Db } from '../../platform/db/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { deniedWithin } from '../history/denied-times.ts'
import { listPropertyIds } from '../history/device-history.store.ts'
import { foldFleet, type FleetFigures } from './fleet-figures.ts'
import { listDayStarts, listFleetHours, type FleetFilter } from './fleet-history.store.ts'
import { listLastBefore, listTurns } from '../history/fleet-turns.store.ts'

type Query = z.output<typeof CompareQuery>
type Span = Readonly<{ startTime: string; endTime: string }>
type Compared = Comparison['devices'][number]

type Comparing = CachedDb & Readonly<{ timeZone: string }>

/**
 * Compares one property of many devices by hour or day. Only devices whose models give it the same unit are compared;
 * the others are listed.
 */
export const compareDevices = async (
  ctx: Comparing,
  devices: readonly NamedDevice[],
  query: Query,
): Promise<Comparison> => (await readComparison(ctx, devices, query)).comparison

/** `decimals`: the decimals of the property's values. */
export async function readComparison(
  ctx: Comparing,
  devices: readonly NamedDevice[],
  query: Query,
): Promise<{ comparison: Comparison; decimals: number }> {
  const { db } = ctx
  const { identifier, startTime, endTime } = query
  const models = await modelsOf(ctx, devices)
  const propertyOf = ({ productId }: NamedDevice) => {
    const model = models.get(productId)
    return model && findProperty(model, identifier)
  }
  const unit = commonUnit(devices.map(propertyOf))
  const [starts, propertyIds] = await Promise.all([
    bucketStarts(db, query, ctx.timeZone),
    listPropertyIds(db, [identifier]),
  ])
  const compared = devices.filter((device) => standingOf(propertyOf(device), unit) === 'compared')
  const propertyId = propertyIds.get(identifier)
  const figures =
    propertyId === undefined
      ? new Map<string, FleetFigures>()
      : await readFigures(
          db,
          compared.map((device) => ({ id: device.id, onlyWhile: propertyOf(device)?.onlyWhile })),
          { propertyId, startTime, endTime },
          starts,
        )
  const [type] = compared.flatMap((device) => propertyOf(device)?.dataType ?? [])
  const comparison = {
    zone: ctx.timeZone,
    unit: unit ?? null,
    time: starts.map((hour) => hour * hourMs),
    devices: devices.map((device): Compared => {
      const property = propertyOf(device)
      const standing = standingOf(property, unit)
      const own = standing === 'compared' ? (figures.get(device.id) ?? nothingOf(starts.length)) : nothingOf(0)
      const told = { id: device.id, sn: device.sn, name: device.name, standing, unit: unitOf(property) ?? null }
      return { ...told, ...own }
    }),
  }
  return { comparison, decimals: type !== undefined && isNumberType(type) ? decimalsOf(type) : 0 }
}

/** The number properties of the devices' models. One that models give two units is there once for each. */
export async function listComparable(ctx: CachedDb, devices: readonly NamedDevice[]): Promise<Comparable> {
  const models = await modelsOf(ctx, devices)
  type Found = Comparable['properties'][number]
  const found = new Map<string, { shown: Found; rank: number }>()
  for (const [productId, some] of Map.groupBy(devices, (device) => device.productId)) {
    for (const property of models.get(productId)?.properties ?? []) {
      const { identifier, name, dataType } = property
      if (!isNumberType(dataType)) continue
      const unit = dataType.unit ?? ''
      const first: Found = { identifier, name, unit, decimals: decimalsOf(dataType), devices: 0 }
      // Readings come before settings, and among them those that every device of a model has.
      const rank = Number(isWritable(property)) * 2 + Number(!property.required)
      const known = found.get(JSON.stringify([identifier, unit])) ?? { shown: first, rank }
      const shown = { ...known.shown, devices: known.shown.devices + some.length }
      found.set(JSON.stringify([identifier, unit]), { shown, rank: known.rank })
    }
  }
  const ordered = [...found.values()].toSorted((a, b) => a.rank - b.rank || b.shown.devices - a.shown.devices)
  return {
    devices: devices.map(({ id, sn, name }) => ({ id, sn, name })),
    properties: ordered.map(({ shown }) => shown),
  }
}

async function modelsOf(ctx: CachedDb, devices: readonly NamedDevice[]): Promise<ReadonlyMap<string, ThingModel>> {
  const productIds = [...new Set(devices.map(({ productId }) => productId))]
  const found = await Promise.all(productIds.map(async (id) => [id, (await publishedModel(ctx, id))?.model] as const))
  return new Map(found.flatMap(([id, model]) => (model === undefined ? [] : [[id, model] as const])))
}

/** Empty for a number without one; undefined if it is not a number. */
const unitOf = (property: Property | undefined): string | undefined =>
  property !== undefined && isNumberType(property.dataType) ? (property.dataType.unit ?? '') : undefined

/** The unit that most devices have; of two that are as frequent, that of the first device. */
function commonUnit(properties: readonly (Property | undefined)[]): string | undefined {
  const counts = new Map<string, number>()
  for (const unit of properties.map(unitOf)) if (unit !== undefined) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...counts].find(([, count]) => count === most)?.[0]
}

function standingOf(property: Property | undefined, unit: string | undefined): Compared['standing'] {
  if (property === undefined) return 'noProperty'
  const own = unitOf(property)
  if (own === undefined) return 'noNumber'
  return own === unit ? 'compared' : 'otherUnit'
}

/**
 * The hours since 1970 at which buckets begin. History keeps the figures of whole hours, so that a midnight within one (in India) counts that
 * hour to the day in which it began.
 */
async function bucketStarts(db: Db, { startTime, endTime, by }: Query, zone: string): Promise<number[]> {
  const [first, end] = [Math.floor(Date.parse(startTime) / hourMs), Math.ceil(Date.parse(endTime) / hourMs)]
  if (by === 'hour') return Array.from({ length: end - first }, (_, index) => first + index)
  const starts = (await listDayStarts(db, { startTime, endTime }, zone)).map((at) => Math.ceil(at / hourMs))
  // A day that a zone skipped begins where the next one does.
  const distinct = [...new Set(starts)]
  return distinct.filter((start, index) => start < end && (distinct[index + 1] ?? end) > first)
}

type Asked = Readonly<{ id: string; onlyWhile: OnlyWhile | undefined }>

const nothingOf = (length: number): FleetFigures => {
  const empty = Array.from({ length }, () => null)
  return { min: empty, max: empty, mean: empty, whole: null }
}

/** The most device-days of one statement, which bounds its memory, and its time if each report is read. */
const maxDays = 10_000
const maxReadDays = 1000
/** A property that depends on another one is read report by report: a month of 500 devices, a year of 40. */
const maxDependentDays = 15_500

/** How many devices one statement may read for a span. */
const atOnce = ({ startTime, endTime }: Span, days: number): number =>
  Math.max(1, Math.floor(days / daysOf({ startTime, endTime })))
const daysOf = ({ startTime, endTime }: Span): number =>
  Math.max(1, (Date.parse(endTime) - Date.parse(startTime)) / (24 * hourMs))

function requireReadable(devices: readonly Asked[], span: Span): void {
  const dependent = devices.filter(({ onlyWhile }) => onlyWhile !== undefined)
  if (dependent.length * daysOf(span) > maxDependentDays)
    refuse('field.refused', undefined, { fields: { endTime: 'device.wideComparison' } })
}

async function readFigures(
  db: Db,
  devices: readonly Asked[],
  filter: Omit<FleetFilter, 'deviceIds' | 'denied'>,
  starts: readonly number[],
): Promise<ReadonlyMap<string, FleetFigures>> {
  requireReadable(devices, filter)
  const denied = await deniedOf(db, devices, filter)
  const ids = devices.map(({ id }) => id)
  const free = ids.filter((id) => !denied.has(id))
  const cut = ids.filter((id) => denied.has(id))
  const span = { from: Date.parse(filter.startTime), to: Date.parse(filter.endTime) }
  const figures = new Map<string, FleetFigures>()
  const groups = [...chunks(free, atOnce(filter, maxDays)), ...chunks(cut, atOnce(filter, maxReadDays))]
  for (const deviceIds of groups) {
    const reports = await listFleetHours(db, { ...filter, deviceIds, denied })
    for (const [id, each] of foldFleet({ ...reports, span, denied }, starts)) figures.set(id, each)
  }
  return figures
}

/** The times at which another property makes a device's values meaningless; devices without any are left out. */
async function deniedOf(db: Db, devices: readonly Asked[], span: Span): Promise<ReadonlyMap<string, Gap[]>> {
  const denied = new Map<string, Gap[]>()
  const within = { from: Date.parse(span.startTime), to: Date.parse(span.endTime) }
  for (const some of Map.groupBy(devices, ({ onlyWhile }) => JSON.stringify(onlyWhile)).values()) {
    const onlyWhile = some[0]?.onlyWhile
    if (onlyWhile === undefined) continue
    const propertyId = (await listPropertyIds(db, [onlyWhile.property])).get(onlyWhile.property)
    if (propertyId === undefined) continue
    for (const devicesAtOnce of chunks(some, atOnce(span, maxReadDays))) {
      const asked = { deviceIds: devicesAtOnce.map(({ id }) => id), propertyId }
      const [before, turns] = await Promise.all([listLastBefore(db, asked, span.startTime), listTurns(db, asked, span)])
      for (const { id } of devicesAtOnce) {
        const times = deniedWithin(onlyWhile.is, within, before.get(id), turns.get(id) ?? [])
        if (times.length > 0) denied.set(id, times)
      }
    }
  }
  return denied
}
