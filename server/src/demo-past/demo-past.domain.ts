import type { DomainManifest } from '../job/long-work.ts'
import { startWritingPasts } from './past-loop.ts'
import { planPast } from './plan-past.seed.ts'

export const demoPastDomain: DomainManifest = {
  seeds: [{ phase: 'content', isDemo: true, run: planPast }],
  workerLoops: [startWritingPasts],
}
