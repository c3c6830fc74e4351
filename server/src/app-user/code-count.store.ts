import { hourMs, iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../platform/db/database.ts'

export type CodeCount = Readonly<{
  isWithin: boolean
  /** The first one above the limit within this minute, in the whole installation, which is logged. */
  isFirstRefused: boolean
}>

/** Counts a code of the whole installation, if the last hour has room for it. One process counts at a time. */
export async function countCode(trx: Transaction, { most, at }: { most: number; at: number }): Promise<CodeCount> {
  await sql`select pg_advisory_xact_lock(hashtext('app_code_count'))`.execute(trx)
  const { rows } = await sql<{ isWithin: boolean; refused: number }>`
    with hour as (
      select coalesce(sum(codes), 0) < ${most} as has_room from app_code_count where minute > ${iso(at - hourMs)}::timestamptz)
    insert into app_code_count as c (minute, codes, refused)
    select date_trunc('minute', ${iso(at)}::timestamptz), has_room::int, (not has_room)::int from hour
    on conflict (minute) do update set codes = c.codes + excluded.codes, refused = c.refused + excluded.refused
    returning (select has_room from hour) as is_within, refused`.execute(trx)
  const { isWithin = false, refused = 0 } = rows[0] ?? {}
  return { isWithin, isFirstRefused: !isWithin && refused === 1 }
}

/** Codes of the last hour: sent, and refused because of the limit. */
export async function findCodeCounts(db: Db, at: number): Promise<{ codes: number; refused: number }> {
  const { rows } = await sql<{ codes: number; refused: number }>`
    select coalesce(sum(codes), 0)::int as codes, coalesce(sum(refused), 0)::int as refused
    from app_code_count where minute > ${iso(at - hourMs)}::timestamptz`.execute(db)
  return rows[0] ?? { codes: 0, refused: 0 }
}

/** Deletes the counts of minutes that no limit reads any more. */
export async function removeOldCounts(db: Db, at: number): Promise<void> {
  await db
    .deleteFrom('appCodeCount')
    .where('minute', '<=', iso(at - hourMs))
    .execute()
}
