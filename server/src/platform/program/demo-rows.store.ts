import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'

/** The setting of connections whose inserted rows belong to the demo: triggers mark them (0065_demo_rows.sql). */
export const demoMarking = { 'brigade.demo': 'on' } as const

/** `none`: there never was a demo, or a version made it that did not mark its rows. */
export type DemoState = 'none' | 'here' | 'emptying' | 'emptied'

/** `begun`: marked rows when the removal began; `left`: rows that are still marked. */
export async function readDemoState(db: Db): Promise<Readonly<{ state: DemoState; begun: number; left: number }>> {
  const { rows } = await sql<{ state: DemoState; begun: number; left: number }>`
    select coalesce(case when e.ended_at is not null then 'emptied' when e.begun_at is not null then 'emptying' end,
        case when marked.rows > 0 then 'here' else 'none' end) as state,
      coalesce(e.rows, 0) as begun, marked.rows as left
    from (select count(*)::int as rows from demo_row) as marked left join demo_end e on true`.execute(db)
  return rows[0] ?? { state: 'none', begun: 0, left: 0 }
}

/** The keys of marked rows by table. */
export async function listDemoRows(db: Db): Promise<Map<string, readonly string[]>> {
  const rows = await db.selectFrom('demoRow').selectAll().orderBy('tableName').orderBy('id').execute()
  const ids = new Map<string, string[]>()
  for (const { tableName, id } of rows) {
    const own = ids.get(tableName)
    if (own === undefined) ids.set(tableName, [id])
    else own.push(id)
  }
  return ids
}

/** From here on no seed adds rows of the demo. Answers false if it is not there, or is being removed already. */
export async function beginEmptying(trx: Transaction, accountId: string, at: number): Promise<boolean> {
  const { rows } = await sql`
    insert into demo_end (account_id, rows, begun_at)
    select ${accountId}::bigint, count(*), ${new Date(at).toISOString()}::timestamptz from demo_row having count(*) > 0
    on conflict do nothing returning id`.execute(trx)
  return rows.length > 0
}

export const isBeingEmptied = () => sql<boolean>`exists (select from demo_end where ended_at is null)`

/** The removal in progress, locked; undefined if there is none, or another worker has it. */
export async function holdEmptying(trx: Transaction): Promise<Readonly<{ accountId: string | null }> | undefined> {
  return trx
    .selectFrom('demoEnd')
    .where('endedAt', 'is', null)
    .select('accountId')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Removes the mark of rows that are deleted, or that stay and belong to the installation from now on. */
export async function unmark(trx: Transaction, table: string, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('demoRow')
    .where('tableName', '=', table)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}

export async function endEmptying(trx: Transaction, at: number): Promise<void> {
  await trx.deleteFrom('demoRow').execute()
  await trx
    .updateTable('demoEnd')
    .set({ endedAt: new Date(at).toISOString() })
    .execute()
}
