import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

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

export type MenuTable = {
  id: Generated<string>
  parentId: string | null
  key: string
  /** Chinese. */
  name: string
  enName: string
  /** How the Chinese name is read, and its initials (system/area/spell-name.ts). */
  spelling: string
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
  /** The key of a seeded role. */
  key: string | null
  /** Chinese. */
  name: string
  enName: string
  /** How the Chinese name is read, and its initials (system/area/spell-name.ts). */
  spelling: string
  description: Generated<string>
  enDescription: Generated<string>
  enabled: Generated<boolean>
  /** The organisation that defines it, for itself and all below; null for a role of the product. */
  organisationId: string | null
  /** Kinds of organisation with accounts that may have it. */
  kinds: Generated<OrganisationKind[]>
  requiresTwoStep: Generated<boolean>
  createdAt: string
  /** Also the version that a change is made from. */
  updatedAt: string
}

/** Only rows with an operation code: groups are shown if something in them is held. */
export type RoleMenuTable = { roleId: string; menuId: string }

export type AccountTable = {
  id: Generated<string>
  organisationId: string
  /** Null once it is deleted. */
  roleId: string | null
  /** The sign-in name, compared ignoring case; it is never used again after a deletion. */
  account: string
  name: string
  /** How the name is read, and its initials (system/area/spell-name.ts). */
  spelling: string
  phone: Generated<string>
  email: Generated<string>
  /**
   * True if somebody other than the account itself vouches for the e-mail: an administrator entered it, or a mailed
   * link proved it.
   */
  emailVerified: Generated<boolean>
  avatarFileId: string | null
  passwordHash: string
  mustChangePassword: Generated<boolean>
  oidcSubject: string | null
  /** The language and zone of the last sign-in, for texts that are sent; null: none yet. */
  locale: Locale | null
  timeZone: string | null
  enabled: Generated<boolean>
  /** The reason why it was disabled. */
  disabledReason: Generated<string>
  lastLoginAt: string | null
  createdAt: string
  /** Also the version that a change is made from. */
  updatedAt: string
  /** The time until which a password chosen by somebody else is valid; null: the owner's own, or without end. */
  presetUntil: string | null
  /** Deleted: the row stays for its name. */
  removedAt: string | null
  search: GeneratedAlways<string>
}

/** Any JSON, written as text so that arrays and strings arrive as JSON too. */
type Json = ColumnType<unknown, string | null, string | null>

export type OperationLogTable = {
  id: Generated<string>
  operationId: Generated<string>
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
  /** `interrupted`: it changed something and ended before its line was written. `outside`: changed without a call. */
  origin: Generated<'call' | 'interrupted' | 'outside'>
}

/** The input and output of an operation. Erasure deletes them with their salt; the leaf keeps the hash. */
export type OperationBodyTable = { operationId: string; loggedAt: string; salt: Buffer; request: Json; response: Json }

export type OperationChangeTable = {
  id: Generated<string>
  operationId: string
  loggedAt: string
  accountId: string | null
  call: string
  tableName: string
  rowId: string
  action: 'insert' | 'update' | 'delete'
  before: JSONColumnType<Record<string, unknown>> | null
  after: JSONColumnType<Record<string, unknown>> | null
  scope: string[]
}

/** The readers of a line: the organisations above its actor and above the changed rows, at that time. */
export type OperationScopeTable = { organisationId: string; loggedAt: string; lineId: string }
/** `notBefore`: a count that may still grow is sealed when its hour is over. */
export type OperationFreshTable = {
  lineId: string
  loggedAt: string
  notBefore: string | null
  /** The organisations that read the line. */
  readers: Generated<string[]>
}
/** What has changed something and has no line yet, a row for each transaction. `seenAt`: when a sweep found it first. */
export type OperationUnlinedTable = { operationId: string; notedAt: Generated<string>; seenAt: string | null }
/** Requests and answers that were deleted with a person. */
export type OperationErasedTable = { operationId: string; erasedAt: Generated<string> }

export type OperationSealTable = {
  n: string
  sealedAt: string
  lineId: string
  loggedAt: string
  bodyHash: Buffer
  leaf: Buffer
  head: Buffer
  format: number
  /** Month, number and hash of the changes in each month. */
  changes: string | null
  /** The changes that it seals, as a multirange of their ids. */
  changeIds: string | null
  readers: Generated<string[]>
}
export type ChainHeadTable = {
  id: Generated<number>
  n: string
  head: Buffer
  sealedAt: string | null
}
export type ChainDayTable = { day: string; n: string; head: Buffer }
export type ChainCheckpointTable = {
  n: string
  head: Buffer
  previous: Buffer
  madeAt: string
  signature: Buffer
  leftFor: string[]
}
export type ChainCheckTable = {
  id: Generated<string>
  checkedAt: string
  outcome: 'held' | 'broken' | 'unchecked' | 'held-in-itself' | 'failed'
  lines: string
  fault: string | null
  faultN: string | null
  isWhole: Generated<boolean>
  /** Lines of which retention has dropped a part. */
  dropped: Generated<string>
  /** Since when the part that has waited longest is unchecked. */
  oldestAt: string | null
}
/** A part of the log that was checked: of the chain, or of a partition. */
export type ChainPartTable = {
  ofTable: string
  afterN: string
  upTo: string
  checkedAt: string
  fault: string | null
  faultN: string | null
}

export type ChainKeptTable = {
  since: string
  days: number
}

export type AppLogTable = {
  id: Generated<string>
  loggedAt: string
  appUserId: string | null
  appUser: string
  organisationId: string | null
  address: string
  operation: string
  method: string
  path: string
  durationMs: number
  code: number
  success: boolean
  request: Json
  response: Json
  isDemo: Generated<boolean>
}

declare module '../platform/db/database.ts' {
  interface Database {
    menu: MenuTable
    role: RoleTable
    roleMenu: RoleMenuTable
    account: AccountTable
    operationLog: OperationLogTable
    operationBody: OperationBodyTable
    operationChange: OperationChangeTable
    operationScope: OperationScopeTable
    operationFresh: OperationFreshTable
    operationSeal: OperationSealTable
    operationUnlined: OperationUnlinedTable
    operationErased: OperationErasedTable
    chainHead: ChainHeadTable
    chainDay: ChainDayTable
    chainCheckpoint: ChainCheckpointTable
    chainCheck: ChainCheckTable
    chainPart: ChainPartTable
    chainKept: ChainKeptTable
    appLog: AppLogTable
  }
}
