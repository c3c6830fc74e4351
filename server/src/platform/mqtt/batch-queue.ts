import type { Log } from '../log.ts'

export type BatchQueue<T> = Readonly<{
  /** `safe` is called when the batch that holds the item has been handed over for good. */
  add: (item: T, bytes: number, safe: () => void) => void
  length: () => number
  /** Resolves when nothing waits. */
  drained: () => Promise<void>
  /** Finishes the batch in hand and drops what waits: it was not acknowledged. */
  stop: () => Promise<void>
}>

const mostItems = 1000
const mostBytes = 4_194_304
const longestPauseMs = 2000

/**
 * Gathers what arrives while the batch before is being written: the slower the database, the larger the batches. Nothing
 * is ever given up: a batch that fails is tried again until it succeeds, and until then its publishers wait.
 * It cannot outgrow memory: a socket is not read on while one chunk of its messages waits here.
 */
export function batchQueue<T>({ onBatch, log }: { onBatch: (items: readonly T[]) => Promise<void>; log: Log }): BatchQueue<T> {
  let waiting: { item: T; bytes: number; safe: () => void }[] = []
  let inHand = 0
  let running: Promise<void> | undefined
  let stopped = false

  function take() {
    let bytes = 0
    let count = 0
    while (count < waiting.length && count < mostItems && bytes < mostBytes) {
      bytes += waiting[count]?.bytes ?? 0
      count += 1
    }
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return batch
  }

  async function run(): Promise<void> {
    // One turn of the loop later: whatever else this read brings joins the first batch.
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
    let pauseMs = 50
    while (waiting.length > 0 && !stopped) {
      const batch = take()
      const items = batch.map((entry) => entry.item)
      inHand = batch.length
      while (!stopped) {
        try {
          await onBatch(items)
          pauseMs = 50
          for (const entry of batch) entry.safe()
          break
        } catch (error) {
          log.warn({ err: error, items: batch.length }, 'What devices said could not be written; trying again')
          const ms = pauseMs
          await new Promise((resolve) => setTimeout(resolve, ms))
          pauseMs = Math.min(pauseMs * 2, longestPauseMs)
        }
      }
      inHand = 0
    }
  }

  return {
    add: (item, bytes, safe) => {
      if (stopped) return
      waiting.push({ item, bytes, safe })
      running ??= run().finally(() => {
        running = undefined
      })
    },
    length: () => waiting.length + inHand,
    stop: async () => {
      // What is in hand is finished and acknowledged; what waits was not acknowledged and will be sent again.
      stopped = true
      waiting = []
      await running
    },
    drained: async () => {
      await running
    },
  }
}
