import type { DomainManifest } from '../job/long-work.ts'
import { startWritingPasts } from './past-loop.ts'

/** Planned by a seed of the devices' domain, as the simulated fleet learns of it with their credentials. */
export const demoPastDomain: DomainManifest = {
  workerLoops: [startWritingPasts],
}
