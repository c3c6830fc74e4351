import type { DomainManifest } from '../job/long-work.ts'
import { accountRoutes } from './account/account.routes.ts'
import type { WorksInHand } from './account/in-hand.ts'
import type { DemoPart } from '../platform/program/domain.ts'
import { demoRoutes } from './demo/demo.routes.ts'
import { startEmptying } from './demo/empty-demo.ts'
import { removeAppLogOf, removeDemoRows } from './demo/remove-demo.store.ts'
import { seedDemoAppLog } from './log/demo-app-log.seed.ts'
import { exportLog } from './log/export-log.ts'
import { logJobs } from './log/seal/check-log.ts'
import { logRoutes } from './log/log.routes.ts'
import { startSealing } from './log/seal/seal-log.ts'
import { verifyLogNow } from './log/seal/verify-log-job.ts'
import { menuRoutes } from './menu/menu.routes.ts'
import { startWarning } from './notice/warn-of-published-password.ts'
import { watchSpelling } from './area/spell-names.ts'
import { seedDemoParts } from './parts/demo-parts.seed.ts'
import { partsRoutes } from './parts/parts.routes.ts'
import { roleRoutes } from './role/role.routes.ts'
import { systemRoutes } from './system.routes.ts'
import { seedSystem } from './system.seed.ts'

const demo: DemoPart = { remove: removeDemoRows, before: removeAppLogOf }

/**
 * `works`: the open work of all domains, which passes to a successor when an account is deleted. `parts`: what the
 * other domains remove of the demo.
 */
export const systemDomain = (works: WorksInHand, parts: readonly DemoPart[]): DomainManifest => ({
  demo,
  routes: [
    ...systemRoutes,
    ...demoRoutes,
    ...menuRoutes,
    ...roleRoutes,
    ...accountRoutes(works),
    ...partsRoutes,
    ...logRoutes,
  ],
  seeds: [
    { phase: 'base', run: seedSystem },
    { phase: 'content', isDemo: true, run: seedDemoParts },
    { phase: 'content', isDemo: true, run: seedDemoAppLog },
  ],
  retention: ({ operationLogDays, appLogDays }) => ({
    operation_log: operationLogDays,
    operation_body: operationLogDays,
    operation_change: operationLogDays,
    operation_scope: operationLogDays,
    operation_seal: operationLogDays,
    app_log: appLogDays,
  }),
  longWork: [exportLog, verifyLogNow],
  jobs: (platform) => logJobs(platform),
  workerLoops: [startSealing, watchSpelling, startEmptying([...parts, demo])],
  apiLoops: [startWarning],
})
