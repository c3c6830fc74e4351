import { sql } from 'kysely'
import type pg from 'pg'
import { migratePortion, migrationsFolder, readMigrations } from '../db/migrate.ts'
import type { Platform } from '../http/context.ts'
import type { Running } from './domain.ts'

/** The pause between two portions, in which other work has the database. */
const portionPauseMs = 50

/**
 * Runs the migrations that change rows beside traffic, a portion at a time, until each has ended. A worker that is
 * killed leaves whole portions, and another one goes on. Undefined if this version has none.
 */
export async function startMigratingBeside(
  { queues }: Pick<Platform, 'queues'>,
  pool: pg.Pool,
  folder = migrationsFolder,
): Promise<Running | undefined> {
  const files = (await readMigrations(folder)).filter(({ runs }) => runs === 'beside traffic')
  if (files.length === 0) return undefined
  const numbers = files.map(({ number }) => number)
  return queues.watch({
    name: 'migrations',
    waits: () => sql<boolean>`exists (select from migration where open and number = any(${numbers}::int[]))`,
    busyMs: portionPauseMs,
    work: async () => {
      const client = await pool.connect()
      try {
        await migratePortion(client, files)
      } finally {
        client.release()
      }
    },
    onErrorMessage: 'A portion of a migration beside traffic failed; it is tried again',
  })
}
