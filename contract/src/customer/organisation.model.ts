import { z } from 'zod'
import { Id, filter } from '../field.ts'

/** The tree of organisations: the platform at its root, customers its leaves (product.md, Access). */
export const organisationKinds = ['platform', 'distributor', 'agent', 'customer'] as const
export const OrganisationKind = z.enum(organisationKinds)
export type OrganisationKind = z.output<typeof OrganisationKind>

/** Kinds of organisation below the platform that people edit: each has its list, form and page. */
export const keptKinds = ['customer', 'distributor', 'agent'] as const
export type KeptKind = (typeof keptKinds)[number]

/** Kinds of organisation that sell, and therefore carry models. */
export const sellerKinds = ['distributor', 'agent'] as const
export type SellerKind = (typeof sellerKinds)[number]

/** The kinds of organisation that may be below each kind. */
export const kindsUnder: Readonly<Record<OrganisationKind, readonly OrganisationKind[]>> = {
  platform: ['distributor', 'agent', 'customer'],
  distributor: ['agent', 'customer'],
  agent: ['customer'],
  customer: [],
}

export const OrganisationOption = z.object({
  id: Id,
  name: z.string(),
  kind: OrganisationKind,
  enabled: z.boolean(),
  /** Whether there are organisations under it that the same question would answer. */
  hasChildren: z.boolean(),
})
export type OrganisationOption = z.output<typeof OrganisationOption>

/** The levels from the top of what the caller sees downwards. */
export const departmentLevels = ['department1', 'department2', 'department3', 'department4', 'department5'] as const

/** Spec 2: a department filter sends the chosen path in the organisation tree, up to five levels. The deepest given decides. */
export const departmentFilters = {
  department1: filter(Id),
  department2: filter(Id),
  department3: filter(Id),
  department4: filter(Id),
  department5: filter(Id),
}

/** The sales channels of a device (product.md, Filters). */
export const channelTypes = ['direct', 'distributor', 'agent', 'online'] as const
export const ChannelType = z.enum(channelTypes)
export type ChannelType = z.output<typeof ChannelType>

/** Spec 2: a channel filter sends two: its type and the channel itself, a distributor or an agent. */
export const channelFilters = { channelType: filter(ChannelType), channelId: filter(Id) }
