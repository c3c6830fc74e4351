import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

type Table = Readonly<{ name: string; key: readonly string[]; values: readonly string[] }>
const own = ['own', 'within']
const of = ['measure', 'organisation_id', 'product_id', 'place', 'part']
export const tables = {
  hour: { name: 'statistic_hour', key: ['hour', ...of], values: own },
  day: { name: 'statistic_day', key: ['day', ...of], values: own },
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
  const statement =
    found.length === 0
      ? sql`insert into ${table} (${columns}) select * from (${rows}) as fresh (${columns}) order by ${order}`
      : sql`
        with fresh (${columns}) as materialized (${rows}),
        gone as (
          delete from ${table} k using (
            select ${list(key)} from ${table} where ${scope} except select ${list(key)} from fresh
          ) as g where (${list(key, 'k.')}) = (${list(key, 'g.')})
        )
        insert into ${table} (${columns})
        select * from (select * from fresh except select ${columns} from ${table} where ${scope}) as changed order by ${order}
        on conflict (${list(key)}) do update set ${sql.join(
          values.map((value) => sql`${sql.ref(value)} = ${sql.ref(`excluded.${value}`)}`),
        )}`
  return Number((await statement.execute(db)).numAffectedRows ?? 0n)
}
