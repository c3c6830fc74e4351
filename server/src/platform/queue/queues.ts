import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { Log } from '../log.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { askQueues, type Waits } from './queue.store.ts'

/** The kind of notices that name a queue: rows were written into it. */
export const queueFilled = 'queue'

/** Rows that were written in somebody's transaction, and are worked off by whichever process comes first. */
export type Queue = Readonly<{
  /** Unique in its process. A notice of the kind `queue` with this id wakes it. */
  name: string
  /**
   * Whether there is something to do at `now` (ISO 8601): a cheap expression over an index. One that is true for rows that `work` leaves
   * alone has it called again and again.
   */
  waits: (now: string) => Waits
  /** Kinds of live notices that come with such rows, each with the time within which is looked. */
  wokenBy?: Readonly<Record<string, number>>
  /** The time within which is looked after a notice that names the queue. Default: `busyMs`. */
  withinMs?: number
  /** The pause after work, which gathers what comes meanwhile; false: it could do nothing, and rests at least 200 ms. */
  busyMs: number
  /** May run beside itself in other processes; never in this one. A failure is logged, and what waits is tried again. */
  work: () => Promise<unknown>
  onErrorMessage: string
}>

export type Queues = Readonly<{ watch: (queue: Queue) => Pick<Repetition, 'stop'> }>

type Watched = {
  readonly queue: Queue
  /** Until it ends the queue is not asked about. */
  working: Promise<void> | undefined
  /** When it has to be asked about, by the monotonic clock. */
  askAt: number
}

const longestRefusedMs = 200
/** After a question that failed: the database may be away for a moment. */
const failedMs = 500

type Given = Readonly<{ db: Db; clock: Clock; live: LiveHub; log: Log; lookMs: number; stopping: AbortSignal }>

/**
 * Works off the queues of a process. Each is asked about once in `lookMs`, all in one statement, so that a process at rest hardly asks
 * the database; a notice, or work that was just done, brings the next question forward. A lost notice therefore costs `lookMs` at most.
 */
export function openQueues({ db, clock, live, log, lookMs, stopping }: Given): Queues {
  const all = new Set<Watched>()
  const onErrorMessage = 'What waits in the queues could not be asked'
  let asking: Repetition | undefined

  async function ask(): Promise<void> {
    const now = performance.now()
    const idle = [...all].filter(({ working }) => working === undefined)
    if (!idle.some(({ askAt }) => askAt <= now)) return
    // Queues that are due soon are asked about together with these, so that they fall due together again.
    const due = idle.filter(({ askAt }) => askAt <= now + lookMs / 2)
    // Before the question is on its way: a notice that comes meanwhile may be of rows that it does not see.
    for (const one of due) one.askAt = now + lookMs
    const at = new Date(clock.now()).toISOString()
    const watched = [...all]
    try {
      const waits = await askQueues(
        db,
        watched.map((one) => ({ isAsked: due.includes(one), waits: one.queue.waits(at) })),
      )
      for (const [index, one] of watched.entries())
        if (waits[index] === true && all.has(one)) one.working = workOff(one)
    } catch (error) {
      for (const one of due) one.askAt = performance.now() + failedMs
      throw error
    }
  }

  async function workOff(watched: Watched): Promise<void> {
    const { queue } = watched
    let restMs = queue.busyMs
    try {
      if ((await queue.work()) === false) restMs = Math.max(restMs, longestRefusedMs)
    } catch (error) {
      log.warn({ err: error }, queue.onErrorMessage)
      restMs = Math.max(restMs, longestRefusedMs)
    }
    watched.working = undefined
    soon(watched, restMs)
  }

  function soon(watched: Watched, withinMs: number): void {
    watched.askAt = Math.min(watched.askAt, performance.now() + withinMs)
    asking?.soon(withinMs)
  }

  /** The next question is due when that of the first queue is. */
  function pauseMs(): number {
    const now = performance.now()
    const next = Math.min(...[...all].flatMap(({ working, askAt }) => (working === undefined ? [askAt] : [])))
    return Math.max(0, Math.min(lookMs, next - now))
  }

  async function hear(watched: Watched, kind: string, withinMs: number, signal: AbortSignal): Promise<void> {
    // It also ends where notices may have been missed.
    while (!signal.aborted) {
      for await (const ids of live.changes(kind, signal))
        if (kind !== queueFilled || ids.has(watched.queue.name)) soon(watched, withinMs)
      if (!signal.aborted) soon(watched, 0)
    }
  }

  function watch(queue: Queue): Pick<Repetition, 'stop'> {
    const watched: Watched = { queue, working: undefined, askAt: performance.now() }
    all.add(watched)
    const left = new AbortController()
    const signal = AbortSignal.any([left.signal, stopping])
    const kinds = { ...queue.wokenBy, [queueFilled]: queue.withinMs ?? queue.busyMs }
    const hearing = Object.entries(kinds).map(([kind, withinMs]) => hear(watched, kind, withinMs, signal))
    if (asking === undefined) asking = repeat(ask, { pauseMs, log, onErrorMessage })
    else asking.soon(0)
    return {
      stop: async () => {
        all.delete(watched)
        left.abort()
        await Promise.all(hearing)
        // A question that is on its way starts nothing any more.
        await watched.working
        if (all.size > 0) return
        const last = asking
        asking = undefined
        await last?.stop()
      },
    }
  }

  return { watch }
}
