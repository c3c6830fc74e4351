import type { GeneratedAlways } from 'kysely'
import type { Table, TriggerTable } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /**
     * * `parentId`: Null only for the platform, the root of the tree.
     * * `code`: Empty if it has none.
     * * `province`: National codes; empty if not given.
     * * `disabledReason`: Empty while it is enabled.
     * * `updatedAt`: Also the version that a change is made from.
     * * `timeZone`: IANA name; null: the installation's TIME_ZONE.
     * * `carriesAll`: True when it has no list of its own (`organisationProduct`) and carries everything that the
     *   organisation above it carries.
     * * `refusesOpening`: True when its administrators allow nobody from above to open its console.
     * * `area`: The narrowest code of its zone.
     * * `search`: Name, principal, contact and initials, folded.
     */
    organisation: Table<
      'organisation',
      {
        /** The own installed devices at the last folding of the totals (`fold_device_totals`); lists sort by it. */
        devices: GeneratedAlways<number>
      }
    >
    /**
     * Each organisation with itself and every organisation below it. Only triggers of the table `organisation`
     * write it.
     */
    organisationTree: TriggerTable<'organisationTree'>
  }
}
