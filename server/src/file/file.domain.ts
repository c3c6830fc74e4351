import type { DomainManifest } from '../job/long-work.ts'
import { fileRoutes } from './file.routes.ts'
import { removeDemoFiles } from './remove-demo.store.ts'
import { fileJobs } from './tidy-files.ts'

export const fileDomain: DomainManifest = {
  routes: fileRoutes,
  jobs: fileJobs,
  demo: {
    remove: { file: removeDemoFiles },
    // A kill leaves files without a row, which the nightly job removes.
    end: async ({ files }, going) => {
      for (const id of going.get('file') ?? []) await files.remove(id)
    },
  },
}
