import type { CarriedModels } from '@brigade/contract/customer/carried.model.ts'
import type { CustomerDetail } from '@brigade/contract/customer/customer.model.ts'

/** The values of the form's fields. */
export type Typed = {
  name: string
  code: string
  parentId: string | undefined
  principal: string
  contact: string
  province: string
  city: string
  region: string
  address: string
  note: string
  /** IANA name; empty: that of the installation. */
  timeZone: string
  /** A seller has its own list, or null when it carries every model of its parent. A customer has undefined. */
  productIds: string[] | null | undefined
  sellOffDate: string | null
}

export const typedOf = (customer: CustomerDetail, carried: CarriedModels | null): Typed => ({
  name: customer.name,
  code: customer.code,
  parentId: customer.parent?.id,
  principal: customer.principal,
  contact: customer.contact,
  province: customer.province,
  city: customer.city,
  region: customer.region,
  address: customer.address,
  note: customer.note,
  timeZone: customer.timeZone,
  productIds: carried === null ? undefined : carried.productIds,
  sellOffDate: null,
})

export const nothingTyped = (parentId: string | undefined, isSeller: boolean): Typed => ({
  name: '',
  code: '',
  parentId,
  principal: '',
  contact: '',
  province: '',
  city: '',
  region: '',
  address: '',
  note: '',
  timeZone: '',
  productIds: isSeller ? null : undefined,
  sellOffDate: null,
})

/**
 * Returns models that are carried now and would not be with this list. `offered`: the models that the parent carries.
 */
export function withdrawnBy(
  productIds: readonly string[] | null | undefined,
  before: CarriedModels | null,
  offered: readonly string[],
): string[] {
  if (before === null || productIds === null || productIds === undefined) return []
  return (before.productIds ?? offered).filter((id) => !productIds.includes(id))
}

/** Whether two lists have the same entries, in any order. */
export function isSameList(one: readonly string[] | null | undefined, other: readonly string[] | null | undefined) {
  if (one === null || one === undefined || other === null || other === undefined) return one === other
  const ids = new Set(one)
  return ids.size === other.length && other.every((id) => ids.has(id))
}
