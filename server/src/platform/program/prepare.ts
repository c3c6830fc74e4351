import type { Clock } from '../clock.ts'
import { answeredWhenever } from '../db/connection/answer-limit.ts'
import { listen } from '../db/listen.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { ensurePartitions } from '../db/partitions.ts'
import { requireSession } from '../db/require-session.ts'
import { makeQueue } from '../jobs/job-runner.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { learnZones, requireSettingZones } from '../zone/zones.ts'
import { demoMarking, readDemoState } from './demo-rows.store.ts'
import { seedPhases, type Seed } from './domain.ts'

/** `isNew`: the database had no account before, so the start has to show how to sign in first. */
export type Prepared = Readonly<{ isNew: boolean }>

export type PrepareOptions = Readonly<{ settings: Settings; clock: Clock; log: Log }>

/** Brings the database to this version and runs the seeds: once, before any role starts. */
export function prepareDatabase(options: PrepareOptions, seeds: readonly Seed[]): Promise<Prepared> {
  return answeredWhenever(() => prepareNow(options, seeds))
}

async function prepareNow({ settings, clock, log }: PrepareOptions, seeds: readonly Seed[]): Promise<Prepared> {
  const databaseUrl = databaseOf(settings)
  const { db, pool, close } = openDatabase(
    { databaseUrl },
    { applicationName: 'brigade prepare', max: 2, statementTimeoutMs: 600_000, log },
  )
  const marking = openDatabase(
    { databaseUrl },
    { applicationName: 'brigade demo', max: 2, statementTimeoutMs: 600_000, log, marks: demoMarking },
  )
  const listener = listen(databaseUrl, { applicationName: 'brigade prepare listen' })
  try {
    await requireSession(pool, listener)
    await migrate(pool, { log })
    requireSettingZones(await learnZones(db), settings)
    await makeQueue(pool, log)
    await ensurePartitions(db, clock.now())
    const isEmptied = ['emptying', 'emptied'].includes((await readDemoState(db)).state)
    let isNew = false
    for (const phase of seedPhases)
      for (const seed of seeds) {
        if (seed.phase !== phase) continue
        const isOfDemo = seed.isDemo === true
        if (isOfDemo && (!settings.demo || (isEmptied && seed.outlivesDemo !== true))) continue
        // Accounts are people of the demo too.
        const isMarked = settings.demo && !isEmptied && (isOfDemo || phase === 'people')
        const own = isEmptied ? { ...settings, simulator: undefined } : settings
        if ((await seed.run({ db: isMarked ? marking.db : db, settings: own, clock, log })) === true) isNew = true
      }
    return { isNew }
  } finally {
    await listener.stop()
    await marking.close()
    await close()
  }
}

export function databaseOf(settings: Settings): string {
  if (settings.databaseUrl === undefined) throw new Error('No database address: the supervisor passes it on')
  return settings.databaseUrl
}
