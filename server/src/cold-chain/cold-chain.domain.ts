import type { DomainManifest } from '../job/long-work.ts'
import { coldChainRoutes } from './cold-chain.routes.ts'
import { exportTemperature } from './export-temperature.ts'
import { exportFleet } from './fleet/export-fleet.ts'
import { judgingJobs } from './fleet/judge-days.ts'
import { exportSiteReport } from './fleet/site-report.ts'

export const coldChainDomain: DomainManifest = {
  routes: coldChainRoutes,
  longWork: [exportTemperature, exportFleet, exportSiteReport],
  jobs: judgingJobs,
}
