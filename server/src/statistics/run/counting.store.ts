import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { answeredWhenever } from '../../platform/db/connection/answer-limit.ts'
import type { Db } from '../../platform/db/database.ts'
import { followOwners, prepareOwners, prepareTree } from './owner-at.store.ts'
import { prepareSeats } from './people.store.ts'
import type { DeviceRange } from './source.store.ts'
import { createStaging } from './staging.store.ts'

/**
 * A count uses one connection of its own, which holds the lock of all counts: one at a time in the whole installation.
 * It reads in many short transactions, each at one moment, so that vacuum and changes of tables wait for none of them
 * for long. Its rows are staged in temporary tables of the connection, which nobody else sees and which end with it.
 */
export type Counting = Readonly<{
  /** The one connection, outside of a transaction. */
  db: Db
  zone: string
  /** Changes of ownership since this time, slightly before the count began, are looked up again in each transaction. */
  since: string
  ranges: readonly DeviceRange[]
  portions: Portions
  /** When the open transaction began; undefined: none is open. */
  open: { sinceMs: number | undefined }
}>

/** The size of a portion: devices, hours of a flow. A transaction takes further portions for `ms`. */
export type Portions = Readonly<{ devices: number; hours: number; ms: number }>
/**
 * Figures are promised for 1,000,000 devices, which are twenty portions of some hundred milliseconds for each source.
 */
const usualPortions: Portions = { devices: 50_000, hours: 6, ms: 1000 }
/** A fleet of a single portion is counted a day at a time: planning would take longer than reading. */
const smallPortions: Portions = { ...usualPortions, hours: 24 }

/** A record may carry the time at which its transaction began. */
const overlapMs = 10 * minuteMs

export const runLock = sql`hashtext('statistic_run')`

/**
 * Holds the lock of counts while `work` runs; undefined if another process has it. The lock ends with the connection,
 * whatever happens to this process.
 */
export function holdingRuns<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T | undefined> {
  return answeredWhenever(() =>
    db.connection().execute(async (connection) => {
      const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${runLock}) as held`.execute(connection)
      if (rows[0]?.held !== true) return undefined
      try {
        return await work(connection)
      } finally {
        await giveBack(connection)
      }
    }),
  )
}

/** Longer than any count takes. */
const longestWaitMs = 2 * hourMs

/** The same after a wait. A waiting statement would hold back vacuum as long as the count does. */
export async function waitingForRuns<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + longestWaitMs
  while (performance.now() < giveUpAt) {
    const done = await holdingRuns(db, async (connection) => ({ result: await work(connection) }))
    if (done !== undefined) return done.result
    await pause(500)
  }
  throw new Error('Another count of the statistics did not end')
}

/** A connection that cannot be cleaned is ended, and its end awaited, so that no caller gets it from the pool. */
async function giveBack(connection: Db): Promise<void> {
  try {
    await sql`rollback`.execute(connection)
    await sql`discard temp`.execute(connection)
    await sql`select pg_advisory_unlock(${runLock})`.execute(connection)
  } catch {
    for (const last of [sql`select pg_terminate_backend(pg_backend_pid())`, sql`select`])
      await last.execute(connection).catch(() => undefined)
  }
}

type Beginning = Readonly<{ from: string; now: string; zone: string; portions?: Portions | undefined }>

/**
 * Begins a count, and computes what many statements share: the owners, and the organisations above others. `from`:
 * nothing earlier is counted.
 */
export async function beginCounting(db: Db, { from, now, zone, portions: given }: Beginning): Promise<Counting> {
  const since = new Date(Date.parse(now) - overlapMs).toISOString()
  await begin(db)
  await prepareOwners(db, from)
  await prepareTree(db, from)
  await createStaging(db)
  const ranges = await listRanges(db, (given ?? usualPortions).devices)
  const portions = given ?? (ranges.length === 1 ? smallPortions : usualPortions)
  await sql`commit`.execute(db)
  const counting = { db, zone, since, ranges, portions, open: { sinceMs: undefined } }
  await atOneMoment(counting, prepareSeats)
  return counting
}

/**
 * Begins a transaction that reads at one moment and may take long, because nobody waits for it. Parallel workers are
 * off, so that the other processors are free for calls and reports.
 */
async function begin(db: Db): Promise<void> {
  await sql`start transaction isolation level repeatable read`.execute(db)
  await sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '256MB', true), set_config('jit', 'off', true),
    set_config('default_statistics_target', '10', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(
    db,
  )
}

/**
 * One portion of a count, at one moment. Short ones share a transaction, so that a small fleet is counted in few; one that has been open for a
 * while is ended before the next portion.
 */
export async function atOneMoment<T>(counting: Counting, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, since, portions, open } = counting
  if (open.sinceMs !== undefined && performance.now() - open.sinceMs >= portions.ms) await endMoment(counting)
  if (open.sinceMs === undefined) {
    await begin(db)
    open.sinceMs = performance.now()
    await followOwners(db, since)
  }
  return work(db)
}

/** Ends the open transaction, if there is one. */
export async function endMoment({ db, open }: Counting): Promise<void> {
  if (open.sinceMs === undefined) return
  await sql`commit`.execute(db)
  open.sinceMs = undefined
}

/**
 * Portions of the devices, by the thousands of their ids. Together they cover every id, including devices that are
 * added later. A device is in the same portion every night, so that sums of fractions stay equal.
 */
async function listRanges(db: Db, size: number): Promise<readonly DeviceRange[]> {
  const { rows } = await sql<DeviceRange>`
    select (case when lag(begins) over by_id is null then 0 else begins end)::text as "from",
      (lead(begins, 1, 9223372036854775807) over by_id)::text as below
    from (
      select device_id / ${size}::bigint * ${size}::bigint as begins from device_state
      union select device_id / ${size}::bigint * ${size}::bigint from statistic_departed
    ) as portion window by_id as (order by begins)`.execute(db)
  return rows.length === 0 ? [{ from: '0', below: '9223372036854775807' }] : rows
}
