import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** What the seed last gave a menu row: where the row still has it, nobody changed it, and a newer version may. */
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

export type MenuTable = {
  id: Generated<string>
  parentId: string | null
  key: string
  /** Chinese. */
  name: string
  enName: string
  icon: Generated<string>
  url: Generated<string>
  level: number
  sortNum: number
  isMainMenu: boolean
  isOperation: boolean
  operationCode: string | null
  enabled: Generated<boolean>
  /** Null for rows a person made. */
  seeded: JSONColumnType<SeededMenu> | null
  createdAt: string
  /** Also the version that a change is made from. */
  updatedAt: string
}

export type RoleTable = {
  id: Generated<string>
  /** Of the seeded roles. */
  key: string | null
  /** Chinese. */
  name: string
  enName: string
  description: Generated<string>
  enDescription: Generated<string>
  enabled: Generated<boolean>
  /** The organisation that keeps it, for itself and all below; null for a role that comes with the product. */
  organisationId: string | null
  /** Kinds of organisation whose accounts may have it. */
  kinds: Generated<OrganisationKind[]>
  requiresTwoStep: Generated<boolean>
  createdAt: string
  /** Also the version that a change is made from. */
  updatedAt: string
}

/** Rows with an operation code alone: groups are shown where something in them is held. */
export type RoleMenuTable = { roleId: string; menuId: string }

export type AccountTable = {
  id: Generated<string>
  organisationId: string
  /** Null once it is deleted. */
  roleId: string | null
  /** The sign-in name, compared without case; never used again. */
  account: string
  name: string
  phone: Generated<string>
  email: Generated<string>
  /** Somebody other than the account itself answers for the e-mail: an administrator entered it, or a mailed link proved it. */
  emailVerified: Generated<boolean>
  avatarFileId: string | null
  passwordHash: string
  mustChangePassword: Generated<boolean>
  oidcSubject: string | null
  /** The language and zone of the last sign-in, for texts that are sent; null: none yet. */
  locale: Locale | null
  timeZone: string | null
  enabled: Generated<boolean>
  /** Why it was disabled. */
  disabledReason: Generated<string>
  lastLoginAt: string | null
  createdAt: string
  /** Also the version that a change is made from. */
  updatedAt: string
  /** Until when a password that somebody else chose signs in; null: the owner's own, or without end. */
  presetUntil: string | null
  /** Deleted: the row stays for its name. */
  removedAt: string | null
  /** What was done to administrators until then is not told to it again. */
  actsSeenAt: string | null
  search: GeneratedAlways<string>
}

/** Any JSON, written as text so that arrays and strings arrive as JSON too. */
type Json = ColumnType<unknown, string | null, string | null>

export type OperationLogTable = {
  id: Generated<string>
  loggedAt: string
  accountId: string | null
  account: string
  organisationId: string | null
  address: string
  module: string
  operation: string
  method: string
  path: string
  durationMs: number
  code: number
  success: boolean
  request: Json
  response: Json
}

declare module '../platform/db/database.ts' {
  interface Database {
    menu: MenuTable
    role: RoleTable
    roleMenu: RoleMenuTable
    account: AccountTable
    operationLog: OperationLogTable
  }
}
