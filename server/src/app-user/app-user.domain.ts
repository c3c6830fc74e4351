import type { DomainManifest } from '../job/long-work.ts'
import { seedAppUsers } from './app-user.seed.ts'

export const appUserDomain: DomainManifest = { seeds: [{ phase: 'content', isDemo: true, run: seedAppUsers }] }
