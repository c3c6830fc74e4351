/** Addresses of the screens (spec 2). Ids are opaque. */
export const listHref = '/customer'

export const customerTabs = ['overview', 'devices'] as const
export type CustomerTab = (typeof customerTabs)[number]

export function detailHref(id: string, tab: CustomerTab = 'overview'): string {
  const query = new URLSearchParams(tab === 'overview' ? { id } : { id, tab })
  return `${listHref}/detail?${query.toString()}`
}
