import type { AccountAct } from '@brigade/contract/system/notice.endpoints.ts'
import type { Generated } from 'kysely'

/** An act on an account, and its audience: all administrators for an administrator's account, or its owner. */
export type AccountActTable = {
  id: Generated<string>
  actedAt: string
  act: AccountAct
  accountId: string
  /** Null: a person with access to the machine. */
  actorId: string | null
  announcedTo: 'administrators' | 'owner'
}

declare module '../../platform/db/database.ts' {
  interface Database {
    accountAct: AccountActTable
  }
}
