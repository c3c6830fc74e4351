import type { ActKind } from '@brigade/contract/message/kind.text.ts'
import type { ColumnType, Generated } from 'kysely'
import type { ActReceiver } from './act-notice.store.ts'

/** An act that is still to be announced; it is deleted by the transaction that announces it. */
export type ActNoticeTable = {
  id: Generated<string>
  kind: ActKind
  params: ColumnType<unknown, string, never>
  organisationId: string
  accounts: ColumnType<readonly ActReceiver[], string, never>
  appUsers: string[]
  actedAt: string
}

declare module '../../platform/db/database.ts' {
  interface Database {
    actNotice: ActNoticeTable
  }
}
