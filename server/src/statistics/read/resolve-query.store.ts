import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export async function listProducts(db: Db) {
  const { rows } = await sql<{ id: string; seriesId: string; kind: DeviceKind; name: string; enName: string }>`
    select id, series_id, kind, name, en_name from product`.execute(db)
  return rows
}

/** Today in the zone, and the moments at which a range of days begins and ends; without one, those of today. */
export async function findMoments(
  db: Db,
  { now, zone, from, to }: Readonly<{ now: string; zone: string; from: string | undefined; to: string | undefined }>,
): Promise<{ today: string; from: string; to: string }> {
  const today = sql`(${now}::timestamptz at time zone ${zone})::date`
  const { rows } = await sql<{ today: string; from: string; to: string }>`
    select ${today}::text as today, day_start(coalesce(${from ?? null}::date, ${today}), ${zone}) as "from",
      day_start(coalesce(${to ?? null}::date, ${today}) + 1, ${zone}) as "to"`.execute(db)
  const [moments] = rows
  if (moments === undefined) throw new Error('No moments')
  return moments
}

/** Local hours of some moments: the day and hour of each. */
export async function listLocalHours(
  db: Db,
  moments: readonly string[],
  zone: string,
): Promise<ReadonlyMap<string, Readonly<{ day: string; hour: number }>>> {
  if (moments.length === 0) return new Map()
  const { rows } = await sql<{ at: string; day: string; hour: number }>`
    select at, (at at time zone ${zone})::date::text as day, extract(hour from at at time zone ${zone})::int as hour
    from unnest(${moments}::timestamptz[]) as at`.execute(db)
  return new Map(rows.map(({ at, day, hour }) => [at, { day, hour }]))
}
