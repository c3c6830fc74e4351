import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import type { DemoPart, GoingRows } from '../../platform/program/domain.ts'

export const removeDemoRows: NonNullable<DemoPart['remove']> = {
  account: async (trx, ids) => {
    await sql`delete from account where id = any(${ids}::bigint[])`.execute(trx)
    await notifyOnCommit(trx, 'access', {})
  },
  part_list: async (trx, ids) => {
    await sql`delete from part_list where organisation_id = any(${ids}::bigint[])`.execute(trx)
  },
  app_log: async (trx, ids) => {
    await sql`delete from app_log where id = any(${ids}::bigint[])`.execute(trx)
  },
}

/** Removes what people of the demo did in the phone app. */
export async function removeAppLogOf(trx: Transaction, going: GoingRows): Promise<void> {
  await sql`delete from app_log where app_user_id = any(${going.get('app_user') ?? []}::bigint[])`.execute(trx)
}
