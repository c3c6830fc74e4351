import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'

/** The names that this PostgreSQL lists. */
export async function listServerZones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names where name = 'UTC' or name like '%/%'`.execute(db)
  return rows.map(({ name }) => name)
}

/** A name as received, and the one that is stored for it. */
export type NamedZone = Readonly<{ name: string; standsFor: string }>

export const listZones = (db: Db): Promise<NamedZone[]> =>
  db.selectFrom('timeZone').select(['name', 'standsFor']).execute()

/** Replaces the list. Two simultaneous starts wait for each other. Returns whether it has changed. */
export async function writeZones(db: Transaction, zones: readonly NamedZone[]): Promise<boolean> {
  const given = sql`unnest(${zones.map(({ name }) => name)}::text[], ${zones.map(({ standsFor }) => standsFor)}::text[])`
  const { rows } = await sql<{ differs: boolean }>`
    select exists (
      (select name, stands_for from time_zone except select * from ${given})
      union all (select * from ${given} except select name, stands_for from time_zone)) as differs`.execute(db)
  if (rows[0]?.differs !== true) return false
  await sql`lock table time_zone in share row exclusive mode`.execute(db)
  await sql`delete from time_zone`.execute(db)
  await sql`insert into time_zone (name, stands_for) select * from ${given}`.execute(db)
  return true
}
