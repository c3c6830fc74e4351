import { comparisonCalls } from '@brigade/contract/telemetry/compare.endpoints.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { telemetryCalls, uninstalledApi } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { implement, implementEach } from '../platform/http/implement.ts'
import { listEvents } from './events/event.store.ts'
import { listMessages } from './messages/message.store.ts'
import { listOnlineLog } from './online-log.store.ts'
import { readShadowPage } from './shadow/read-shadow.ts'
import { seeDevice, seeDevices, seeUninstalled } from '../device/list/list-devices.ts'
import { watchDevices, type NewestCommands } from './live/device-live.ts'
import { askForLogs } from './logs/ask-for-logs.ts'
import { listLogs } from './logs/device-log.store.ts'
import { watchMessages } from './messages/watch-messages.ts'
import { compareDevices, listComparable } from './compare/compare-devices.ts'
import { downloadComparison, startComparisonExport } from './compare/export-comparison.ts'
import { readCurve } from './history/device-curve.ts'
import { readHistory } from './history/device-history.ts'
import { whyOffline } from './offline/why-offline.ts'

/** `newestCommands` reads the commands of one device that its live stream shows. */
export const telemetryRoutes = (newestCommands: NewestCommands) => [
  ...implementEach(telemetryCalls, (kind) => ({
    shadow: async (ctx, { query }) => readShadowPage(ctx, await seeDevice(ctx, kind, query.id), query),
    curve: async (ctx, { query }) => readCurve(ctx, await seeDevice(ctx, kind, query.id), query, ctx.clock.now()),
    comparable: async (ctx, { query }) => listComparable(ctx, await seeDevices(ctx, kind, query.ids)),
    compare: async (ctx, { query }) => compareDevices(ctx, await seeDevices(ctx, kind, query.ids), query),
    history: async (ctx, { query }) => readHistory(ctx, await seeDevice(ctx, kind, query.id), query),
    messages: async (ctx, { query }) => listMessages(ctx.db, await seeDevice(ctx, kind, query.id), query),
    trace: (ctx, { query, signal }) => watchMessages(ctx, () => seeDevice(ctx, kind, query.id), signal),
    onlineLog: async (ctx, { query }) => listOnlineLog(ctx.db, await seeDevice(ctx, kind, query.id), query),
    whyOffline: async (ctx, { query }) => whyOffline(ctx, await seeDevice(ctx, kind, query.id)),
    events: async (ctx, { query }) => listEvents(ctx.db, await seeDevice(ctx, kind, query.id), query),
    logs: async (ctx, { query }) => listLogs(ctx.db, await seeDevice(ctx, kind, query.id), query),
    askForLogs: async (ctx, { body }) => askForLogs(ctx, await seeDevice(ctx, kind, body.id), body.isAsked),
  })),
  ...implementEach(comparisonCalls, (kind) => ({
    exportComparison: (ctx, { query }) => downloadComparison(ctx, kind, query),
    startComparisonExport: (ctx, { body }) => startComparisonExport(ctx, kind, body),
  })),
  ...implementEach(liveCalls, (kind) => ({
    live: (ctx, { query, signal }) => watchDevices(ctx, { kind, ...query, signal, newestCommands }),
  })),
  ...implement(uninstalledApi, {
    uninstalledShadow: async (ctx, { query }) =>
      readShadowPage(ctx, await seeUninstalled(ctx, 'oven', query.id), query),
    uninstalledHistory: async (ctx, { query }) => readHistory(ctx, await seeUninstalled(ctx, 'oven', query.id), query),
  }),
]
