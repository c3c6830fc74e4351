import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { seeDevice } from '../device/list/list-devices.ts'
import { downloadTemperature, startTemperatureExport } from './export-temperature.ts'
import { downloadFleet, startFleetExport } from './fleet/export-fleet.ts'
import { countFleetTotals, listFleetPage } from './fleet/list-fleet.ts'
import { downloadSiteReport, startSiteReport } from './fleet/site-report.ts'
import { readTemperature } from './read-temperature.ts'

export const coldChainRoutes = implement(coldChainApi, {
  temperature: async (ctx, { query }) =>
    readTemperature(ctx, await seeDevice(ctx, 'cooler', query.id), query, ctx.clock.now()),
  exportTemperature: (ctx, { query }) => downloadTemperature(ctx, query),
  startTemperatureExport: (ctx, { body }) => startTemperatureExport(ctx, body),
  fleet: (ctx, { query }) => listFleetPage(ctx, query),
  fleetTotals: (ctx, { query }) => countFleetTotals(ctx, query),
  exportFleet: (ctx, { query }) => downloadFleet(ctx, query),
  startFleetExport: (ctx, { body }) => startFleetExport(ctx, body),
  siteReport: (ctx, { query }) => downloadSiteReport(ctx, query),
  startSiteReport: (ctx, { body }) => startSiteReport(ctx, body),
})
