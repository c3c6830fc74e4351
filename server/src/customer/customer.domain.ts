import type { DomainManifest } from '../job/long-work.ts'
import { customerRoutes } from './customer.routes.ts'
import { seedCustomers } from './customer.seed.ts'
import { watchZones } from './zone/watch-zones.ts'
import { zonesCache } from '../platform/zone/zones.ts'
import { removeDemoOrganisations } from './remove-demo.store.ts'
import { organisationNameCache } from './organisation-names.ts'
import { exportCustomers } from './transfer/export-customers.ts'
import { customerImport } from './transfer/import-customers.ts'

export const customerDomain: DomainManifest = {
  routes: customerRoutes,
  longWork: [exportCustomers, ...customerImport.works],
  seeds: [{ phase: 'base', isDemo: true, run: seedCustomers }],
  demo: { remove: { organisation: removeDemoOrganisations } },
  workerLoops: [watchZones],
  caches: { names: [organisationNameCache, zonesCache] },
}
