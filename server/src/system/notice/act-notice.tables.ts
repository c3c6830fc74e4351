import type { ActKind } from '@brigade/contract/message/kind.text.ts'
import type { Table } from '../../platform/db/database.ts'
import type { ActReceiver } from './act-notice.store.ts'

declare module '../../platform/db/database.ts' {
  interface Database {
    /** An act that is still to be announced; it is deleted by the transaction that announces it. */
    actNotice: Table<'actNotice', { kind: ActKind; accounts: readonly ActReceiver[] }>
  }
}
