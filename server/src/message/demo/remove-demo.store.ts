import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { DemoPart, GoingRows } from '../../platform/program/domain.ts'

async function removeMessages(trx: Transaction, which: RawBuilder<unknown>): Promise<void> {
  const key = sql`(month, message_id) in (select m.month, m.id from message m where ${which})`
  await sql`delete from message_delivery where ${key}`.execute(trx)
  await sql`delete from message_count where ${key}`.execute(trx)
  await sql`delete from message m where ${which}`.execute(trx)
}

export const removeDemoMessages: NonNullable<DemoPart['remove']> = {
  message: (trx, ids) => removeMessages(trx, sql`m.id = any(${ids}::bigint[])`),
  push_task: async (trx, ids) => {
    await sql`delete from push_task where id = any(${ids}::bigint[])`.execute(trx)
  },
}

/**
 * Removes automatic messages about deleted rows. Faults are deleted with their devices, so nothing else refers to them.
 */
export async function removeMessagesAbout(trx: Transaction, going: GoingRows): Promise<void> {
  const ids = (table: string) => going.get(table) ?? []
  const opened = sql`(m.opens ->> 'id')`
  const isNoFault = sql`not exists (select from fault_open f where f.id = ${opened}::bigint)
    and not exists (select from fault_record f where f.id = ${opened}::bigint)`
  await removeMessages(
    trx,
    sql`m.organisation_id = any(${ids('organisation')}::bigint[]) or m.task_id is null and case m.opens ->> 'kind'
      when 'oven' then ${opened} = any(${ids('device')}::text[])
      when 'cooler' then ${opened} = any(${ids('device')}::text[])
      when 'recipe' then ${opened} = any(${ids('recipe')}::text[])
      when 'task' then ${opened} = any(${ids('upgrade_task')}::text[])
      when 'fault' then ${isNoFault}
      when 'alarm' then ${isNoFault}
      else false end`,
  )
}
