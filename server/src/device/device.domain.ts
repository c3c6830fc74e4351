import type { DomainManifest } from '../job/long-work.ts'
import { seedDeviceLife } from './demo/demo-life.seed.ts'
import { seedDevices, writeSimulatorFile } from './demo/device.seed.ts'
import { forgetDemoDevices, removeDemoDevices } from './demo/remove-demo.store.ts'
import { deviceRoutes } from './device.routes.ts'
import { exportDevices, exportUninstalled } from './import-export/export-devices.ts'
import { exportTriples } from './import-export/export-triples.ts'
import { importExportRoutes } from './import-export/import-export.routes.ts'
import { deviceImport, uninstalledImport } from './import-export/import-devices.ts'
import { tripleImport } from './import-export/import-triples.ts'
import { startFoldingTotals } from './list/fold-totals.ts'
import { deviceJobs } from './record/device-jobs.ts'
import { recordRoutes } from './record/record.routes.ts'
import { topologyRoutes } from './topology/topology.routes.ts'

/** `keepPast`: the records that the statistics keep of a deleted device. */
export const deviceDomain = (keepPast: Parameters<typeof recordRoutes>[0]): DomainManifest => ({
  routes: [...deviceRoutes, ...recordRoutes(keepPast), ...importExportRoutes, ...topologyRoutes],
  longWork: [
    exportDevices,
    exportUninstalled,
    ...deviceImport.works,
    ...uninstalledImport.works,
    exportTriples,
    ...tripleImport.works,
  ],
  seeds: [
    { phase: 'content', isDemo: true, run: seedDevices },
    { phase: 'content', isDemo: true, run: seedDeviceLife },
  ],
  demo: {
    oneByOne: ['device'],
    // The simulated fleet stops when its list is empty.
    begin: ({ db, settings }) => writeSimulatorFile({ db, settings: { ...settings, simulator: undefined } }),
    remove: { device: removeDemoDevices },
    after: (trx, going) => forgetDemoDevices(trx, going.get('device') ?? []),
  },
  jobs: deviceJobs,
  retention: ({ onlineLogDays }) => ({ online_log: onlineLogDays }),
  workerLoops: [startFoldingTotals],
})
