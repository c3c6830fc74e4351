import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { Log } from '../log.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { askQueues, type Waits } from './queue.store.ts'

/** The kind of notices that name a queue: rows were written into it. */
export const queueFilled = 'queue'

/** Rows that were written in another transaction, and are processed by whichever process is first. */
export type Queue = Readonly<{
  /** Unique in its process. A notice of the kind `queue` with this id wakes it. */
  name: string
  /**
   * Whether there is something to do at `now` (ISO 8601): a cheap expression over an index. If it is true for rows that
   * `work` leaves alone, it is called again and again.
   */
  waits: (now: string) => Waits
  /** Kinds of live notifications for such rows, each with the delay of the look. */
  wokenBy?: Readonly<Record<string, number>>
  /** The delay of the look after a notification that names the queue; by default `busyMs`. */
  withinMs?: number
  /**
   * The pause after work, which gathers what arrives meanwhile; false: nothing could be done, and the queue rests at
   * least 200 ms.
   */
  busyMs: number
  /**
   * May run at the same time in other processes, but not twice in this one. A failure is logged, and waiting rows are
   * tried again.
   */
  work: () => Promise<unknown>
  onErrorMessage: string
}>

export type Queues = Readonly<{ watch: (queue: Queue) => Pick<Repetition, 'stop'> }>

type Watched = {
  readonly queue: Queue
  /** The queue is not asked about until this ends. */
  working: Promise<void> | undefined
  /** When the queue must be asked about, by the monotonic clock. */
  askAt: number
}

const longestRefusedMs = 200
/** After a question that failed: the database may be away for a moment. */
const failedMs = 500

type Given = Readonly<{ db: Db; clock: Clock; live: LiveHub; log: Log; lookMs: number; stopping: AbortSignal }>

/**
 * Processes the queues of a process. Each is asked about once in `lookMs`, all in one statement, so that an idle
 * process hardly uses the database; a notification, or work that was just done, moves the next question forward. A lost
 * notification therefore costs `lookMs` at most.
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
    // Set before the question is sent: a notification that arrives meanwhile may concern rows that it does not see.
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

  /** The next question is due at the time of the first queue's next one. */
  function pauseMs(): number {
    const now = performance.now()
    const next = Math.min(...[...all].flatMap(({ working, askAt }) => (working === undefined ? [askAt] : [])))
    return Math.max(0, Math.min(lookMs, next - now))
  }

  async function hear(watched: Watched, kind: string, withinMs: number, signal: AbortSignal): Promise<void> {
    // The stream also ends if notifications may have been missed.
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
        // A question in flight starts nothing any more.
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
