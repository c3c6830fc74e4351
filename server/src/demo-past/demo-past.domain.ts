import { writeSimulatorFile } from '../device/demo/device.seed.ts'
import type { DomainManifest } from '../job/long-work.ts'
import { startWritingPasts } from './past-loop.ts'
import { planPast } from './plan-past.seed.ts'

/** Planned after all other seeds, as it follows from what they say of devices; then the simulated fleet learns of it with its credentials. */
export const demoPastDomain: DomainManifest = {
  seeds: [
    { phase: 'end', isDemo: true, run: planPast },
    { phase: 'end', isDemo: true, outlivesDemo: true, run: writeSimulatorFile },
  ],
  workerLoops: [startWritingPasts],
}
