import { dayMs } from '@brigade/contract/time.ts'
import type { DomainManifest } from '../job/long-work.ts'
import { seedDemoFirmware } from './demo/demo-firmware.seed.ts'
import { removeDemoFirmware } from './demo/remove-demo.store.ts'
import { firmwareFiles } from './door/firmware-files.ts'
import { startEngine } from './engine/run-engine.ts'
import { firmwareRoutes } from './firmware.routes.ts'
import { removeOldLists } from './reach/list.store.ts'
import { removeOldHoldings } from './task/approver.store.ts'
import { approvalsInHand } from './task/approvals-in-hand.ts'

/** Thirty days matter for approvals; the rest is for people who examine the past. */
const holdingsKeptDays = 400

export const firmwareDomain: DomainManifest = {
  routes: firmwareRoutes,
  inHand: approvalsInHand,
  deviceFiles: firmwareFiles,
  jobs: ({ db, clock }) => [
    { name: 'forget-upgrade-lists', cron: '35 3 * * *', run: () => removeOldLists(db, clock.now() - dayMs) },
    { name: 'forget-former-approvers', cron: '40 3 * * *', run: () => removeOldHoldings(db, holdingsKeptDays) },
  ],
  seeds: [{ phase: 'content', isDemo: true, run: seedDemoFirmware }],
  demo: { remove: removeDemoFirmware },
  workerLoops: [startEngine],
}
