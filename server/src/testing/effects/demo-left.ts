import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Tables that may differ between an installation that started empty and one that never had the demo, and why. */
export const mayDiffer: Readonly<Record<string, string>> = {
  account: 'the administrator of a demo has a password that may stay',
  demo_end: 'that it was removed',
  session: 'the sign-in of whoever removes it',
  known_browser: 'the sign-in of whoever removes it',
  sign_in_brake: 'the sign-in of whoever removes it',
  operation_log: 'what was done stays written down',
  operation_body: 'what was done stays written down',
  operation_change: 'what was done stays written down',
  operation_scope: 'what was done stays written down',
  operation_fresh: 'what was done stays written down',
  operation_unlined: 'what was done stays written down',
  operation_seal: 'what was done stays written down',
  chain_day: 'what was done stays written down',
  chain_part: 'what was done stays written down',
  upgrade_approver_past: 'who could approve an upgrade is a part of what was done',
  statistic_run: 'when figures were counted; the figures are compared',
  connector_lease: 'a process of the test',
  ingest_batch: 'batches of a connector, forgotten after three days',
  message_rate: 'messages a minute of a connector, of all devices',
  property_identifier: 'names of properties that some device reported once',
  device_total: 'sums; those that have become zero go at night',
  device_total_change: 'sums that are still to be added',
}

/**
 * The rows of each table without the parts that differ between installations: keys, times, hashes. Sorted, and none for
 * a table that may differ.
 */
export async function contentOf(db: Db, tables?: readonly string[]): Promise<Map<string, string[]>> {
  const { rows: columns } = await sql<{ table: string; columns: string[] | null }>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = ''
      and format_type(a.atttypid, null) not in ('bigint', 'bigint[]', 'timestamp with time zone', 'date', 'bytea', 'uuid')) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public' and c.relname !~ '_closed_'
    group by c.relname order by 1`.execute(db)
  const content = new Map<string, string[]>()
  for (const { table, columns: own } of columns) {
    if (table in mayDiffer || (tables !== undefined && !tables.includes(table))) continue
    const row = sql.join((own ?? []).map((name) => sql`${sql.ref(name)}`))
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from (select ${own === null ? sql`1 as one` : row} from ${sql.table(table)}) as t`.execute(
      db,
    )
    content.set(table, rows.map(({ row: text }) => text).toSorted())
  }
  return content
}

/** Returns rows that only one of the two has, at most two of each table. */
export function differences(
  left: ReadonlyMap<string, readonly string[]>,
  right: ReadonlyMap<string, readonly string[]>,
): string[] {
  const found: string[] = []
  for (const table of new Set([...left.keys(), ...right.keys()])) {
    const [a, b] = [left.get(table) ?? [], right.get(table) ?? []]
    if (JSON.stringify(a) === JSON.stringify(b)) continue
    const extra = a.filter((row) => !b.includes(row)).slice(0, 2)
    const missing = b.filter((row) => !a.includes(row)).slice(0, 2)
    found.push(`${table}: ${a.length} rows, not ${b.length}; more: ${extra.join(' ')}; missing: ${missing.join(' ')}`)
  }
  return found
}
