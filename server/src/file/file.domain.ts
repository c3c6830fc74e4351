import type { DomainManifest } from '../job/long-work.ts'
import { fileRoutes } from './file.routes.ts'
import { removeDemoFiles } from './remove-demo.store.ts'
import { fileJobs } from './tidy-files.ts'

export const fileDomain: DomainManifest = {
  routes: fileRoutes,
  jobs: fileJobs,
  demo: {
    remove: { file: removeDemoFiles },
    // What a kill leaves of them has no row, and is tidied up at night.
    end: async ({ files }, going) => {
      for (const id of going.get('file') ?? []) await files.remove(id)
    },
  },
}
