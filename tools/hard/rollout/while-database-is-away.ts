import { setTimeout as wait } from 'node:timers/promises'
import { mayPass } from '@brigade/server/platform/db/connection/database-away.ts'

const pauseMs = 200

/**
 * Repeats work with the database while its connections are lost: killed processes and a restart of the database must
 * not end the run, as they end no connector. Rejects with any other error.
 */
export async function whileDatabaseIsAway<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error)) throw error
      await wait(pauseMs)
    }
  }
}
