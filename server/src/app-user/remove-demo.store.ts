import { sql } from 'kysely'
import { notifyOnCommit } from '../platform/db/notify.ts'
import type { DemoPart } from '../platform/program/domain.ts'

/** People of the demo are invented, so they need not be erased again after a restore. */
export const removeDemoPeople: NonNullable<DemoPart['remove']> = {
  app_user: async (trx, ids) => {
    await sql`delete from app_search where app_user_id = any(${ids}::bigint[])`.execute(trx)
    await sql`delete from app_user where id = any(${ids}::bigint[])`.execute(trx)
    await notifyOnCommit(trx, 'access', {})
  },
  app_version: async (trx, ids) => {
    await sql`delete from app_version where type || '/' || version = any(${ids}::text[])`.execute(trx)
  },
}
