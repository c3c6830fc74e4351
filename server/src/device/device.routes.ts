import { deviceApi, deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { implement, implementEach } from '../platform/http/implement.ts'
import { enumOptions } from './list/enum-options.ts'
import { groupDevices, totalDevices } from './list/device-totals.ts'
import { getDevice, listDevices, listPage } from './list/list-devices.ts'
import { mapDevices } from './list/device-map.ts'

export const deviceRoutes = [
  ...implement(deviceApi, {
    deviceStates: () => enumOptions.deviceStates,
    coolerStates: () => enumOptions.coolerStates,
    onlineStates: () => enumOptions.onlineStates,
  }),
  ...implementEach(deviceCalls, (kind) => ({
    list: (ctx, { query }) => listDevices(ctx, kind, query),
    totals: (ctx, { query }) => totalDevices(ctx, kind, query),
    groups: (ctx, { query }) => groupDevices(ctx, kind, query),
    uninstalled: (ctx, { query }) => listPage(ctx, { kind, installed: false }, query),
    map: (ctx, { query }) => mapDevices(ctx, kind, query),
    detail: (ctx, { query }) => getDevice(ctx, kind, query.id),
  })),
]
