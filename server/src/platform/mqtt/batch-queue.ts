import type { Log } from '../log.ts'

/** One message as a device published it. */
export type Incoming = Readonly<{
  key: string
  topic: string
  payload: Buffer
  /** Epoch ms by this machine's clock. */
  receivedAt: number
}>

export type BatchQueue = Readonly<{
  /** `safe` is called when the batch that holds the message has been handed over for good. */
  add: (message: Incoming, safe: () => void) => void
  length: () => number
  stop: () => Promise<void>
}>

const mostMessages = 1000
const mostBytes = 4_194_304
const longestPauseMs = 2000

/**
 * Gathers what arrives while the batch before is being written: the slower the database, the larger the batches. Nothing
 * is ever given up: a batch that fails is tried again until it succeeds, and until then its publishers wait.
 * It cannot outgrow memory: a socket is not read on while one chunk of its messages waits here.
 */
export function batchQueue({ onBatch, log }: { onBatch: (messages: readonly Incoming[]) => Promise<void>; log: Log }): BatchQueue {
  let waiting: { message: Incoming; safe: () => void }[] = []
  let inHand = 0
  let running: Promise<void> | undefined
  let stopped = false

  function take() {
    let bytes = 0
    let count = 0
    while (count < waiting.length && count < mostMessages && bytes < mostBytes) {
      bytes += waiting[count]?.message.payload.length ?? 0
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
      const messages = batch.map((entry) => entry.message)
      inHand = batch.length
      while (!stopped) {
        try {
          await onBatch(messages)
          pauseMs = 50
          for (const entry of batch) entry.safe()
          break
        } catch (error) {
          log.warn({ err: error, messages: batch.length }, 'Reports could not be written; trying again')
          const ms = pauseMs
          await new Promise((resolve) => setTimeout(resolve, ms))
          pauseMs = Math.min(pauseMs * 2, longestPauseMs)
        }
      }
      inHand = 0
    }
  }

  return {
    add: (message, safe) => {
      if (stopped) return
      waiting.push({ message, safe })
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
  }
}
