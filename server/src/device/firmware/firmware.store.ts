import type { z } from 'zod'
import type { FirmwareRow, FirmwareSearch } from '@brigade/contract/device/record/record.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import type { SeenDevice } from '../list/device.store.ts'

/** Limit of modules per device: a device chooses their names, so their number must be bounded. */
const maxModules = 16

/**
 * Stores the version of a module, and a line of history if it differs from the last one. `nowMs` is epoch ms. Returns
 * false if the device has reached the limit of modules, and this is a new one.
 */
export async function recordFirmware(
  trx: Transaction,
  deviceId: string,
  { module, version }: Readonly<{ module: string; version: string }>,
  nowMs: number,
): Promise<boolean> {
  const last = await findVersion(trx, deviceId, module)
  if (last === version) return true
  if (last === undefined && (await countModules(trx, deviceId)) >= maxModules) return false
  const reportedAt = new Date(nowMs).toISOString()
  await trx
    .insertInto('deviceModule')
    .values({ deviceId, module, version, reportedAt })
    .onConflict((conflict) => conflict.columns(['deviceId', 'module']).doUpdateSet({ version, reportedAt }))
    .execute()
  await trx
    .insertInto('deviceFirmware')
    .values({ deviceId, module, version, reportedAt, previousVersion: last ?? '' })
    .execute()
  return true
}

async function countModules(db: Db, deviceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('deviceModule')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function findVersion(db: Db, deviceId: string, module: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('deviceModule')
    .select('version')
    .where('deviceId', '=', deviceId)
    .where('module', '=', module)
    .executeTakeFirst()
  return row?.version
}

/** Reported versions of modules, newest first. */
export async function listFirmwares(
  db: Db,
  device: SeenDevice,
  search: z.output<typeof FirmwareSearch>,
): Promise<Page<z.output<typeof FirmwareRow>>> {
  const { direction } = orderOf(search.sort, ['time'])
  let query = db.selectFrom('deviceFirmware').where('deviceId', '=', device.id)
  if (search.module) query = query.where('module', '=', search.module)
  return readPage(db, search, {
    ordered: query
      .select(['seq', 'module', 'version', 'previousVersion as before', 'reportedAt as time'])
      .orderBy('reportedAt', direction)
      .orderBy('seq', direction),
    counted: query.select('seq'),
  })
}
