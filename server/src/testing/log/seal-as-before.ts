import { sql } from 'kysely'
import { linksAfter, oldLeafOf } from '../../platform/chain/chain.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { readChain } from '../../system/log/seal/chain.store.ts'
import { bodyHash, canonical, oldChanges } from '../../system/log/seal/leaf.store.ts'

/** Seals the waiting lines as a version before format 2 did. Returns their number. */
export const sealAsBefore = (db: Db, at: number): Promise<number> =>
  transaction(db, async (trx) => {
    const { rows } = await sql<{ lineId: string; canonical: string; changes: string; bodyHash: Buffer | null }>`
      select l.id as line_id, ${canonical} as canonical, ${oldChanges} as changes, ${bodyHash} as body_hash
      from operation_fresh f join operation_log l on l.id = f.line_id and l.logged_at = f.logged_at order by f.line_id`.execute(
      trx,
    )
    const entries = rows.map((row) => ({ ...row, bodyHash: row.bodyHash ?? Buffer.alloc(32) }))
    const links = linksAfter(await readChain(trx), entries.map(oldLeafOf))
    const sealedAt = new Date(at).toISOString()
    for (const [index, { n, leaf, head }] of links.entries()) {
      const entry = entries[index]
      await sql`
        insert into operation_seal (n, sealed_at, line_id, logged_at, body_hash, leaf, head, format)
        select ${String(n)}, ${sealedAt}, line_id, logged_at, ${entry?.bodyHash}, ${leaf}, ${head}, 1 from operation_fresh where line_id = ${entry?.lineId}`.execute(
        trx,
      )
      await sql`update chain_head set n = ${String(n)}, head = ${head}, sealed_at = ${sealedAt}`.execute(trx)
      await sql`insert into chain_day (day, n, head) values ((${sealedAt}::timestamptz at time zone 'UTC')::date, ${String(n)}, ${head})
        on conflict (day) do update set n = excluded.n, head = excluded.head`.execute(trx)
    }
    await sql`delete from operation_fresh`.execute(trx)
    return links.length
  })
