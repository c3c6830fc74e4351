import { sql } from 'kysely'
import type { z } from 'zod'
import { OnlineReason, type OnlineRow, type OnlineSearch } from '@brigade/contract/telemetry/online.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { Db } from '../platform/db/database.ts'
import { orderOf, readPage } from '../platform/db/page.ts'
import type { SeenDevice } from '../device/list/device.store.ts'

/** Connects, disconnects and refusals, each state with how long it lasted: to the next entry that changed it, on this page or not. */
export async function listOnlineLog(
  db: Db,
  device: SeenDevice,
  search: z.output<typeof OnlineSearch>,
): Promise<Page<OnlineRow>> {
  const { direction } = orderOf(search.sort, ['time'])
  let query = db.selectFrom('onlineLog').where('deviceId', '=', device.id)
  if (search.startTime) query = query.where('occurredAt', '>=', search.startTime)
  if (search.endTime) query = query.where('occurredAt', '<=', search.endTime)
  const page = await readPage(db, search, {
    ordered: query
      .select([
        'seq',
        'occurredAt as time',
        'online',
        'reason',
        'address',
        'protocol',
        'detail',
        'keepAlive as keepAliveSeconds',
      ])
      .select((row) =>
        row
          .selectFrom('onlineLog as later')
          .select('later.occurredAt')
          .where('later.deviceId', '=', device.id)
          .where('later.online', 'is not', null)
          .where(sql<boolean>`(later.occurred_at, later.seq) > (online_log.occurred_at, online_log.seq)`)
          .orderBy('later.occurredAt')
          .orderBy('later.seq')
          .limit(1)
          .as('until'),
      )
      .orderBy('occurredAt', direction)
      .orderBy('seq', direction),
    counted: query.select('seq'),
  })
  return {
    ...page,
    list: page.list.map(({ until, ...row }) => ({
      ...row,
      reason: OnlineReason.parse(row.reason),
      lastedMs: until === null || row.online === null ? null : Date.parse(until) - Date.parse(row.time),
    })),
  }
}
