import { sql } from 'kysely'

/**
 * The `updated_at` of a change: now, but always later than the previous value, even if the clock is set back. A form sends it back as its
 * version.
 */
export const nextVersion = (table: string, at: number) =>
  sql<string>`greatest(${new Date(at).toISOString()}::timestamptz, ${sql.ref(`${table}.updatedAt`)} + interval '1 millisecond')`
