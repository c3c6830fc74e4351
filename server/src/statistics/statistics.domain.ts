import type { DomainManifest } from '../job/long-work.ts'
import { startRuns, statisticJobs } from './run/start-runs.ts'
import { statisticsRoutes } from './statistics.routes.ts'
import { exportStatistics } from './transfer/export-statistics.ts'

export const statisticsDomain: DomainManifest = {
  routes: statisticsRoutes,
  longWork: [exportStatistics],
  workerLoops: [startRuns],
  jobs: statisticJobs,
}
