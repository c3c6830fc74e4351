import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

type Table = Readonly<{ name: string; key: readonly string[]; values: readonly string[] }>
const own = ['own', 'within']
const of = ['measure', 'organisation_id', 'product_id', 'place', 'part']
export const tables = {
  hour: { name: 'statistic_hour', key: ['hour', ...of], values: own },
  day: { name: 'statistic_day', key: ['day', ...of], values: own },
  share: {
    name: 'statistic_share',
    key: ['day', 'measure', 'organisation_id'],
    values: ['product_ids', 'places', 'tops', 'bases', 'own_tops', 'own_bases'],
  },
  active: {
    name: 'statistic_active',
    key: ['day', 'organisation_id'],
    values: ['places', 'daily', 'weekly', 'monthly'],
  },
  span: {
    name: 'statistic_span',
    key: ['day', 'days', 'measure', 'organisation_id', 'place', 'part'],
    values: ['value'],
  },
} as const satisfies Record<string, Table>

const list = (names: readonly string[], prefix = '') => sql.join(names.map((name) => sql.ref(`${prefix}${name}`)))

/**
 * Replaces the rows that `scope` finds with `rows` (the columns of key and values, in that order). Only differences are written, because
 * most recounted rows are unchanged. The order is that of the index, so that its pages are written one after another. Returns the number of
 * written rows.
 */
export async function replaceRows(
  db: Transaction,
  { name, key, values }: Table,
  { scope, rows }: Readonly<{ scope: RawBuilder<unknown>; rows: RawBuilder<unknown> }>,
): Promise<number> {
  const table = sql.table(name)
  const columns = list([...key, ...values])
  const order = list(key.filter((column) => column !== 'part'))
  const { rows: found } = await sql`select from ${table} where ${scope} limit 1`.execute(db)
  if (found.length === 0) {
    const { numAffectedRows } = await sql`
      insert into ${table} (${columns}) select * from (${rows}) as fresh (${columns}) order by ${order}`.execute(db)
    return Number(numAffectedRows ?? 0n)
  }
  const { rows: written } = await sql<{ many: number }>`
    with fresh (${columns}) as (${rows}),
    difference as materialized (
      select k.row, k.organisation_id is not null as is_kept, f.organisation_id is not null as is_there, ${list([...key, ...values], 'f.')}
      from fresh f full join (select ctid as row, ${columns} from ${table} where ${scope}) k
        on ${sql.join(
          key.map((column) => sql`${sql.ref(`k.${column}`)} = ${sql.ref(`f.${column}`)}`),
          sql` and `,
        )}
      where (${list(values, 'k.')}) is distinct from (${list(values, 'f.')})
    ), gone as (
      delete from ${table} t using difference d where t.ctid = d.row and not d.is_there returning 1
    ), changed as (
      update ${table} t set ${sql.join(values.map((value) => sql`${sql.ref(value)} = ${sql.ref(`d.${value}`)}`))}
      from difference d where t.ctid = d.row and d.is_there returning 1
    ), added as (
      insert into ${table} (${columns}) select ${columns} from difference where not is_kept order by ${order} returning 1
    )
    select ((select count(*) from changed) + (select count(*) from added))::integer as many`.execute(db)
  return written[0]?.many ?? 0
}
