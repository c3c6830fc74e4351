import type { Platform } from '../platform/http/context.ts'
import { keepHold, type Hold, type SavedProgress } from './job-run.store.ts'
import type { Work } from './long-work.ts'

const heartbeatMs = 1000
/** Progress without a transaction is written this often at most. */
const writeEveryMs = 300

/** Why a run is to stop: its person cancelled it, this worker stops, or another worker has it now. */
export class JobStopped extends Error {
  override name = 'JobStopped'
  readonly why: 'cancelled' | 'stopping' | 'lost'

  constructor(why: JobStopped['why']) {
    super(`The job is to stop: ${why}`)
    this.why = why
  }
}

/** A job in this worker's hands: prolonged every second, told to stop when someone cancels it. */
export type HeldJob = Readonly<{
  hold: Hold
  signal: AbortSignal
  progress: Work['progress']
  /** No heartbeat is under way any more; answers the progress that was not written yet. */
  settled: () => Promise<SavedProgress | undefined>
  release: () => void
}>

export function holdJob({ db, log, stopping }: Platform, hold: Hold): HeldJob {
  const control = new AbortController()
  const stop = (why: JobStopped['why']) => control.abort(new JobStopped(why))
  const onStopping = () => stop('stopping')
  stopping.addEventListener('abort', onStopping, { once: true })
  /** Said, but not written yet. What is said in a transaction is written there and nowhere else. */
  let unwritten: SavedProgress | undefined
  let writtenAt = 0
  let writing: Promise<void> = Promise.resolve()
  let isReleased = false

  async function write(progress: SavedProgress | undefined, on = db): Promise<void> {
    const held = await keepHold(on, hold, progress)
    if (held === undefined) stop('lost')
    else if (held.cancelling) stop('cancelled')
  }

  /** One at a time, so that an older state never comes after a newer one. */
  function writeNow(): Promise<void> {
    const progress = unwritten
    unwritten = undefined
    writtenAt = performance.now()
    writing = writing.catch(() => undefined).then(() => write(progress))
    return writing
  }

  async function beat(): Promise<void> {
    if (isReleased || control.signal.aborted) return
    try {
      await writeNow()
    } catch (error) {
      // The next one may get through; if none does, the lease runs out.
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
