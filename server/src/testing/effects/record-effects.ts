import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A write of a call: `role.enabled`, or `role +` and `role -` for inserted and deleted rows. */
export type Effect = Readonly<{ call: string; effect: string }>

/**
 * Records in a test's database which columns each call of the catalogue writes, by the mark that its statements carry
 * (platform/db/connection/operation-mark.ts), whatever trigger a write uses. Writes of a prepared statement or at the
 * end of a transaction have no mark.
 */
export async function recordEffects(db: Db): Promise<void> {
  await sql`create table walked_effect (call text, effect text, primary key (call, effect))`.execute(db)
  await sql`create function walk_effect() returns trigger language plpgsql as $$
    declare
      of_call text := (regexp_match(left(current_query(), 200), '^/[*]operation [0-9a-f-]{36} [0-9]* ([A-Za-z.-]+)[*]/'))[1];
    begin
      if of_call is null then
        return null;
      end if;
      insert into walked_effect
        select of_call, case tg_op when 'INSERT' then tg_argv[0] || ' +' when 'DELETE' then tg_argv[0] || ' -' else tg_argv[0] || '.' || k end
        from (select null as k where tg_op <> 'UPDATE' union all
          select k from jsonb_object_keys(case when tg_op = 'UPDATE' then to_jsonb(new) else '{}' end) k
          where to_jsonb(new) -> k is distinct from to_jsonb(old) -> k) written
        on conflict do nothing;
      return null;
    end $$`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'walked_effect'`.execute(
    db,
  )
  for (const { name } of rows)
    await sql`create trigger zz_walk_effect after insert or update or delete on ${sql.table(name)}
      for each row execute function walk_effect(${sql.lit(name)})`.execute(db)
}

/** Reads the writes since the recording began. */
export async function readEffects(db: Db): Promise<readonly Effect[]> {
  const { rows } = await sql<Effect>`select call, effect from walked_effect order by 1, 2`.execute(db)
  return rows
}
