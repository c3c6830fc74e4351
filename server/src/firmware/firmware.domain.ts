import type { DomainManifest } from '../job/long-work.ts'
import { seedDemoFirmware } from './demo/demo-firmware.seed.ts'
import { firmwareFiles } from './door/firmware-files.ts'
import { startEngine } from './engine/run-engine.ts'
import { firmwareRoutes } from './firmware.routes.ts'
import { removeOldLists } from './reach/list.store.ts'
import { approvalsInHand } from './task/approvals-in-hand.ts'

const dayMs = 86_400_000

export const firmwareDomain: DomainManifest = {
  routes: firmwareRoutes,
  inHand: approvalsInHand,
  deviceFiles: firmwareFiles,
  jobs: ({ db, clock }) => [
    { name: 'forget-upgrade-lists', cron: '35 3 * * *', run: () => removeOldLists(db, clock.now() - dayMs) },
  ],
  seeds: [{ phase: 'content', isDemo: true, run: seedDemoFirmware }],
  workerLoops: [startEngine],
}
