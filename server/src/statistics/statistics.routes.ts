import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { changeTarget } from './read/change-target.ts'
import { listRuns } from './read/list-runs.ts'
import { readLive } from './read/read-live.ts'
import { readKeywords, readPanel, readTop } from './read/read-statistics.ts'
import { startExport } from './transfer/export-statistics.ts'

export const statisticsRoutes = implement(statisticsApi, {
  users: readPanel('users'),
  devices: readPanel('devices'),
  recipes: readPanel('recipes'),
  faults: readPanel('faults'),
  keywords: readKeywords,
  top: readTop,
  live: readLive,
  startExport,
  runs: listRuns,
  saveTarget: changeTarget,
})
