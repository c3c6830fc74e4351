import type { AppType } from '@brigade/contract/app-user/app-user.model.ts'
import type { MessageType } from '@brigade/contract/message/message.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { ColumnType, Generated } from 'kysely'

/** End users of the phone app. */
export type AppUserTable = {
  id: Generated<string>
  nickname: string
  /** How the nickname is read, and its initials (system/area/spell-name.ts). */
  spelling: string
  /** Nickname and initials, folded. */
  search: ColumnType<string, never, never>
  phone: Generated<string>
  email: Generated<string>
  /** Keyed hashes of phone and e-mail, by which a whole address is found. */
  phoneKey: Generated<Buffer | null>
  emailKey: Generated<Buffer | null>
  enabled: Generated<boolean>
  disabledReason: Generated<string>
  locale: Generated<Locale>
  units: Generated<'metric' | 'british'>
  timeZone: Generated<string>
  /** Kinds of messages that the person has disabled. */
  mutedTypes: Generated<MessageType[]>
  lastLoginAt: string | null
  lastCallAt: Generated<string | null>
  /** Maintained by a trigger of the bindings. */
  hasDevice: ColumnType<boolean, never, never>
  createdAt: string
  /** Erased: nothing of the person is left in the row. */
  removedAt: Generated<string | null>
  removedBy: Generated<string | null>
  erasureLeft: Generated<boolean>
}

/** Sign-ins of people on phones. */
export type AppTokenTable = {
  id: Generated<string>
  tokenHash: Buffer
  appUserId: string
  createdAt: string
  lastSeenAt: string
  expiresAt: string
}

/** The latest sign-in code of an address. */
export type AppCodeTable = {
  addressKey: Buffer
  codeHash: Buffer
  /** Address and code, sealed, until they are sent. */
  sealed: Buffer | null
  locale: Locale
  tries: Generated<number>
  createdAt: string
  expiresAt: string
  nextAt: string | null
}

export type BrakeKind = 'code' | 'bind-user' | 'bind-device' | 'contact'
export type AppBrakeTable = { kind: BrakeKind; key: Buffer; count: number; since: string }

/** Codes of the whole installation; `refused`: above its limit of an hour. */
export type AppCodeCountTable = { minute: string; codes: number; refused: number }

export type AppInvitationTable = {
  codeHash: Buffer
  deviceId: string
  ownerId: string
  createdAt: string
  expiresAt: string
}

/** The person is removed from the row when erased. */
export type AppSearchTable = {
  id: Generated<string>
  appUserId: string | null
  words: string
  found: number
  searchedAt: string
}

/** A day (UTC) with a call. */
export type AppUserDayTable = { appUserId: string; day: string; calls: number }

export type AppInstallationTable = {
  appUserId: string
  type: AppType
  version: string
  system: Generated<string>
  firstSeenAt: string
  lastCallAt: string
}

/** When a version was released: entered by people. */
export type AppVersionTable = {
  type: AppType
  version: string
  releasedOn: string | null
  notesEn: Generated<string>
  notesZh: Generated<string>
  updatedAt: string
}

declare module '../platform/db/database.ts' {
  interface Database {
    appUser: AppUserTable
    appToken: AppTokenTable
    appCode: AppCodeTable
    appCodeCount: AppCodeCountTable
    appBrake: AppBrakeTable
    appInvitation: AppInvitationTable
    appSearch: AppSearchTable
    appUserDay: AppUserDayTable
    appInstallation: AppInstallationTable
    appVersion: AppVersionTable
  }
}
