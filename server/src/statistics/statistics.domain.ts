import type { DomainManifest } from '../job/long-work.ts'
import { startReports } from './report/send-reports.ts'
import { forgetCounted, forgetPlaces } from './remove-demo.store.ts'
import { startRuns, statisticJobs } from './run/start-runs.ts'
import { statisticsRoutes } from './statistics.routes.ts'
import { exportStatistics } from './transfer/export-statistics.ts'

export const statisticsDomain: DomainManifest = {
  routes: statisticsRoutes,
  longWork: [exportStatistics],
  demo: { after: forgetPlaces, last: forgetCounted },
  workerLoops: [startRuns, startReports],
  jobs: statisticJobs,
}
