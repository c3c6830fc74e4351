import { z } from 'zod'
import { longWork } from '../../../job/long-work.ts'
import { startJob } from '../../../job/start-job.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { checkAndRecord } from './check-log.ts'
import { readChain } from './chain.store.ts'
import { sealFresh } from './seal-log.ts'

/** Runs the nightly check now; the screen shows its result. */
export const verifyLogNow = longWork({
  kind: 'log.verify',
  access: 'operation-log:verify',
  params: z.object({}),
  async run(work) {
    await sealFresh(work.db, work.clock.now(), { waits: true })
    const { n } = await readChain(work.db)
    const total = Number(n)
    const check = await checkAndRecord({ ...work, reportProgress: (done) => work.progress({ done, total }) })
    await work.progress({ done: Number(check.lines), total: Number(check.lines), counts: { [check.outcome]: 1 } })
  },
})

export const startVerify = (ctx: Ctx): Promise<{ jobId: string }> => startJob(ctx, verifyLogNow, {}, { fileName: '' })
