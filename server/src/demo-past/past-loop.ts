import type { Platform } from '../platform/http/context.ts'
import type { Running } from '../platform/program/domain.ts'
import { arePastsWaiting, findPastProgress } from '../system/demo/past-progress.store.ts'
import { listWaiting, makePartitions, noteFailure } from './demo-past.store.ts'
import { packIndexes } from './pack-indexes.store.ts'
import { PastFailed, writeNext } from './write-past.ts'

const busyMs = 2000
/** A start has other things to do first. */
const settleMs = 2000

/** Writes the pasts that are planned, a device after another, in any number of workers. */
export function startWritingPasts(platform: Platform): Running {
  const { db, log, queues, stopping } = platform
  const begunAt = performance.now()
  const work = async () => {
    if (performance.now() - begunAt < settleMs) return
    const waiting = await listWaiting(db)
    if (waiting === undefined) return
    await makePartitions(db, waiting)
    while (!stopping.aborted) if (!(await writeAndTell(platform))) break
    if (stopping.aborted || (await findPastProgress(db)).left > 0) return
    await packIndexes(db, stopping)
    log.info({ told: '  The past of the demo is complete' }, 'The past of the demo is complete')
  }
  return queues.watch({
    name: 'demo-past',
    waits: () => arePastsWaiting,
    busyMs,
    work,
    onErrorMessage: 'The past of the demo could not be written yet',
  })
}

/** Writes a line at each quarter for the person at the terminal. */
function toldOf({ written, left }: Awaited<ReturnType<typeof findPastProgress>>): string | undefined {
  const [all, quarters] = [written + left, 4]
  const quarterOf = (many: number) => Math.floor((many / all) * quarters)
  return quarterOf(written) > quarterOf(written - 1)
    ? `  The past of the demo is being written: ${written} of ${all} devices`
    : undefined
}

/** Whether there may be another. */
async function writeAndTell(platform: Platform): Promise<boolean> {
  const { db, log } = platform
  try {
    const written = await writeNext(platform)
    if (written === undefined) return false
    const progress = await findPastProgress(db)
    log.info({ sn: written.sn, ...progress, told: toldOf(progress) }, 'The past of a device was written')
    return true
  } catch (error) {
    if (!(error instanceof PastFailed)) throw error
    log.error({ err: error.cause, sn: error.planned.sn }, 'The past of a device could not be written')
    await noteFailure(db, error.planned.deviceId)
    return true
  }
}
