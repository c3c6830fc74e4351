import type { DomainManifest } from '../job/long-work.ts'
import { fileRoutes } from './file.routes.ts'
import { fileJobs } from './tidy-files.ts'

export const fileDomain: DomainManifest = { routes: fileRoutes, jobs: fileJobs }
