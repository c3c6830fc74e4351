import { hourMs, iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { BrakeKind } from './app-user.tables.ts'

export type Braked = Readonly<{ kind: BrakeKind; key: Buffer; most: number }>

/**
 * Counts once more. Returns false when the limit of the hour is reached: of many concurrent calls only that many
 * succeed.
 */
export async function countUp(db: Db, { kind, key, most }: Braked, at: number): Promise<boolean> {
  const isOver = sql`b.since <= ${iso(at - hourMs)}`
  const { rows } = await sql`
    insert into app_brake as b (kind, key, count, since) values (${kind}, ${key}, 1, ${iso(at)})
    on conflict (kind, key) do update set
      count = case when ${isOver} then 1 else b.count + 1 end,
      since = case when ${isOver} then excluded.since else b.since end
    where ${isOver} or b.count < ${most}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Subtracts a counted try that did not fail. */
export async function countDown(db: Db, { kind, key }: Braked): Promise<void> {
  await db
    .updateTable('appBrake')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()
}

export async function removeOldBrakes(db: Db, at: number): Promise<void> {
  await db
    .deleteFrom('appBrake')
    .where('since', '<=', iso(at - hourMs))
    .execute()
}
