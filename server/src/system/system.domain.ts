import type { DomainManifest } from '../job/long-work.ts'
import { accountRoutes } from './account/account.routes.ts'
import type { WorksInHand } from './account/in-hand.ts'
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

/** `works`: the work in hand of all domains, which passes to a successor when an account is deleted. */
export const systemDomain = (works: WorksInHand): DomainManifest => ({
  routes: [...systemRoutes, ...menuRoutes, ...roleRoutes, ...accountRoutes(works), ...partsRoutes, ...logRoutes],
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
  workerLoops: [startSealing, watchSpelling],
  apiLoops: [startWarning],
})
