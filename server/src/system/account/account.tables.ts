import type { AdministratorAct } from '@brigade/contract/system/notice.endpoints.ts'
import type { Generated } from 'kysely'

/** What somebody did to an administrator of the platform. */
export type AdministratorActTable = {
  id: Generated<string>
  actedAt: string
  act: AdministratorAct
  accountId: string
  /** Null: who can run commands on the machine. */
  actorId: string | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    administratorAct: AdministratorActTable
  }
}
