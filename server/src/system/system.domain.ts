import type { DomainManifest } from '../job/long-work.ts'
import { keepWarning } from './notice/keep-warning.ts'
import { systemRoutes } from './system.routes.ts'
import { seedSystem } from './system.seed.ts'

export const systemDomain: DomainManifest = {
  routes: systemRoutes,
  seeds: [{ phase: 'base', run: seedSystem }],
  retention: ({ operationLogDays }) => ({ operation_log: operationLogDays }),
  apiLoops: [keepWarning],
}
