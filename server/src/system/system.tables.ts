import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import type { Table } from '../platform/db/database.ts'

/**
 * The last seeded values of a menu row: a value that is still equal was not changed by a person, and a newer version
 * may replace it.
 */
export type SeededMenu = Readonly<{
  name: string
  enName: string
  icon: string
  url: string
  sortNum: number
  isMainMenu: boolean
  operationCode: string | null
  enabled: boolean
}>

declare module '../platform/db/database.ts' {
  interface Database {
    /**
     * * `name`: Chinese.
     * * `updatedAt`: Also the version that a change is made from.
     */
    menu: Table<
      'menu',
      {
        /** Null for rows a person made. */
        seeded: SeededMenu
      }
    >
    /**
     * * `key`: The key of a seeded role.
     * * `name`: Chinese.
     * * `organisationId`: The organisation that defines it, for itself and all below; null for a role of the
     *   product.
     * * `updatedAt`: Also the version that a change is made from.
     */
    role: Table<
      'role',
      {
        /** Kinds of organisation with accounts that may have it. */
        kinds: OrganisationKind[]
      }
    >
    /** Only rows with an operation code: groups are shown if something in them is held. */
    roleMenu: Table<'roleMenu'>
    /**
     * * `roleId`: Null once it is deleted.
     * * `account`: The sign-in name, compared ignoring case; it is never used again after a deletion.
     * * `emailVerified`: True if somebody other than the account itself vouches for the e-mail: an administrator
     *   entered it, or a mailed link proved it.
     * * `locale`: The language and zone of the last sign-in, for texts that are sent; null: none yet.
     * * `disabledReason`: The reason why it was disabled.
     * * `updatedAt`: Also the version that a change is made from.
     * * `presetUntil`: The time until which a password chosen by somebody else is valid; null: the owner's own, or
     *   without end.
     * * `removedAt`: Deleted: the row stays for its name.
     */
    account: Table<'account'>
    /**
     * `origin`: `interrupted`: it changed something and ended before its line was written. `outside`: changed
     * without a call.
     */
    operationLog: Table<'operationLog'>
    /** The input and output of an operation. Erasure deletes them with their salt; the leaf keeps the hash. */
    operationBody: Table<'operationBody'>
    operationChange: Table<'operationChange', { before: Record<string, unknown>; after: Record<string, unknown> }>
    /** The readers of a line: the organisations above its actor and above the changed rows, at that time. */
    operationScope: Table<'operationScope'>
    /**
     * `notBefore`: a count that may still grow is sealed when its hour is over.
     * * `readers`: The organisations that read the line.
     */
    operationFresh: Table<'operationFresh'>
    /**
     * * `changes`: Month, number and hash of the changes in each month.
     * * `changeIds`: The changes that it seals, as a multirange of their ids.
     */
    operationSeal: Table<'operationSeal'>
    /** Transactions that have changed something and have no line yet. `seenAt`: when a sweep first found the row. */
    operationUnlined: Table<'operationUnlined'>
    /** Requests and answers that were deleted with a person. */
    operationErased: Table<'operationErased'>
    chainHead: Table<'chainHead'>
    chainDay: Table<'chainDay'>
    chainCheckpoint: Table<'chainCheckpoint'>
    /**
     * * `dropped`: Lines of which retention has dropped a part.
     * * `oldestAt`: Since when the part that has waited longest is unchecked.
     */
    chainCheck: Table<'chainCheck'>
    /** A part of the log that was checked: of the chain, or of a partition. */
    chainPart: Table<'chainPart'>
    chainKept: Table<'chainKept'>
    appLog: Table<'appLog'>
  }
}
