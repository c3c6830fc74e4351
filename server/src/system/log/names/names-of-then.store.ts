import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { NameRule } from './name-rules.ts'

/** A record as a change `at` refers to it; `id` as the log writes it, with / between the parts of a key. */
export type Named = Readonly<{ id: string; at: string }>
export const placeOf = ({ id, at }: Named) => `${id} ${at}`

export type ValuesOfThen = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** No number of ours is longer; a longer one would not be read. */
const numberPattern = '^[0-9]{1,18}$'

/**
 * Reads what columns of records contained when a change referred to them. The log itself has this: renaming or deleting
 * a record later writes a change with the former value, which is kept at least as long, so nothing is stored beside a
 * change. Without a later change the present value applies; for a record that was deleted in the same transaction, or
 * without a change, the last value in the log applies.
 */
export async function valuesOfThen(
  db: Db,
  { table, key, isLogged = true }: NameRule,
  wanted: readonly Named[],
  columns: readonly string[],
): Promise<ValuesOfThen> {
  if (wanted.length === 0) return new Map()
  const parts = key.map((column, at) => {
    const part = key.length === 1 ? sql`a.id` : sql`split_part(a.id, '/', ${sql.lit(at + 1)})`
    const isNumber = column === 'id' ? table !== 'part' && table !== 'file' : column.endsWith('_id')
    // The condition comes first, so that a text that is not a number is not compared with one.
    return isNumber
      ? sql`${sql.ref(`t.${column}`)} = case when ${part} ~ ${sql.lit(numberPattern)} then ${part}::bigint end`
      : sql`${sql.ref(`t.${column}`)} = ${part}`
  })
  const today = sql`(select to_jsonb(t) -> c.name from ${sql.table(table)} t where ${sql.join(parts, sql` and `)})`
  // The changes of the record are collected, not read in the order of the log until one fits: that could be millions.
  const ofRecord = sql`from operation_change n where n.table_name = ${table} and n.row_id = a.id`
  const value = isLogged
    ? sql`coalesce(
        (select (array_agg(n.before -> c.name order by n.id))[1] ${ofRecord} and n.id > a.at and n.before ? c.name),
        ${today},
        (select (array_agg(coalesce(n.after, n.before) -> c.name order by n.id desc))[1] ${ofRecord} and n.id <= a.at
          and coalesce(n.after, n.before) ? c.name))`
    : today
  const { rows } = await sql<{ place: string; values: Record<string, unknown> | null }>`
    select a.id || ' ' || a.at as place, jsonb_object_agg(c.name, ${value}) as "values"
    from unnest(${wanted.map(({ id }) => id)}::text[], ${wanted.map(({ at }) => at)}::bigint[]) as a (id, at),
      unnest(${columns}::text[]) as c (name)
    group by a.id, a.at`.execute(db)
  return new Map(rows.map(({ place, values }) => [place, values ?? {}]))
}
