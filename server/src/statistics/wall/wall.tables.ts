import type { Locale } from '@brigade/contract/locale.ts'
import type { Generated } from 'kysely'

/** The settings of an organisation's data wall; an empty value means the setting of the organisation above. */
export type WallSettingTable = {
  organisationId: string
  title: Generated<string>
  enTitle: Generated<string>
  logoFileId: string | null
  hidesCustomers: Generated<boolean>
  updatedAt: string
}

/** A link that shows the data wall of one organisation to its holder. */
export type WallLinkTable = {
  id: Generated<string>
  organisationId: string
  name: string
  locale: Locale
  hidesCustomers: Generated<boolean>
  tokenHash: Buffer
  creatorId: string | null
  creatorName: string
  createdAt: string
  updatedAt: string
  lastUsedAt: string | null
  lastAddress: Generated<string>
  endedAt: string | null
  endedBecause: 'revoked' | 'disabled' | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    wallSetting: WallSettingTable
    wallLink: WallLinkTable
  }
}
