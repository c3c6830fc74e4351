import type { ListFault } from '@brigade/contract/firmware/upgrade-device.model.ts'
import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'

export type BadRow = Readonly<{ row: number; sn: string; why: ListFault }>
type Draft = Readonly<{
  name: string
  accountId: string
  bad: readonly BadRow[]
  deviceIds: readonly string[]
  at: number
}>

/** Devices within the scope by their serial numbers, as these are written in lower case. */
export async function findBySerial(
  db: Db,
  scope: DataScope,
  serials: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; sn: string }>`
    select d.id::text, d.sn from device d join device_state s on s.device_id = d.id
    where d.sn = any(${serials}::text[]) and s.organisation_id in (${within(db, scope)})`.execute(db)
  return new Map(rows.map(({ id, sn }) => [sn, id]))
}

export async function insertList(trx: Transaction, { name, accountId, bad, deviceIds, at }: Draft): Promise<string> {
  const { id } = await trx
    .insertInto('upgradeList')
    .values({
      name,
      accountId,
      found: deviceIds.length,
      bad: JSON.stringify(bad),
      createdAt: new Date(at).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into upgrade_list_device select ${id}::bigint, device from unnest(${deviceIds}::bigint[]) as given (device)`.execute(
    trx,
  )
  return id
}

/** One's own, until it is of a task. */
export async function findList(db: Db, id: string) {
  return db.selectFrom('upgradeList').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Lists of no task, from before a time. */
export async function removeOldLists(db: Db, before: number): Promise<void> {
  await sql`delete from upgrade_list l where l.created_at < ${new Date(before).toISOString()}::timestamptz
    and not exists (select from upgrade_task t where t.list_id = l.id)`.execute(db)
}
