import type { DomainManifest } from '../job/long-work.ts'
import { startWarning } from './notice/warn-of-published-password.ts'
import { systemRoutes } from './system.routes.ts'
import { seedSystem } from './system.seed.ts'

export const systemDomain: DomainManifest = {
  routes: systemRoutes,
  seeds: [{ phase: 'base', run: seedSystem }],
  retention: ({ operationLogDays }) => ({ operation_log: operationLogDays }),
  apiLoops: [startWarning],
}
