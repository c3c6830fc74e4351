import type { DemoState } from '@brigade/contract/system/demo/demo.model.ts'
import { sql } from 'kysely'
import { mostFailures } from '../../demo-past/demo-past.tables.ts'
import type { Db } from '../../platform/db/database.ts'

/** How far the past of the demo's devices is written. One that could not be written is left out, and nobody waits for it. */
export async function findPastProgress(db: Db): Promise<DemoState['past']> {
  const { rows } = await sql<DemoState['past']>`
    select count(*) filter (where written_at is not null)::int as written,
      count(*) filter (where written_at is null and failures < ${mostFailures})::int as left from demo_past`.execute(db)
  return rows[0] ?? { written: 0, left: 0 }
}
