import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { DesiredEntry, EndWatch, ReportedEntry, Sides } from './shadow-entry.ts'

const instant = (ms: number) => new Date(ms).toISOString()

export type ShadowRow = {
  deviceId: string
  version: number
  /** The version at which desired values were last set by a person, or removed by the device. */
  desiredVersion: number
  reported: Record<string, ReportedEntry>
  desired: Record<string, DesiredEntry>
  sides: Sides
}

/** `hasOpenSet`: the device has an open property set. */
export type LockedShadow = ShadowRow & { hasOpenSet: boolean }

/**
 * Locks the shadows of these devices, in the order of their ids, which prevents deadlocks between connectors.
 */
export async function lockShadows(trx: Transaction, deviceIds: readonly string[]): Promise<LockedShadow[]> {
  const lock = () =>
    trx
      .selectFrom('deviceShadow')
      .select(['deviceId', 'version', 'desiredVersion', 'reported', 'desired', 'sides'])
      .select(
        sql<boolean>`exists (
          select from command c where c.device_id = device_shadow.device_id and c.status in ('sent', 'acknowledged') and c.kind = 'property.set'
        )`.as('hasOpenSet'),
      )
      // One array parameter instead of one for each device of a batch.
      .where(sql<boolean>`device_id = any (${deviceIds}::bigint[])`)
      .orderBy('deviceId')
      .forUpdate()
      .execute()
  let rows = await lock()
  if (rows.length < new Set(deviceIds).size) {
    await sql`
      insert into device_shadow (device_id) select id from device where id = any(${deviceIds}::bigint[]) order by id on conflict do nothing`.execute(
      trx,
    )
    rows = await lock()
  }
  return rows.map((row) => ({ ...row, version: Number(row.version), desiredVersion: Number(row.desiredVersion) }))
}

export async function updateShadows(trx: Transaction, rows: readonly ShadowRow[], nowMs: number): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update device_shadow s set version = row.version, reported = row.reported::jsonb, desired = row.desired::jsonb, reported_at = ${instant(nowMs)}::timestamptz
    from unnest(
      ${rows.map((row) => row.deviceId)}::bigint[],
      ${rows.map((row) => row.version)}::bigint[],
      ${rows.map((row) => JSON.stringify(row.reported))}::text[],
      ${rows.map((row) => JSON.stringify(row.desired))}::text[]
    ) as row (device_id, version, reported, desired)
    where s.device_id = row.device_id`.execute(trx)
}

/** The alarms of a device that end with a value. The shadow stays locked to the end of the transaction. */
export async function lockEnds(trx: Transaction, deviceId: string): Promise<readonly EndWatch[]> {
  await sql`insert into device_shadow (device_id) values (${deviceId}::bigint) on conflict do nothing`.execute(trx)
  const { sides } = await trx
    .selectFrom('deviceShadow')
    .select('sides')
    .where('deviceId', '=', deviceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return sides.ends ?? []
}

/** The same as they are now, without a lock. */
export async function readEnds(db: Db, deviceId: string): Promise<readonly EndWatch[]> {
  const row = await db.selectFrom('deviceShadow').select('sides').where('deviceId', '=', deviceId).executeTakeFirst()
  return row?.sides.ends ?? []
}

export async function writeEnds(trx: Transaction, deviceId: string, ends: readonly EndWatch[]): Promise<void> {
  await sql`
    update device_shadow set sides = sides || jsonb_build_object('ends', ${JSON.stringify(ends)}::jsonb)
    where device_id = ${deviceId}::bigint`.execute(trx)
}

/** Only crossings are written: a device that stays on its side costs nothing. */
export async function updateSides(
  trx: Transaction,
  crossed: readonly Pick<ShadowRow, 'deviceId' | 'sides'>[],
): Promise<void> {
  if (crossed.length === 0) return
  await sql`
    update device_shadow s set sides = row.sides::jsonb
    from unnest(
      ${crossed.map(({ deviceId }) => deviceId)}::bigint[],
      ${crossed.map(({ sides }) => JSON.stringify(sides))}::text[]
    ) as row (device_id, sides)
    where s.device_id = row.device_id`.execute(trx)
}
