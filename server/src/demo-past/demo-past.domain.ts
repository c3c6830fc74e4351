import { writeSimulatorFile } from '../device/demo/device.seed.ts'
import type { DomainManifest } from '../job/long-work.ts'
import { startWritingPasts } from './past-loop.ts'
import { planPast } from './plan-past.seed.ts'

/**
 * The past is planned after all other seeds, because it follows from their data; then the simulated fleet receives it
 * with its credentials.
 */
export const demoPastDomain: DomainManifest = {
  seeds: [
    { phase: 'end', isDemo: true, run: planPast },
    { phase: 'end', isDemo: true, outlivesDemo: true, run: writeSimulatorFile },
  ],
  workerLoops: [startWritingPasts],
}
