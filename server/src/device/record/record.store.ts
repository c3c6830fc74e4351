import type { z } from 'zod'
import type {
  DeviceLogRow,
  DeviceLogSearch,
  FirmwareRow,
  FirmwareSearch,
  Tag,
} from '@brigade/contract/device/record/record.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { countRows, offsetOf, orderOf } from '../../platform/db/page.ts'
import { literally } from '../../platform/db/page.ts'
import type { SeenDevice } from '../device.store.ts'

/** Firmware versions as they were heard, newest first. */
export async function listFirmwares(
  db: Db,
  device: SeenDevice,
  search: z.output<typeof FirmwareSearch>,
): Promise<Page<z.output<typeof FirmwareRow>>> {
  const { direction } = orderOf(search.sort, ['time'])
  let query = db.selectFrom('deviceFirmware').where('deviceId', '=', device.id)
  if (search.module) query = query.where('module', '=', search.module)
  const list = await query
    .select(['seq', 'module', 'version', 'before', 'time'])
    .orderBy('time', direction)
    .orderBy('seq', direction)
    .limit(search.pageSize)
    .offset(offsetOf(search))
    .execute()
  return { list, ...(await countRows(db, query.select('seq'))), pageNum: search.pageNum, pageSize: search.pageSize }
}

/** Lines that a device logged, newest first, and whether it is asked to. */
export async function listLogs(
  db: Db,
  device: SeenDevice,
  search: z.output<typeof DeviceLogSearch>,
): Promise<Page<z.output<typeof DeviceLogRow>> & { isAsked: boolean }> {
  const { direction } = orderOf(search.sort, ['time'])
  let query = db.selectFrom('deviceLog').where('deviceId', '=', device.id)
  if (search.level) query = query.where('level', '=', search.level)
  if (search.keyword) {
    const like = `%${literally(search.keyword)}%`
    query = query.where((row) =>
      row.or([
        row('content', 'ilike', like),
        row('module', 'ilike', like),
        row('code', 'ilike', like),
        row('trace', 'ilike', like),
      ]),
    )
  }
  if (search.startTime) query = query.where('time', '>=', search.startTime)
  if (search.endTime) query = query.where('time', '<=', search.endTime)
  const list = await query
    .select(['seq', 'time', 'level', 'module', 'code', 'trace', 'content'])
    .orderBy('time', direction)
    .orderBy('seq', direction)
    .limit(search.pageSize)
    .offset(offsetOf(search))
    .execute()
  const row = await db.selectFrom('device').select('logAsked').where('id', '=', device.id).executeTakeFirst()
  return {
    list,
    isAsked: row?.logAsked === true,
    ...(await countRows(db, query.select('seq'))),
    pageNum: search.pageNum,
    pageSize: search.pageSize,
  }
}

/** False where it was so already. */
export async function setLogAsked(db: Db, device: SeenDevice, isAsked: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set({ logAsked: isAsked })
    .where('id', '=', device.id)
    .where('logAsked', '<>', isAsked)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function listTags(db: Db, deviceId: string): Promise<z.output<typeof Tag>[]> {
  return db.selectFrom('deviceTag').select(['key', 'value']).where('deviceId', '=', deviceId).orderBy('key').execute()
}

/** Adds these, or gives them their new value. */
export async function writeTags(
  trx: Transaction,
  deviceId: string,
  tags: readonly z.output<typeof Tag>[],
  nowMs: number,
): Promise<void> {
  if (tags.length === 0) return
  const updatedAt = new Date(nowMs).toISOString()
  await trx
    .insertInto('deviceTag')
    .values(tags.map(({ key, value }) => ({ deviceId, key, value, updatedAt })))
    .onConflict((conflict) =>
      conflict
        .columns(['deviceId', 'key'])
        .doUpdateSet((row) => ({ value: row.ref('excluded.value'), updatedAt: row.ref('excluded.updatedAt') })),
    )
    .execute()
}

export async function removeTags(trx: Transaction, deviceId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await trx.deleteFrom('deviceTag').where('deviceId', '=', deviceId).where('key', 'in', keys).execute()
}

/** So that two who edit the tags of one device do not do it between each other. */
export async function lockDevice(trx: Transaction, deviceId: string): Promise<void> {
  await trx.selectFrom('device').select('id').where('id', '=', deviceId).forUpdate().execute()
}
