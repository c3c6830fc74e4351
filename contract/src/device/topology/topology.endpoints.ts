import { z } from 'zod'
import { endpoints, get, nothing, post } from '../../endpoint.ts'
import { pageOf } from '../../paging.ts'
import { endpointsPerKind } from '../endpoints-per-kind.ts'
import {
  GatewayOption,
  GatewayQuery,
  SubDeviceRow,
  SubDeviceSearch,
  SubDevicesAdded,
  SubDevicesRemoved,
} from './topology.model.ts'

/** Gateways and the sub-devices behind them. */
export const topologyApi = endpoints('device', {
  gateways: get('/web/device/gateway/select', {
    access: 'signed-in',
    summary: { en: 'Gateways to choose from', zh: '网关下拉选项' },
    description: 'At most 50, by SN, within the caller’s own organisations; with `id` that one first.',
    query: GatewayQuery,
    reply: z.array(GatewayOption),
  }),
})

export const topologyCalls = endpointsPerKind('device', ({ kind, path, one, zh }) => ({
  subDevices: get(`${path}/gateway/sub/page`, {
    access: `${kind}:view`,
    summary: { en: `Sub-devices behind ${one}`, zh: `${zh}下挂子设备` },
    query: SubDeviceSearch,
    reply: pageOf(SubDeviceRow),
  }),
  addSubDevices: post(`${path}/gateway/sub/add`, {
    access: `${kind}:update`,
    summary: { en: `Add sub-devices to ${one}`, zh: `为${zh}添加子设备` },
    description: 'The gateway is notified (`thing/topo/change`). One that is behind another gateway comes over.',
    body: SubDevicesAdded,
    reply: nothing,
  }),
  removeSubDevices: post(`${path}/gateway/sub/remove`, {
    access: `${kind}:update`,
    summary: { en: `Remove sub-devices from ${one}`, zh: `移除${zh}下挂子设备` },
    body: SubDevicesRemoved,
    reply: nothing,
  }),
}))
