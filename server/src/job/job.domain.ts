import { jobRoutes } from './job.routes.ts'
import { countOpenJobs, handOverJobs } from './job.store.ts'
import type { DomainManifest } from './long-work.ts'
import { jobHousekeeping, startFreeingLostJobs } from './run-long-work.ts'

/** The run of a job checks the rights of its new owner. Without a successor the job fails, because its owner is gone. */
const jobsInHand: DomainManifest['inHand'] = {
  kind: 'job',
  count: countOpenJobs,
  handOver: async (trx, { accountId, successorId }) => {
    if (successorId !== null) await handOverJobs(trx, accountId, successorId)
  },
}

export const jobDomain: DomainManifest = {
  routes: jobRoutes,
  inHand: jobsInHand,
  jobs: jobHousekeeping,
  workerLoops: [startFreeingLostJobs],
}
