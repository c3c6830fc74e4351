import type { LiveHub } from '../../platform/live/live-hub.ts'

const tickMs = 1000
/** Kinds of notifications after which a wall has an event: it does not wait for the next second. */
const eventNotices = ['fault', 'device'] as const
/** Notices cause a reading at most this often, and none within a second after something was sent. */
const earlyMs = 500

/** The wait between two readings: a second, or less if an event occurred and nothing was sent just before. */
export function newBeat(live: LiveHub) {
  const ending = new AbortController()
  let hurry: (() => void) | undefined
  let isNoticed = false
  const follow = async () => {
    // A hub that ended its streams may have missed notices; the next second reads everything anyway.
    while (!ending.signal.aborted) {
      for await (const _ of live.changes(eventNotices, ending.signal)) {
        isNoticed = true
        hurry?.()
      }
    }
  }
  void follow()
  return {
    end: () => ending.abort(),
    next: (startedMs: number, hasSent: boolean) =>
      new Promise<void>((resolve) => {
        let timer: NodeJS.Timeout | undefined
        const wait = (ms: number) => {
          clearTimeout(timer)
          timer = setTimeout(
            () => {
              hurry = undefined
              isNoticed = false
              resolve()
            },
            Math.max(50, ms - (performance.now() - startedMs)),
          )
        }
        wait(!hasSent && isNoticed ? earlyMs : tickMs)
        hurry = hasSent ? undefined : () => wait(earlyMs)
      }),
  }
}
