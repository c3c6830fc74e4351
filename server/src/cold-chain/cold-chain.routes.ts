import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { seeDevice } from '../device/list/list-devices.ts'
import { downloadTemperature, startTemperatureExport } from './export-temperature.ts'
import { readTemperature } from './read-temperature.ts'

export const coldChainRoutes = implement(coldChainApi, {
  temperature: async (ctx, { query }) =>
    readTemperature(ctx, await seeDevice(ctx, 'cooler', query.id), query, ctx.clock.now()),
  exportTemperature: (ctx, { query }) => downloadTemperature(ctx, query),
  startTemperatureExport: (ctx, { body }) => startTemperatureExport(ctx, body),
})
