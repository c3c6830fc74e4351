import type { DomainManifest } from '../job/long-work.ts'
import { seedFaultCodes } from './code/fault-code.seed.ts'
import { seedDemoFaults } from './demo/demo-faults.seed.ts'
import { faultRoutes } from './fault.routes.ts'
import { exportFaults } from './list/export-faults.ts'
import { startFoldingChanges } from './watch/fold-changes.ts'

export const faultDomain: DomainManifest = {
  routes: faultRoutes,
  longWork: [exportFaults],
  seeds: [
    { phase: 'content', run: seedFaultCodes },
    { phase: 'content', isDemo: true, run: seedDemoFaults },
  ],
  retention: ({ faultDays }) => ({ fault_record: faultDays, fault_act: faultDays }),
  workerLoops: [startFoldingChanges],
}
