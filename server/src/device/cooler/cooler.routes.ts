import { coolerApi } from '@brigade/contract/device/cooler/cooler.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { seeDevice } from '../list-devices.ts'
import { downloadTemperature, startTemperatureExport } from './export-temperature.ts'
import { readTemperature } from './read-temperature.ts'
import { resetDevice } from './reset-device.ts'

export const coolerRoutes = implement(coolerApi, {
  temperature: async (ctx, { query }) =>
    readTemperature(ctx.db, await seeDevice(ctx, 'cooler', query.id), query, ctx.clock.now()),
  exportTemperature: (ctx, { query }) => downloadTemperature(ctx, query),
  startTemperatureExport: (ctx, { body }) => startTemperatureExport(ctx, body),
  coolerReset: (ctx, { body }) => resetDevice(ctx, 'cooler', body),
  reset: (ctx, { body }) => resetDevice(ctx, 'oven', body),
})
