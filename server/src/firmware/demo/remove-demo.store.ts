import { sql } from 'kysely'
import type { DemoPart } from '../../platform/program/domain.ts'

export const removeDemoFirmware: NonNullable<DemoPart['remove']> = {
  upgrade_task: async (trx, ids) => {
    await sql`delete from upgrade_task where id = any(${ids}::bigint[])`.execute(trx)
  },
  firmware_version: async (trx, ids) => {
    await sql`delete from firmware_version where id = any(${ids}::bigint[])`.execute(trx)
  },
  firmware_model: async (trx, ids) => {
    await sql`delete from firmware_model where id = any(${ids}::bigint[])`.execute(trx)
  },
}
