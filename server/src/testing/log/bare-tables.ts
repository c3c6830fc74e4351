import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * Removes from tables what prevents single rows: foreign keys, checks, other unique keys and not-null constraints. Of
 * their triggers only those that log remain. It is for the database of one test, so that any column of any table can be
 * written by itself.
 */
export async function bareTables(db: Db, tables: readonly string[]): Promise<void> {
  await sql`
    do $$
    declare
      of_table regclass;
      each record;
    begin
      foreach of_table in array array[${sql.join(tables.map((table) => sql.lit(table)))}]::regclass[] loop
        for each in select conrelid::regclass as place, conname from pg_constraint
          where contype in ('f', 'c', 'u') and (conrelid = of_table or (contype = 'f' and confrelid = of_table)) loop
          execute format('alter table %s drop constraint if exists %I cascade', each.place, each.conname);
        end loop;
        for each in select indexrelid::regclass as place from pg_index where indrelid = of_table and indisunique and not indisprimary loop
          execute format('drop index %s', each.place);
        end loop;
        for each in select tgname from pg_trigger where tgrelid = of_table and not tgisinternal and tgfoid <> 'log_change'::regproc loop
          execute format('drop trigger %I on %s', each.tgname, of_table);
        end loop;
        for each in select a.attname from pg_attribute a where a.attrelid = of_table and a.attnum > 0 and a.attnotnull and a.attidentity = ''
          and not exists (select from pg_index i where i.indrelid = of_table and i.indisprimary and a.attnum = any (i.indkey)) loop
          execute format('alter table %s alter %I drop not null', of_table, each.attname);
        end loop;
      end loop;
    end $$`.execute(db)
}

/** The columns of the primary key of a table, with their types. */
export async function keyColumns(
  db: Db,
  table: string,
): Promise<readonly Readonly<{ column: string; type: string }>[]> {
  const { rows } = await sql<{ column: string; type: string }>`
    select a.attname as "column", format_type(a.atttypid, null) as "type"
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = ${table}::regclass and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)`.execute(
    db,
  )
  return rows
}
