import { jobRoutes } from './job.routes.ts'
import type { DomainManifest } from './long-work.ts'
import { jobHousekeeping, startFreeingLostJobs } from './run-long-work.ts'

export const jobDomain: DomainManifest = {
  routes: jobRoutes,
  jobs: jobHousekeeping,
  workerLoops: [startFreeingLostJobs],
}
