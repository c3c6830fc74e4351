import type { DemoState } from '@brigade/contract/system/demo/demo.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A past that failed this many times is skipped, because others wait for it. */
export const maxFailures = 3

/** A row of `demo_past` that is still to be written. */
export const isPastWaiting = sql<boolean>`(written_at is null and failures < ${maxFailures})`

/** Whether the past of any device of the demo is still to be written: until then its days would be counted without it. */
export const arePastsWaiting = sql<boolean>`exists (select from demo_past where ${isPastWaiting})`

/** How much of the past of the demo's devices is written. A failed one is skipped, and nobody waits for it. */
export async function findPastProgress(db: Db): Promise<DemoState['past']> {
  const { rows } = await sql<DemoState['past']>`
    select count(*) filter (where written_at is not null)::int as written,
      count(*) filter (where ${isPastWaiting})::int as left from demo_past`.execute(db)
  return rows[0] ?? { written: 0, left: 0 }
}
