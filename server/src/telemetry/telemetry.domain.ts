import type { DomainManifest } from '../job/long-work.ts'
import { exportComparison } from './compare/export-comparison.ts'
import { telemetryJobs } from './history/telemetry-jobs.ts'
import { telemetryRoutes } from './telemetry.routes.ts'

/** `listCommands`: the newest commands of a device, which the live stream shows beside its reports. */
export const telemetryDomain = (listCommands: Parameters<typeof telemetryRoutes>[0]): DomainManifest => ({
  routes: telemetryRoutes(listCommands),
  jobs: telemetryJobs,
  longWork: [exportComparison],
  retention: ({ historyDays, messageDays }) => ({
    device_history: historyDays,
    device_history_day: historyDays,
    device_event: historyDays,
    device_message: messageDays,
    device_log: messageDays,
  }),
})
