import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const instant = (ms: number) => new Date(ms).toISOString()

/** Stores which version of the configuration was sent to these devices. */
export async function noteConfig(db: Db, deviceIds: readonly string[], version: number, nowMs: number): Promise<void> {
  await sql`
    insert into device_config (device_id, version, sent_at)
    select id, ${version}, ${instant(nowMs)}::timestamptz from device where id = any (${deviceIds}::bigint[]) order by id
    on conflict (device_id) do update set version = excluded.version, sent_at = excluded.sent_at`.execute(db)
}
