import type { z } from 'zod'
import { deviceApi } from '@brigade/contract/device/device.endpoints.ts'
import type { CommandDraft } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Ctx } from '../platform/http/context.ts'
import { implement } from '../platform/http/implement.ts'
import { requirePassword } from '../session/require-password.ts'
import { enumOptions } from './enum-options.ts'
import { readCurve } from './history/device-curve.ts'
import { readHistory } from './history/device-history.ts'
import { watchDevices } from './live/device-live.ts'
import { listCommands, listEvents, listMessages, listOnlineLog } from './device-record.store.ts'
import { readShadow } from './device-shadow.ts'
import { getDevice, listDevices, seeDevice, seeUninstalled, totalDevices } from './list-devices.ts'
import { requireHeatConfirmed, sendCommand } from './command/send-command.ts'

type Draft = z.output<typeof CommandDraft>

/** Scope and kind before the password, the password before anything about the device is said. */
async function command(ctx: Ctx, kind: DeviceKind, { password, confirmsHeat, ...draft }: Draft) {
  const device = await seeDevice(ctx, kind, draft.deviceId)
  await requirePassword(ctx, password)
  requireHeatConfirmed(kind, draft, confirmsHeat)
  return sendCommand(ctx, { ...draft, deviceId: device.id })
}

export const deviceRoutes = implement(deviceApi, {
  deviceStates: () => enumOptions.deviceStates,
  coolerStates: () => enumOptions.coolerStates,
  onlineStates: () => enumOptions.onlineStates,
  faultCodes: () => enumOptions.faultCodes,
  coolerFaultCodes: () => enumOptions.coolerFaultCodes,
  list: (ctx, { query }) => listDevices(ctx, 'oven', query),
  coolerList: (ctx, { query }) => listDevices(ctx, 'cooler', query),
  totals: (ctx) => totalDevices(ctx, 'oven'),
  coolerTotals: (ctx) => totalDevices(ctx, 'cooler'),
  detail: (ctx, { query }) => getDevice(ctx, 'oven', query.id),
  coolerDetail: (ctx, { query }) => getDevice(ctx, 'cooler', query.id),
  shadow: async (ctx, { query }) => readShadow(ctx.db, await seeDevice(ctx, 'oven', query.id)),
  coolerShadow: async (ctx, { query }) => readShadow(ctx.db, await seeDevice(ctx, 'cooler', query.id)),
  uninstalledShadow: async (ctx, { query }) => readShadow(ctx.db, await seeUninstalled(ctx, 'oven', query.id)),
  curve: async (ctx, { query }) => readCurve(ctx.db, await seeDevice(ctx, 'oven', query.id), query, ctx.clock.now()),
  coolerCurve: async (ctx, { query }) =>
    readCurve(ctx.db, await seeDevice(ctx, 'cooler', query.id), query, ctx.clock.now()),
  history: async (ctx, { query }) => readHistory(ctx.db, await seeDevice(ctx, 'oven', query.id), query),
  uninstalledHistory: async (ctx, { query }) => readHistory(ctx.db, await seeUninstalled(ctx, 'oven', query.id), query),
  coolerHistory: async (ctx, { query }) => readHistory(ctx.db, await seeDevice(ctx, 'cooler', query.id), query),
  messages: async (ctx, { query }) => listMessages(ctx.db, await seeDevice(ctx, 'oven', query.id), query),
  coolerMessages: async (ctx, { query }) => listMessages(ctx.db, await seeDevice(ctx, 'cooler', query.id), query),
  onlineLog: async (ctx, { query }) => listOnlineLog(ctx.db, await seeDevice(ctx, 'oven', query.id), query),
  coolerOnlineLog: async (ctx, { query }) => listOnlineLog(ctx.db, await seeDevice(ctx, 'cooler', query.id), query),
  events: async (ctx, { query }) => listEvents(ctx.db, await seeDevice(ctx, 'oven', query.id), query),
  coolerEvents: async (ctx, { query }) => listEvents(ctx.db, await seeDevice(ctx, 'cooler', query.id), query),
  commands: async (ctx, { query }) => listCommands(ctx.db, await seeDevice(ctx, 'oven', query.id), query),
  coolerCommands: async (ctx, { query }) => listCommands(ctx.db, await seeDevice(ctx, 'cooler', query.id), query),
  sendCommand: (ctx, { body }) => command(ctx, 'oven', body),
  coolerSendCommand: (ctx, { body }) => command(ctx, 'cooler', body),
  live: (ctx, { query, signal }) => watchDevices(ctx, { kind: 'oven', ...query, signal }),
  coolerLive: (ctx, { query, signal }) => watchDevices(ctx, { kind: 'cooler', ...query, signal }),
})
