import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** `text`: the row as the database writes it. */
export type TableRow = Readonly<{ table: string; row: Readonly<Record<string, unknown>>; text: string }>

type Kept = Readonly<{ signature: string; rows: readonly TableRow[] }>

/**
 * Reads all rows of tables, each time only the tables that have changed: a walk reads them hundreds of times, after
 * nearly every call, and a call changes only a few. `except` names a column that is left out. Returns undefined if
 * nothing has changed.
 */
export function tableReader(db: Db, except: Readonly<Record<string, string>>) {
  const kept = new Map<string, Kept>()
  const signaturesOf = signatureReader(db)
  return async (tables: readonly string[]): Promise<ReadonlyMap<string, readonly TableRow[]> | undefined> => {
    const signatures = await signaturesOf(tables)
    const changed = signatures.filter(({ table, signature }) => kept.get(table)?.signature !== signature)
    if (changed.length === 0 && kept.size > 0) return undefined
    const names = changed.map(({ table }) => table)
    const { rows } = await allOf<{ table: string; text: string }>(
      db,
      names,
      (table) =>
        sql`select ${table} as table, (to_jsonb(t) - ${except[table] ?? ''})::text as text from ${sql.table(table)} t`,
    )
    const byTable = Map.groupBy(rows, ({ table }) => table)
    for (const { table, signature } of changed)
      kept.set(table, {
        signature,
        rows: (byTable.get(table) ?? []).map(({ text }) => ({ table, text, row: objectOf(text) })),
      })
    return new Map([...kept].map(([table, own]) => [table, own.rows]))
  }
}

/** Every change of a row writes another version of it, at another place or by another transaction. */
const signatureOf = (table: string) =>
  sql`select ${sql.lit(table)}::text, count(*) || ' ' || coalesce(sum(hashtextextended(t.tableoid || ' ' || t.xmin || ' ' || t.ctid, 0)), 0)
    from ${sql.table(table)} t`

type Signature = Readonly<{ table: string; signature: string }>

/**
 * Reads signatures with a function of the database, which plans its statements once for each connection: to plan a statement over all
 * tables takes five times as long as to execute it.
 */
function signatureReader(db: Db): (tables: readonly string[]) => Promise<readonly Signature[]> {
  let made = ''
  const make = async (tables: readonly string[]) => {
    if (made === tables.join()) return
    const statements = tables.map((table) => sql`return query ${signatureOf(table)};`)
    const { sql: body } = sql`begin ${sql.join(statements, sql` `)} end`.compile(db)
    await sql`
      create or replace function walk_signatures() returns table ("table" text, signature text) language plpgsql stable
      as ${sql.lit(body)}`.execute(db)
    made = tables.join()
  }
  return async (tables) => {
    await make(tables)
    return (await sql<Signature>`select * from walk_signatures()`.execute(db)).rows
  }
}

const allOf = <Row>(db: Db, tables: readonly string[], of: (table: string) => RawBuilder<unknown>) =>
  sql<Row>`${sql.join(tables.map(of), sql` union all `)}`.execute(db)

function objectOf(text: string): Record<string, unknown> {
  // Ids exceed the exact range of some JSON readers; ours stay below 2^53.
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
