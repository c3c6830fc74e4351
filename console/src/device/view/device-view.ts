import type { DeviceDetail } from '@brigade/contract/device/device.model.ts'
import type { Shadow, ShadowEntry, ShadowPage } from '@brigade/contract/telemetry/shadow.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty, isDenied } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { z } from 'zod'
import { valueText, type Reading } from './shown-value.ts'

/** The data of one device that its screen shares. */
export type DeviceView = {
  readonly kind: DeviceKind
  readonly device: z.output<typeof DeviceDetail>
  /** It is null while loading, and when the product has no published thing model. */
  readonly model: ThingModel | null
  readonly shadow: Shadow | null
}

export const entryOf = (view: Pick<DeviceView, 'shadow'>, identifier: string): ShadowEntry | undefined =>
  view.shadow?.list.find((entry) => entry.identifier === identifier)

type Held = Pick<DeviceView, 'model' | 'shadow'>

/** The property that makes a value invalid now, such as an unplugged probe. It is undefined for a valid value. */
export function deniedBy(view: Held, identifier: string): string | undefined {
  const property = propertyOf(view, identifier)
  const isNothing = property !== undefined && isDenied(property, (other) => entryOf(view, other)?.value)
  return isNothing ? property.onlyWhile?.property : undefined
}

/** The latest value that counts. */
export const valueOf = (view: Held, identifier: string): unknown =>
  deniedBy(view, identifier) === undefined ? entryOf(view, identifier)?.value : undefined

export function numberOf(view: Held, identifier: string): number | null {
  const value = valueOf(view, identifier)
  return typeof value === 'number' ? value : null
}

export const propertyOf = (view: Pick<DeviceView, 'model'>, identifier: string): Property | undefined =>
  view.model === null ? undefined : findProperty(view.model, identifier)

/** The desired value of a property, which need not be reported yet. */
export const desiredOf = (shadow: Shadow | null, identifier: string): Desired | null =>
  shadow?.list.find((entry) => entry.identifier === identifier)?.desired ??
  shadow?.wanted.find((wanted) => wanted.identifier === identifier) ??
  null
export type Desired = NonNullable<ShadowEntry['desired']>

/** The latest value of a property with its unit; empty if there is none. */
export function propertyText(view: DeviceView, identifier: string, reading: Reading): string {
  const property = propertyOf(view, identifier)
  const value = valueOf(view, identifier)
  return property === undefined || value === undefined ? '' : valueText(property.dataType, value, reading)
}

/** Puts a live shadow into the fetched one. Names and types stay those of the fetched one, which a new property does not have yet. */
export function mergedShadow(held: ShadowPage, reported: Shadow): ShadowPage {
  if (reported.version < held.version) return held
  const news = new Map(reported.list.map((entry) => [entry.identifier, entry]))
  const kept = held.list.map((entry) => ({ ...entry, ...news.get(entry.identifier) }))
  const known = new Set(held.list.map((entry) => entry.identifier))
  const added = reported.list
    .filter((entry) => !known.has(entry.identifier))
    .map((entry) => ({ ...entry, name: null, dataType: null }))
  return { ...held, ...reported, list: [...kept, ...added], total: kept.length + added.length }
}

/** The names of the properties with a new value or a new pending value. */
export function changedEntries(held: Shadow | undefined, reported: Shadow): string[] {
  const before = new Map(held?.list.map((entry) => [entry.identifier, entry]))
  return reported.list.flatMap((entry) => {
    const old = before.get(entry.identifier)
    const isSame =
      old !== undefined &&
      JSON.stringify(old.value) === JSON.stringify(entry.value) &&
      old.desired?.commandId === entry.desired?.commandId &&
      old.desired?.version === entry.desired?.version
    return isSame ? [] : [entry.identifier]
  })
}
