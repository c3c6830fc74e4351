import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'

/** A table with a column `spelling`: its name as SQL, and the key of the index of names that are not spelled. */
type SpelledTable = Readonly<{ table: string; name: string; key: string; of: 'thing' | 'person' }>

const named = (table: string, of: SpelledTable['of'] = 'thing'): SpelledTable => ({
  table,
  name: 'name',
  key: 'id',
  of,
})

/** All tables with spelled names. */
export const spelledTables: readonly SpelledTable[] = [
  named('organisation'),
  named('account', 'person'),
  named('role'),
  named('menu'),
  named('product_series'),
  named('product'),
  named('device'),
  named('firmware_model'),
  named('upgrade_task'),
  { ...named('app_user', 'person'), name: 'nickname' },
  { ...named('recipe_category'), name: `names ->> 'zh'` },
  { ...named('ingredient'), name: `names ->> 'zh'` },
  { ...named('recipe'), name: 'words' },
  { ...named('recipe_version'), name: 'words', key: 'recipe_id' },
]

/** Whether any name is not spelled: one look at the index of each table. */
export async function isAnyUnspelled(db: Db): Promise<boolean> {
  const asked = spelledTables.map(
    ({ table, name }) => sql`exists (select from ${sql.table(table)} where is_unspelled(${sql.raw(name)}, spelling))`,
  )
  const { rows } = await sql<{ isAny: boolean }>`select ${sql.join(asked, sql` or `)} as is_any`.execute(db)
  return rows[0]?.isAny === true
}

/** Identifies a row until the transaction ends. */
type Unspelled = Readonly<{ at: string; key: string; name: string }>

/** The next rows without a spelling, except those that somebody is changing; locked until the transaction ends. */
export async function lockUnspelled(
  trx: Transaction,
  { table, name, key }: SpelledTable,
  { after, most }: Readonly<{ after: string; most: number }>,
): Promise<readonly Unspelled[]> {
  const { rows } = await sql<Unspelled>`
    select ctid::text as at, ${sql.ref(key)}::text as key, ${sql.raw(name)} as name from ${sql.table(table)}
    where is_unspelled(${sql.raw(name)}, spelling) and ${sql.ref(key)} > ${after}::bigint
    order by ${sql.ref(key)} limit ${most} for update skip locked`.execute(trx)
  return rows
}

/** Changes no version, so that edits in progress are not refused. */
export async function writeSpellings(
  trx: Transaction,
  { table }: SpelledTable,
  rows: readonly Readonly<{ at: string; spelling: string }>[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} t set spelling = g.spelling
    from unnest(${rows.map(({ at }) => at)}::tid[], ${rows.map(({ spelling }) => spelling)}::text[]) as g (at, spelling)
    where t.ctid = g.at`.execute(trx)
}
