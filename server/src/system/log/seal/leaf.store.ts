import { sql } from 'kysely'

// The SQL of what a leaf is made from: of a line `l`, of its seal `s`. Sealing, checking and exporting share it.

/** The columns of a line `l` in one text. Times have microseconds, as stored. */
export const canonical = sql<string>`jsonb_build_array(l.id::text, l.operation_id,
  to_char(l.logged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), l.account_id::text, l.account, l.organisation_id::text,
  l.address, l.module, l.operation, l.method, l.path, l.duration_ms, l.code, l.success, l.origin)::text`

/** All changes of the operation of a line of the first format. */
export const oldChangesText = sql<string>`coalesce((select string_agg(jsonb_build_array(c.id::text, c.table_name, c.row_id, c.action, c.account_id::text,
  c.call, c.before, c.after, c.scope::text)::text, chr(30) order by c.id)
  from operation_change c where c.operation_id = l.operation_id), '')`

/** One change `c` in the present format: with its time, as its month decides how long it is kept. */
export const changeText = sql<string>`jsonb_build_array(c.id::text, to_char(c.logged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  c.table_name, c.row_id, c.action, c.account_id::text, c.call, c.before, c.after, c.scope::text)::text`

const sha256OfText = (text: ReturnType<typeof sql<string>>) =>
  sql<string>`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/** The hash of all changes: an import has a hundred thousand, which need not be transferred. */
export const oldChanges = sha256OfText(oldChangesText)

/**
 * Month, number and hash of the changes of the operation of `l` that `isOwn` accepts, and their ids. Retention drops a
 * month as a whole: the hash of each other month still fits.
 */
export const changesOf = (isOwn: ReturnType<typeof sql<boolean>>) => sql`
  select coalesce(string_agg(month || ':' || number || ':' || hash, ';' order by month), '') as changes, range_agg(ids) as ids
  from (
    select to_char(c.logged_at at time zone 'UTC', 'YYYYMM') as month, count(*)::text as number,
      ${sha256OfText(sql<string>`string_agg(${changeText}, chr(30) order by c.id)`)} as hash,
      range_agg(int8range(c.id, c.id, '[]')) as ids
    from operation_change c where c.operation_id = l.operation_id and ${isOwn} group by 1
  ) as of_month`

/** Null if the body was erased, or never was. */
export const bodyHash = sql<Buffer | null>`(select sha256(b.salt || convert_to(coalesce(b.request::text, '') || chr(31) || coalesce(b.response::text, ''), 'UTF8'))
  from operation_body b where b.operation_id = l.operation_id and b.logged_at = l.logged_at)`
