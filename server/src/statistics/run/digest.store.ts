import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { Digest } from './count-measures.store.ts'

/** Stores the digest of the source rows of sealed days. */
export async function writeDigests(db: Transaction, digests: readonly Digest[]): Promise<void> {
  if (digests.length === 0) return
  const all = (of: (one: Digest) => string) => digests.map(of)
  await sql`
    insert into statistic_digest (day, measure, digest)
    select * from unnest(${all(({ day }) => day)}::date[], ${all(({ measure }) => measure)}::text[],
      ${all(({ digest }) => digest)}::numeric[]) as d (day, measure, digest)
    on conflict (day, measure) do update set digest = excluded.digest`.execute(db)
}
