import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** The time at which a sub-device signed, epoch ms. */
export type SignUse = Readonly<{ deviceId: string; stampMs: number }>

/** Number of stored uses per device; a time stamp older than all of them counts as used. */
const maxKept = 64
/** A clock that is further ahead is wrong. */
const aheadMs = dayMs

const columnsOf = (uses: readonly SignUse[]) => ({
  ids: uses.map(({ deviceId }) => deviceId),
  stamps: uses.map(({ stampMs }) => stampMs),
})

type Noted = Readonly<{ deviceId: string; stamp: string }>

/** The devices of uses for which there is no row. */
function devicesWithout(rows: readonly Noted[], uses: readonly SignUse[]): ReadonlySet<string> {
  const noted = new Set(rows.map(({ deviceId, stamp }) => `${deviceId} ${stamp}`))
  return new Set(uses.flatMap(({ deviceId, stampMs }) => (noted.has(`${deviceId} ${stampMs}`) ? [] : [deviceId])))
}

/**
 * Records that a message uses these signatures. Returns the devices whose time stamp was used before, through any
 * gateway and process; nothing is recorded for them.
 */
export async function noteUses(
  trx: Transaction,
  uses: readonly SignUse[],
  { message, nowMs }: Readonly<{ message: Buffer; nowMs: number }>,
): Promise<ReadonlySet<string>> {
  const { ids, stamps } = columnsOf(uses)
  const usedAt = new Date(nowMs).toISOString()
  // If two transactions have the same key, the second waits for the first and finds its row.
  const { rows } = await sql<Noted>`
    insert into device_sign_use (device_id, stamp, ahead, message, used_at)
    select g.device_id, g.stamp, g.stamp > ${nowMs + aheadMs}, ${message}, ${usedAt}::timestamptz
    from unnest(${ids}::bigint[], ${stamps}::bigint[]) as g (device_id, stamp)
    where g.stamp > coalesce((
      select k.stamp from device_sign_use k
      where k.device_id = g.device_id and k.ahead = (g.stamp > ${nowMs + aheadMs})
      order by k.stamp desc offset ${maxKept - 1} limit 1
    ), -1)
    order by g.device_id, g.stamp
    on conflict do nothing
    returning device_id, stamp`.execute(trx)
  await sql`
    delete from device_sign_use u using (
      select g.device_id, k.ahead, (array_agg(k.stamp order by k.stamp desc))[${maxKept}::int] as oldest
      from (select distinct unnest(${ids}::bigint[]) as device_id) as g join device_sign_use k on k.device_id = g.device_id
      group by g.device_id, k.ahead
    ) as kept
    where u.device_id = kept.device_id and u.ahead = kept.ahead and u.stamp < kept.oldest`.execute(trx)
  return devicesWithout(rows, uses)
}

/** The devices whose time stamp was used by another message, or by none. */
export async function findUsesOfOthers(
  trx: Transaction,
  uses: readonly SignUse[],
  message: Buffer,
): Promise<ReadonlySet<string>> {
  const { ids, stamps } = columnsOf(uses)
  const { rows } = await sql<Noted>`
    select device_id, stamp from device_sign_use u
    join unnest(${ids}::bigint[], ${stamps}::bigint[]) as g (device_id, stamp) using (device_id, stamp)
    where u.message = ${message}`.execute(trx)
  return devicesWithout(rows, uses)
}
