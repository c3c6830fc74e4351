import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { withLockTimeout } from '../../platform/db/lock-timeout.ts'

/** The trace of today and the two days before stays complete, for people who investigate recent events. */
const wholeDays = 2

/**
 * Removes the payloads of plain reports from the trace of past days, one day in a transaction. Returns the number of
 * payloads. A day whose partition is in use is left for the next run. `nowMs` is epoch ms.
 */
export async function thinMessages(db: Db, nowMs: number): Promise<number> {
  const { rows } = await sql<{ day: string }>`
    select to_char(end_day - 1, 'YYYY-MM-DD') as day
    from (select to_date(right(name, 8), 'YYYYMMDD') + 1 as end_day
      from old_partitions('device_message', ${new Date(nowMs - wholeDays * dayMs).toISOString().slice(0, 10)}::date) as old (name)) as days
    where not exists (select from device_message_thinned t where t.day = end_day - 1)
    order by 1`.execute(db)
  let payloads = 0
  for (const { day } of rows) {
    const left = await withLockTimeout(db, async (trx) => {
      const { rows: thinned } = await sql<{ payloads: string }>`select thin_messages(${day}::date) as payloads`.execute(
        trx,
      )
      return Number(thinned[0]?.payloads ?? 0)
    })
    payloads += left ?? 0
  }
  return payloads
}
