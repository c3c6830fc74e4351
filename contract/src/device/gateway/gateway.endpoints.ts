import { z } from 'zod'
import { endpoints, get, nothing, post } from '../../endpoint.ts'
import { pageOf } from '../../paging.ts'
import type { DeviceKind } from '../../product/product.model.ts'
import {
  GatewayOption,
  GatewayQuery,
  SubDeviceRow,
  SubDeviceSearch,
  SubDevicesAdded,
  SubDevicesRemoved,
} from './gateway.model.ts'

/** Ovens and coolers have the same calls, on their own paths and with their own codes. */
function callsOf<K extends DeviceKind>(kind: K, path: string, en: string, zh: string) {
  return {
    subDevices: get(`${path}/gateway/sub/page`, {
      access: `${kind}:view`,
      summary: { en: `Sub-devices behind ${en}`, zh: `${zh}下挂子设备` },
      query: SubDeviceSearch,
      reply: pageOf(SubDeviceRow),
    }),
    addSubDevices: post(`${path}/gateway/sub/add`, {
      access: `${kind}:update`,
      summary: { en: `Put sub-devices behind ${en}`, zh: `为${zh}添加子设备` },
      description: 'The gateway is told (`thing/topo/change`). One that is behind another gateway comes over.',
      body: SubDevicesAdded,
      reply: nothing,
    }),
    removeSubDevices: post(`${path}/gateway/sub/remove`, {
      access: `${kind}:update`,
      summary: { en: `Take sub-devices from ${en}`, zh: `移除${zh}下挂子设备` },
      body: SubDevicesRemoved,
      reply: nothing,
    }),
  }
}

const oven = callsOf('oven', '/web/device', 'an oven', '烤箱设备')
const cooler = callsOf('cooler', '/web/device/cooler', 'a refrigeration device', '制冷设备')

/** Gateways and what hangs behind them. */
export const gatewayApi = endpoints('device', {
  gateways: get('/web/device/gateway/select', {
    access: 'signed-in',
    summary: { en: 'Gateways to choose from', zh: '网关下拉选项' },
    description: 'At most 50, by SN, within the caller’s own organisations; with `id` that one first.',
    query: GatewayQuery,
    reply: z.array(GatewayOption),
  }),
  ...oven,
  coolerSubDevices: cooler.subDevices,
  coolerAddSubDevices: cooler.addSubDevices,
  coolerRemoveSubDevices: cooler.removeSubDevices,
})

/** The calls of one kind under common names. */
export const gatewayCalls = {
  oven: {
    subDevices: gatewayApi.subDevices,
    addSubDevices: gatewayApi.addSubDevices,
    removeSubDevices: gatewayApi.removeSubDevices,
  },
  cooler: {
    subDevices: gatewayApi.coolerSubDevices,
    addSubDevices: gatewayApi.coolerAddSubDevices,
    removeSubDevices: gatewayApi.coolerRemoveSubDevices,
  },
} as const
