import type { DomainManifest } from '../job/long-work.ts'
import { accountAccessRoutes } from './account/account-access.routes.ts'
import { seedAccounts } from './account.seed.ts'
import { sessionCache } from './authenticate.ts'
import { seedDemoSignIns } from './demo/demo-sign-ins.seed.ts'
import { sessionJobs } from './forget-spent.ts'
import { sessionRoutes } from './session.routes.ts'

export const sessionDomain: DomainManifest = {
  routes: [...sessionRoutes, ...accountAccessRoutes],
  seeds: [
    { phase: 'people', run: seedAccounts },
    { phase: 'end', isDemo: true, run: seedDemoSignIns },
  ],
  jobs: sessionJobs,
  caches: { access: [sessionCache] },
}
