import type { Generated } from 'kysely'

/** End users of the phone app. */
export type AppUserTable = {
  id: Generated<string>
  nickname: string
  phone: Generated<string>
  email: Generated<string>
  enabled: Generated<boolean>
  lastLoginAt: string | null
  createdAt: string
}

declare module '../platform/db/database.ts' {
  interface Database {
    appUser: AppUserTable
  }
}
