import type { CacheKey } from '../caches.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Platform } from '../http/context.ts'
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
 * Rows that a domain needs, or that the demo shows. `base` needs no people, `people` are accounts, `content` belongs to people.
 * Within a phase the order is that of the domains. A second run adds nothing.
 */
export type Seed = Readonly<{
  phase: (typeof seedPhases)[number]
  /** Runs only in the demo. */
  isDemo?: true
  /** Returns true if the installation is new. */
  run: (options: SeedOptions) => Promise<unknown>
}>
export const seedPhases = ['base', 'people', 'content'] as const

/** The channels of changed names and models, and of changed accounts and sessions. */
export type CacheChannel = 'names' | 'access'

/** Everything that a domain contributes to the program, in one place. `W` is the domain's own kind of long work. */
export type Domain<W> = Readonly<{
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
}>
