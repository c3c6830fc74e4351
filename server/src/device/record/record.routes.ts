import { recordApi } from '@brigade/contract/device/record/record.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { readValues } from '../command/read-values.ts'
import { seeDevice } from '../list-devices.ts'
import { askForLogs } from './ask-for-logs.ts'
import { listFirmwares, listLogs } from './record.store.ts'
import { setDesired } from './set-desired.ts'
import { setTags } from './set-tags.ts'
import { watchMessages } from './watch-messages.ts'

export const recordRoutes = implement(recordApi, {
  setDesired: async (ctx, { body }) => setDesired(ctx, await seeDevice(ctx, 'oven', body.id), body),
  readValues: async (ctx, { body }) =>
    readValues(ctx, { deviceId: (await seeDevice(ctx, 'oven', body.id)).id, identifiers: body.identifiers }),
  setTags: async (ctx, { body }) => setTags(ctx, await seeDevice(ctx, 'oven', body.id), body),
  firmwares: async (ctx, { query }) => listFirmwares(ctx.db, await seeDevice(ctx, 'oven', query.id), query),
  logs: async (ctx, { query }) => listLogs(ctx.db, await seeDevice(ctx, 'oven', query.id), query),
  askForLogs: async (ctx, { body }) => askForLogs(ctx, await seeDevice(ctx, 'oven', body.id), body.isAsked),
  trace: (ctx, { query, signal }) => watchMessages(ctx, () => seeDevice(ctx, 'oven', query.id), signal),
  coolerSetDesired: async (ctx, { body }) => setDesired(ctx, await seeDevice(ctx, 'cooler', body.id), body),
  coolerReadValues: async (ctx, { body }) =>
    readValues(ctx, { deviceId: (await seeDevice(ctx, 'cooler', body.id)).id, identifiers: body.identifiers }),
  coolerSetTags: async (ctx, { body }) => setTags(ctx, await seeDevice(ctx, 'cooler', body.id), body),
  coolerFirmwares: async (ctx, { query }) => listFirmwares(ctx.db, await seeDevice(ctx, 'cooler', query.id), query),
  coolerLogs: async (ctx, { query }) => listLogs(ctx.db, await seeDevice(ctx, 'cooler', query.id), query),
  coolerAskForLogs: async (ctx, { body }) => askForLogs(ctx, await seeDevice(ctx, 'cooler', body.id), body.isAsked),
  coolerTrace: (ctx, { query, signal }) => watchMessages(ctx, () => seeDevice(ctx, 'cooler', query.id), signal),
})
