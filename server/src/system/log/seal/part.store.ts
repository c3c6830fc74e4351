import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** A part of the log that was checked. `of`: the chain, by the numbers of its lines, or a partition, by its blocks. */
export type CheckedPart = Readonly<{
  of: string
  after: bigint
  upTo: bigint
  checkedAt: string
  fault: string | null
}>

export async function listCheckedParts(db: Db): Promise<CheckedPart[]> {
  const rows = await db.selectFrom('chainPart').select(['ofTable', 'afterN', 'upTo', 'checkedAt', 'fault']).execute()
  return rows.map(({ ofTable, afterN, upTo, checkedAt, fault }) => ({
    of: ofTable,
    after: BigInt(afterN),
    upTo: BigInt(upTo),
    checkedAt,
    fault,
  }))
}

type Found = Readonly<{ fault: string | null; faultN: bigint | null }>

export async function keepCheckedPart(
  db: Db,
  part: Pick<CheckedPart, 'of' | 'after' | 'upTo'>,
  { fault, faultN }: Found,
  at: number,
): Promise<void> {
  const found = {
    upTo: String(part.upTo),
    checkedAt: new Date(at).toISOString(),
    fault,
    faultN: faultN === null ? null : String(faultN),
  }
  await db
    .insertInto('chainPart')
    .values({ ofTable: part.of, afterN: String(part.after), ...found })
    .onConflict((conflict) => conflict.columns(['ofTable', 'afterN']).doUpdateSet(found))
    .execute()
}

/** Deletes parts whose month was dropped. */
export async function forgetParts(db: Db, parts: readonly Pick<CheckedPart, 'of' | 'after'>[]): Promise<void> {
  if (parts.length === 0) return
  await sql`delete from chain_part p using unnest(${parts.map(({ of }) => of)}::text[], ${parts.map(({ after }) => String(after))}::bigint[]) as gone (of_table, after_n)
    where p.of_table = gone.of_table and p.after_n = gone.after_n`.execute(db)
}

export type CheckOutcome = 'held' | 'broken' | 'unchecked' | 'held-in-itself'
export type Check = Readonly<{
  outcome: CheckOutcome
  lines: bigint
  /** Lines of which retention has dropped a part. */
  dropped: bigint
  fault: string | null
  faultN: bigint | null
}>
export type KeptCheck = Omit<Check, 'outcome'> &
  Readonly<{ outcome: CheckOutcome | 'failed'; isWhole: boolean; oldestAt: string | null }>

/** Only the newest check counts; a month of them shows since when. */
export async function insertCheck(db: Db, check: KeptCheck, at: number): Promise<void> {
  const { lines, dropped, faultN } = check
  await db
    .insertInto('chainCheck')
    .values({
      ...check,
      lines: String(lines),
      dropped: String(dropped),
      faultN: faultN === null ? null : String(faultN),
      checkedAt: new Date(at).toISOString(),
    })
    .execute()
  await sql`delete from chain_check where checked_at < ${new Date(at - 31 * dayMs).toISOString()}`.execute(db)
}

export async function findNewestCheck(db: Db) {
  return db
    .selectFrom('chainCheck')
    .selectAll()
    .orderBy('checkedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
