import type { DomainManifest } from '../job/long-work.ts'
import { faultsInHand } from './act/faults-in-hand.ts'
import { seedFaultCauses } from './cause/fault-cause.seed.ts'
import { seedFaultCodes } from './code/fault-code.seed.ts'
import { exportCodes } from './code/transfer/export-codes.ts'
import { codeImport } from './code/transfer/import-codes.ts'
import { faultRoutes } from './fault.routes.ts'
import { exportFaults } from './list/export-faults.ts'
import { startEndingAlarms, startFoldingChanges, startHandlingDue } from './watch/fold-changes.ts'

export const faultDomain: DomainManifest = {
  routes: faultRoutes,
  inHand: faultsInHand,
  longWork: [exportFaults, exportCodes, ...codeImport.works],
  seeds: [
    { phase: 'content', run: seedFaultCodes },
    { phase: 'content', run: seedFaultCauses },
  ],
  retention: ({ faultDays }) => ({
    fault_record: faultDays,
    fault_act: faultDays,
    fault_photo: faultDays,
    fault_excursion: faultDays,
  }),
  workerLoops: [startFoldingChanges, startEndingAlarms, startHandlingDue],
}
