import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

// Finds rows that no line leads to: rows that were inserted by hand, and changes without a line. Partitions are read
// block by block, so that every row is met once, whatever its time and its place in an index.

export const strayTables = ['operation_log', 'operation_body', 'operation_change', 'operation_scope'] as const
export type StrayTable = (typeof strayTables)[number]
export type Partition = Readonly<{ table: StrayTable; name: string; month: string; blocks: number }>

export async function listPartitions(db: Db): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select p.relname as table, c.relname as name, right(c.relname, 6) as month,
      (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.oid = any(${strayTables.map(String)}::text[]::regclass[]) order by c.relname`.execute(db)
  return rows
}

export type Blocks = Readonly<{ partition: string; from: number; below: number }>
type Rows = RawBuilder<unknown>

/** The row with the lowest number in these blocks to which nothing leads; undefined if there is none. */
const strayOf: Readonly<Record<StrayTable, (rows: Rows, keptFrom: Rows) => Rows>> = {
  operation_log: (rows) => sql`
    select min(r.id) as n from ${rows} where not exists (select from operation_seal s where s.line_id = r.id)
      and not exists (select from operation_fresh f where f.line_id = r.id)`,
  operation_body: (rows) => sql`
    select min(l.id) as n, count(*) as found from ${rows} left join lateral (select id from operation_log where operation_id = r.operation_id limit 1) l on true
    where not exists (select from operation_log o where o.operation_id = r.operation_id and o.logged_at = r.logged_at)`,
  // The line of a call has the time when it began. Around the end of a month, that one may have been dropped and the change not.
  operation_change: (rows, keptFrom) => sql`
    select min(o.id) as n, count(*) as found from (
      select r.operation_id, min(r.id) as id, range_agg(int8range(r.id, r.id, '[]')) as ids from ${rows}
      where r.logged_at >= ${keptFrom} + interval '1 day' group by 1
    ) as o
    where not exists (select from operation_unlined u where u.operation_id = o.operation_id)
      and not o.ids <@ coalesce((
        select range_agg(case when s.format = 2 then s.change_ids else '{(,)}' end)
        from operation_log l left join operation_seal s on s.line_id = l.id and s.logged_at = l.logged_at
        where l.operation_id = o.operation_id), '{}')`,
  operation_scope: (rows) => sql`
    select min(o.line_id) as n from (
      select r.line_id, r.logged_at, array_agg(r.organisation_id) as readers from ${rows} group by 1, 2
    ) as o
    where not exists (select from operation_seal s where s.line_id = o.line_id and s.logged_at = o.logged_at
        and (s.format = 1 or o.readers <@ s.readers))
      and not exists (select from operation_fresh f where f.line_id = o.line_id and f.logged_at = o.logged_at and o.readers <@ f.readers)`,
}

/**
 * Whether anything in these blocks is a stray, and its number. `keptFrom`: months before may be dropped at any time, one
 * table of them after the other.
 */
export async function findStray(
  db: Db,
  table: StrayTable,
  { partition, from, below }: Blocks,
  keptFrom: string,
): Promise<{ n: bigint | null } | undefined> {
  const place = (block: number) => sql`${`(${block},0)`}::tid`
  const since = sql`${keptFrom}::timestamptz`
  const rows = sql`(select * from ${sql.table(partition)}
    where ctid >= ${place(from)} and ctid < ${place(below)} and logged_at >= ${since} offset 0) as r`
  const { rows: found } = await sql<{ n: string | null; found?: string }>`${strayOf[table](rows, since)}`.execute(db)
  const [stray] = found
  if (stray === undefined || (stray.n === null && Number(stray.found ?? 0) === 0)) return undefined
  return { n: stray.n === null ? null : BigInt(stray.n) }
}
