import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The devices among these that are connected. */
export async function listOnline(db: Db, deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ deviceId: string }>`
    select device_id::text from device_state where device_id = any(${deviceIds}::bigint[]) and online`.execute(db)
  return new Set(rows.map(({ deviceId }) => deviceId))
}

/** Tasks are the platform's. */
export async function findPlatformId(db: Db): Promise<string> {
  const { id } = await db
    .selectFrom('organisation')
    .select('id')
    .where('kind', '=', 'platform')
    .executeTakeFirstOrThrow()
  return id
}
