import { windowCounts, type WindowCounts } from './budgets.ts'

type Counted = Readonly<{ current: number; ttl: number }>
type Answer = (error: Error | null, counted?: Counted) => void

/** The most networks within a minute; with more, the one that called longest ago starts again. */
const most = 20_000

/**
 * A store for @fastify/rate-limit with the counts of each network. The plugin's own store reads the system clock: after
 * the clock is set back, it would continue counting into the old window until the old time comes again, and refuse
 * everybody who makes enough calls in those hours.
 */
export const callCounts = (now: () => number) =>
  class CallCounts {
    #counts: WindowCounts | undefined

    incr(network: string, answer: Answer, windowMs = 60_000): void {
      // The plugin passes the length of the window with each call; it is always the same for one store.
      this.#counts ??= windowCounts({ windowMs, most })
      const nowMs = now()
      const current = this.#counts.add(network, nowMs)
      answer(null, { current, ttl: this.#counts.endsInMs(network, nowMs) })
    }

    /** Each call with a limit of its own has counts of its own. */
    child(): CallCounts {
      return new CallCounts()
    }
  }
