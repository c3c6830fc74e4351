import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'

const list = '/customer'

/** Addresses of the screens (spec 2). Ids are opaque. Customers need not be named. */
export const listHref = (kind: KeptKind = 'customer'): string => (kind === 'customer' ? list : `${list}?kind=${kind}`)

export const customerTabs = [
  'overview',
  'models',
  'devices',
  'faults',
  'people',
  'recipes',
  'firmware',
  'timeline',
] as const
export type CustomerTab = (typeof customerTabs)[number]

export function detailHref(id: string, tab: CustomerTab = 'overview', kind: KeptKind = 'customer'): string {
  const query = new URLSearchParams({
    ...(kind === 'customer' ? {} : { kind }),
    id,
    ...(tab === 'overview' ? {} : { tab }),
  })
  return `${list}/detail?${query.toString()}`
}
