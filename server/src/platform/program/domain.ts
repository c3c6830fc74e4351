import type { CacheKey } from '../caches.ts'
import type { Clock } from '../clock.ts'
import type { Db, Transaction } from '../db/database.ts'
import type { Ctx, Platform } from '../http/context.ts'
import type { Route } from '../http/implement.ts'
import type { DeviceFiles } from '../device-door/device-file-door.ts'
import type { PlainRoute } from '../http/plain-route.ts'
import type { Job } from '../jobs/job-runner.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'

/** A running part of a process, which can be stopped. */
export type Running = Readonly<{ stop: () => Promise<void> }>

export type SeedOptions = Readonly<{ db: Db; settings: Settings; clock: Clock; log: Log }>

/**
 * Rows that a domain needs, or that the demo shows. `base` needs no people, `people` are accounts, `content` belongs to
 * people, `end` depends on all other rows. Within a phase the order is that of the domains. A second run adds nothing.
 */
export type Seed = Readonly<{
  phase: (typeof seedPhases)[number]
  /** Runs only in the demo, and marks what it inserts. */
  isDemo?: true
  /** Inserts nothing, and runs when the demo's rows have been removed too: then without a simulated fleet. */
  outlivesDemo?: true
  /** Returns true if the installation is new. */
  run: (options: SeedOptions) => Promise<unknown>
}>
export const seedPhases = ['base', 'people', 'content', 'end'] as const

/** Keys of the rows that go, by table. */
export type GoingRows = ReadonlyMap<string, readonly string[]>

/**
 * The work of a domain when the demo is removed. Rows are deleted before those that they refer to; the order follows
 * from the foreign keys.
 */
export type DemoPart = Readonly<{
  /** Removes rows by their keys, with all that belongs to them: for each table whose seeded rows are marked (0065_demo_rows.sql). */
  remove?: Readonly<Record<string, (trx: Transaction, ids: readonly string[]) => Promise<void>>>
  /**
   * Tables whose rows are deleted one by one before the others, each in a transaction of its own, because many rows
   * belong to each.
   */
  oneByOne?: readonly string[]
  /**
   * Removes rows that were derived from the deleted ones and that no foreign key ties to them: in the same transaction,
   * before and after these rows.
   */
  before?: (trx: Transaction, going: GoingRows) => Promise<void>
  after?: (trx: Transaction, going: GoingRows) => Promise<void>
  /** At the very end of the transaction in which the last rows go. */
  last?: (trx: Transaction) => Promise<void>
  /** Called outside of a transaction before anything is deleted, and again after a kill. */
  begin?: (platform: Platform) => Promise<void>
  /** Called when everything is deleted; a kill may prevent it. */
  end?: (platform: Platform, going: GoingRows) => Promise<void>
}>

/** The channels of changed names and models, and of changed accounts and sessions. */
export type CacheChannel = 'names' | 'access'

/** An account that is about to be deleted. Without a successor, its work is released so that somebody else can take it. */
export type Leaving = Readonly<{
  accountId: string
  successorId: string | null
  /** The context of the person who deletes the account. */
  by: Pick<Ctx, 'caller' | 'clock' | 'settings'>
}>

/** Unfinished work of one kind for which an account is responsible. */
export type InHand<K extends string> = Readonly<{
  kind: K
  count: (db: Db, accountId: string) => Promise<number>
  /** Runs in the transaction of the deletion. A successor who may not do the work is refused at the field `successorId`. */
  handOver: (trx: Transaction, leaving: Leaving) => Promise<void>
}>

/**
 * Everything that a domain contributes to the program, in one place. `W` is the domain's own kind of long work, `K` are
 * its kinds of open work.
 */
export type Domain<W, K extends string> = Readonly<{
  /** Calls of people, from the contract. */
  routes?: readonly Route[]
  /** Calls outside `/api`, of devices and brokers. */
  plainRoutes?: readonly PlainRoute[]
  /** Files that devices fetch. */
  deviceFiles?: DeviceFiles
  longWork?: readonly W[]
  seeds?: readonly Seed[]
  /** Scheduled work of a worker. */
  jobs?: (platform: Platform) => readonly Job[]
  /** Days for which rows of partitioned tables are kept, by table. */
  retention?: (kept: Settings['retention']) => Readonly<Record<string, number>>
  /** Loops of each worker process, and of each api process. */
  workerLoops?: readonly ((platform: Platform) => Running)[]
  apiLoops?: readonly ((platform: Platform) => Running)[]
  /** Caches that are dropped after a notification on a channel, or when notifications may have been missed. */
  caches?: Partial<Record<CacheChannel, readonly CacheKey<unknown>[]>>
  /** Work that passes to a successor when its account is deleted. */
  inHand?: InHand<K>
  demo?: DemoPart
}>
