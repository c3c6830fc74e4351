import { organisationKinds, type OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'

/** A list for each kind of organisation. */
export const accountTabs = organisationKinds
export type AccountTab = OrganisationKind

export const accountsHref = '/system/account'

export const accountListHref = (tab: AccountTab): string => `${accountsHref}?${new URLSearchParams({ tab }).toString()}`
export const accountHref = (id: string): string => `${accountsHref}?${new URLSearchParams({ id }).toString()}`
