import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { SeenDevice } from '../device/list/device.store.ts'
import { cameSince } from '../telemetry/history/late-rows.store.ts'

/** Reports of numbers over some days as they are stored: those of today and yesterday as rows, the others sealed by day. */
export type SealedDay = {
  propertyId: number
  dayMs: number
  /** In PostgreSQL's notation for an integer array. For a sealed day it covers the first report alone. */
  timeSteps: string
  scale: number | null
  numberSteps: string | null
  /** As JSON. */
  numbers: string | null
}
export type YoungReport = { propertyId: number; at: number; number: number }

type Days = Readonly<{ from: string; to: string }>

/** Sealed days from one to another, both included. `settings` only matter where they change. */
export async function listSealedDays(
  db: Db,
  device: SeenDevice,
  { readings, settings }: { readings: readonly number[]; settings: readonly number[] },
  { from, to }: Days,
): Promise<SealedDay[]> {
  const { rows } = await sql<SealedDay>`
    select property_id, (extract(epoch from day) * 1000)::double precision as day_ms, scale,
      (case when still then time_steps[1:1] else time_steps end)::text as time_steps,
      (case when still then number_steps[1:1] else number_steps end)::text as number_steps,
      array_to_json(case when still then numbers[1:1] else numbers end)::text as numbers
    from (
      select *, property_id = any(${settings}::int[]) and hours is not null
        and (select min(low) = max(high) from unnest(lows, highs) as hour (low, high))
        -- What came since may have another value, and what was sealed after it begins anew.
        and not exists (select from device_history_value h where ${cameSince('h', 'd')}) as still
      from device_history_day d
      where device_id = ${device.id} and property_id = any(${[...readings, ...settings]}::int[])
        and day >= ${from}::date and day <= ${to}::date and texts is null
    ) as sealed
    order by day`.execute(db)
  return rows
}

export async function listYoungReports(
  db: Db,
  device: SeenDevice,
  propertyIds: readonly number[],
  { from, to }: Days,
): Promise<YoungReport[]> {
  const { rows } = await sql<YoungReport>`
    select property_id, floor(extract(epoch from reported_at) * 1000)::double precision as at, number
    from device_history_value
    where device_id = ${device.id} and property_id = any(${propertyIds}::int[])
      and reported_at >= ${from} and reported_at < ${to} and number is not null
    order by property_id, reported_at`.execute(db)
  return rows
}
