import type { LiveHub } from '../../platform/live/live-hub.ts'
import { createLog } from '../../platform/log.ts'
import { openQueues, type Queues } from '../../platform/queue/queues.ts'
import type { TestApp } from '../start-app.ts'

/** Queues of a process that a test puts together itself. */
export const queuesOf = (app: Pick<TestApp, 'db' | 'clock'>, live: LiveHub, lookMs = 100): Queues =>
  openQueues({
    db: app.db,
    clock: app.clock,
    live,
    log: createLog({ level: 'fatal' }),
    lookMs,
    stopping: new AbortController().signal,
  })
