import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { spelledTables } from '../../system/area/spelling.store.ts'

/** A Chinese name that was written, and whether its spelling was written with it. */
type WrittenName = Readonly<{ table: string; name: string; isSpelled: boolean }>

/**
 * Records the spelling of each Chinese name when it is written, by whatever statement: the worker would spell it a
 * minute later.
 */
export async function recordSpelling(db: Db): Promise<void> {
  await sql`create table walked_name (of_table text, name text, is_spelled boolean)`.execute(db)
  await sql`create function walk_name() returns trigger language plpgsql as $$
    begin
      execute format('insert into walked_name select %L, n, is_spelled(n, $1.spelling) from (select %s as n) as named
        where is_unspelled(n, '''')', tg_argv[0], tg_argv[1]) using new;
      return null;
    end $$`.execute(db)
  for (const { table, name } of spelledTables)
    await sql`create trigger zz_walk_name after insert or update on ${sql.table(table)} for each row
      execute function walk_name(${sql.lit(table)}, ${sql.lit(`$1.${name}`)})`.execute(db)
}

export async function readWrittenNames(db: Db): Promise<readonly WrittenName[]> {
  const { rows } = await sql<WrittenName>`
    select distinct of_table as "table", name, is_spelled from walked_name order by 1, 2`.execute(db)
  return rows
}
