import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A column of a table whose changes are logged, by the catalogue. */
export type LoggedColumn = Readonly<{
  table: string
  /** The log's name for rows of the table. */
  recordType: string
  column: string
  type: string
  /** The table that a foreign key leads to. */
  target: string | null
  isComputed: boolean
  /** No trigger keeps it. */
  isIgnored: boolean
  /** The content is masked, as a secret or as personal data. */
  isMasked: boolean
}>

/**
 * Read from the triggers that log: their arguments name what is masked and what is not stored (log_change in the
 * migrations).
 */
export async function loggedColumns(db: Db): Promise<readonly LoggedColumn[]> {
  const { rows } = await sql<LoggedColumn>`
    with logging as (
      select tgrelid, string_to_array(encode(tgargs, 'escape'), E'\\\\000') as args from pg_trigger
      where tgfoid = 'log_change'::regproc
    )
    select c.relname as "table", max(l.args[6]) as "recordType", a.attname as "column", format_type(a.atttypid, null) as "type",
      (select max(f.confrelid::regclass::text) from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum]) as "target",
      a.attgenerated <> '' as "isComputed",
      bool_and(a.attname = any (string_to_array(l.args[4], ','))) as "isIgnored",
      bool_or(a.attname = any (string_to_array(l.args[2] || ',' || l.args[3], ','))) as "isMasked"
    from logging l join pg_class c on c.oid = l.tgrelid join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    group by c.oid, c.relname, a.attname, a.attnum, a.atttypid, a.attgenerated order by 1, a.attnum`.execute(db)
  return rows
}

/** A reference by its foreign key, or by its name. A number of its own is none. */
export const soundsLikeReference = ({ column, target }: Pick<LoggedColumn, 'column' | 'target'>): boolean =>
  target !== null || /_(ids?|by)$/.test(column)
