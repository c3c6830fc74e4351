import type { DomainManifest } from '../job/long-work.ts'
import { seedAddressKeys, seedAppUsers } from './app-user.seed.ts'
import { appUserJobs } from './forget-old.ts'
import { eraseAgain, startRecordingErasures } from './record-erasures.ts'
import { appTokenCache } from './token-cache.ts'
import { phoneRoutes } from './phone/phone.routes.ts'
import { appUserRoutes } from './staff/app-user.routes.ts'
import { exportAppUsers, exportContacts } from './transfer/export-app-users.ts'
import { appUserImport } from './transfer/import-app-users.ts'
import { removeDemoPeople } from './remove-demo.store.ts'

export const appUserDomain: DomainManifest = {
  longWork: [exportAppUsers, exportContacts, ...appUserImport.works],
  routes: [...appUserRoutes, ...phoneRoutes],
  seeds: [
    { phase: 'content', isDemo: true, run: seedAppUsers },
    { phase: 'content', run: seedAddressKeys },
    { phase: 'content', run: eraseAgain },
  ],
  workerLoops: [startRecordingErasures],
  demo: { remove: removeDemoPeople },
  jobs: appUserJobs,
  caches: { access: [appTokenCache] },
}
