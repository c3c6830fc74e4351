import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import type { ColumnType, Generated } from 'kysely'

export type OrganisationTable = {
  id: Generated<string>
  /** Null only for the platform, the root of the tree. */
  parentId: string | null
  kind: OrganisationKind
  name: string
  /** Empty if it has none. */
  code: Generated<string>
  principal: Generated<string>
  contact: Generated<string>
  /** National codes; empty if not given. */
  province: Generated<string>
  city: Generated<string>
  region: Generated<string>
  address: Generated<string>
  note: Generated<string>
  enabled: Generated<boolean>
  /** Empty while it is enabled. */
  disabledReason: Generated<string>
  createdAt: string
  /** Also the version that a change is made from. */
  updatedAt: string
  /** IANA name; null: the installation's TIME_ZONE. */
  timeZone: Generated<string | null>
  /**
   * True when it has no list of its own (`organisationProduct`) and carries everything that the organisation above it
   * carries.
   */
  carriesAll: Generated<boolean>
  /** True when its administrators allow nobody from above to open its console. */
  refusesOpening: Generated<boolean>
  /** Own installed devices at the last folding of the totals (`fold_device_totals`); lists sort by it. */
  devices: ColumnType<number, never, never>
  /** The narrowest code of its zone. */
  area: ColumnType<number | null, never, never>
  /** How the name is read, and its initials (system/area/spell-name.ts). */
  spelling: string
  /** Name, principal, contact and initials, folded. */
  search: ColumnType<string, never, never>
}

/**
 * Each organisation with itself and every organisation below it. Only triggers of the table `organisation` write it.
 */
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
