import type { ColumnType, Generated } from 'kysely'

export const organisationKinds = ['platform', 'distributor', 'agent', 'customer'] as const
export type OrganisationKind = (typeof organisationKinds)[number]

export type OrganisationTable = {
  id: Generated<string>
  /** Null only for the platform, the root of the tree. */
  parentId: string | null
  kind: OrganisationKind
  name: string
  principal: Generated<string>
  contact: Generated<string>
  enabled: Generated<boolean>
  createdAt: string
}

/** Every organisation below, and including, each one. A trigger of the table `organisation` writes it; nobody else does. */
export type OrganisationTreeTable = {
  ancestorId: ColumnType<string, never, never>
  descendantId: ColumnType<string, never, never>
  depth: ColumnType<number, never, never>
}

declare module '../platform/db/database.ts' {
  interface Database {
    organisation: OrganisationTable
    organisationTree: OrganisationTreeTable
  }
}
