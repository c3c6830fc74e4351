import { besideTransaction } from '../platform/db/connection/open-transaction.ts'
import type { Platform } from '../platform/http/context.ts'
import { keepHold, type Hold, type SavedProgress } from './job-run.store.ts'
import type { Work } from './long-work.ts'

const heartbeatMs = 1000
/** Minimum interval of writing progress outside of a transaction. */
const writeEveryMs = 300

/** The reason why a run has to stop: it was cancelled, this worker stops, or another worker has the lease. */
export class JobStopped extends Error {
  override name = 'JobStopped'
  readonly why: 'cancelled' | 'stopping' | 'lost'

  constructor(why: JobStopped['why']) {
    super(`The job is to stop: ${why}`)
    this.why = why
  }
}

/** A job that this worker has leased. The lease is renewed every second; a renewal also finds out whether the job was cancelled. */
export type LeasedJob = Readonly<{
  hold: Hold
  signal: AbortSignal
  progress: Work['progress']
  /** Resolves when no renewal is in flight any more, to the progress that was not written yet. */
  settled: () => Promise<SavedProgress | undefined>
  release: () => void
}>

export function leaseJob({ db, log, stopping }: Platform, hold: Hold): LeasedJob {
  const control = new AbortController()
  const stop = (why: JobStopped['why']) => control.abort(new JobStopped(why))
  const onStopping = () => stop('stopping')
  stopping.addEventListener('abort', onStopping, { once: true })
  /** Progress that is not written yet. Progress within a transaction is written in that transaction only. */
  let unwritten: SavedProgress | undefined
  let writtenAt = 0
  let writing: Promise<void> = Promise.resolve()
  let isReleased = false

  async function write(progress: SavedProgress | undefined, on = db): Promise<void> {
    const held = await keepHold(on, hold, progress)
    if (held === undefined) stop('lost')
    else if (held.cancelling) stop('cancelled')
  }

  /** Writes are serial, so that an older state never replaces a newer one. */
  function writeNow(): Promise<void> {
    const progress = unwritten
    unwritten = undefined
    writtenAt = performance.now()
    writing = writing.catch(() => undefined).then(() => besideTransaction(() => write(progress)))
    return writing
  }

  async function beat(): Promise<void> {
    if (isReleased || control.signal.aborted) return
    try {
      await writeNow()
    } catch (error) {
      // The next renewal may succeed; if none does, the lease expires.
      log.warn({ err: error, jobId: hold.jobId }, 'A job could not be prolonged yet')
    }
  }
  const timer = setInterval(() => void beat(), heartbeatMs)

  return {
    hold,
    signal: control.signal,
    progress: async (progress, trx) => {
      control.signal.throwIfAborted()
      if (trx !== undefined) {
        const before = unwritten
        unwritten = undefined
        await write({ ...before, ...progress }, trx)
      } else {
        unwritten = { ...unwritten, ...progress }
        if (progress.checkpoint !== undefined || performance.now() - writtenAt > writeEveryMs) await writeNow()
      }
      control.signal.throwIfAborted()
    },
    settled: async () => {
      isReleased = true
      await writing.catch(() => undefined)
      const left = unwritten
      unwritten = undefined
      return left
    },
    release: () => {
      isReleased = true
      clearInterval(timer)
      stopping.removeEventListener('abort', onStopping)
    },
  }
}
