import { copyRows } from '../../platform/db/copy/copy.ts'
import type { Database, Transaction, Db } from '../../platform/db/database.ts'
import type { z } from 'zod'
import type { DeviceLogRow, DeviceLogSearch } from '@brigade/contract/telemetry/log.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import { includes } from '../../platform/db/search.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'

export type LoggedLine = Readonly<{
  timeMs: number
  level: Database['deviceLog']['level']
  module: string
  code: string
  trace: string
  content: string
}>

export async function insertLogs(trx: Transaction, deviceId: string, lines: readonly LoggedLine[]): Promise<void> {
  await copyRows(
    trx,
    'deviceLog',
    {
      deviceId: 'int8',
      loggedAt: 'timestamptz',
      level: 'text',
      module: 'text',
      code: 'text',
      trace: 'text',
      content: 'text',
    },
    lines.map(({ timeMs, ...line }) => ({ deviceId, loggedAt: timeMs, ...line })),
  )
}

/** A device's log lines, newest first, and whether logging is requested. */
export async function listLogs(
  db: Db,
  device: SeenDevice,
  search: z.output<typeof DeviceLogSearch>,
): Promise<Page<z.output<typeof DeviceLogRow>> & { isAsked: boolean }> {
  const { direction } = orderOf(search.sort, ['time'])
  let query = db.selectFrom('deviceLog').where('deviceId', '=', device.id)
  if (search.level) query = query.where('level', '=', search.level)
  if (search.keyword) query = query.where(includes(['content', 'module', 'code', 'trace'], search.keyword))
  if (search.startTime) query = query.where('loggedAt', '>=', search.startTime)
  if (search.endTime) query = query.where('loggedAt', '<=', search.endTime)
  const page = await readPage(db, search, {
    ordered: query
      .select(['seq', 'loggedAt as time', 'level', 'module', 'code', 'trace', 'content'])
      .orderBy('loggedAt', direction)
      .orderBy('seq', direction),
    counted: query.select('seq'),
  })
  const row = await db.selectFrom('device').select('logAsked').where('id', '=', device.id).executeTakeFirst()
  return { ...page, isAsked: row?.logAsked === true }
}
