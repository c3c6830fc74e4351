import type { DomainManifest } from '../job/long-work.ts'
import { batchRoutes } from './batch/batch.routes.ts'
import { removeBatchesOf } from './batch/remove-demo.store.ts'
import { sendBatch } from './batch/send-batch.ts'
import { commandJobs } from './command-jobs.ts'
import { commandRoutes } from './command.routes.ts'
import { startEndingCommands } from './sweep-commands.ts'

/** `routing`: how values reach devices that do not use Alink themselves. */
export function commandDomain(routing: Parameters<typeof commandRoutes>[0]): DomainManifest {
  const batchWork = sendBatch(routing)
  return {
    routes: [...commandRoutes(routing), ...batchRoutes(batchWork)],
    longWork: [batchWork],
    demo: { before: removeBatchesOf },
    jobs: commandJobs,
    // Connectors sweep too; a worker closes commands that were open when the last of them ended.
    workerLoops: [startEndingCommands],
  }
}
