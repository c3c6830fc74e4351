import { z } from 'zod'
import { endpoints, get } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { pageOf } from '../../paging.ts'
import { EnumOption } from '../../product/product.model.ts'
import { DeviceDetail, DeviceRow, DeviceSearch, DeviceTotals } from '../device.model.ts'
import { endpointsPerKind } from '../endpoints-per-kind.ts'
import {
  DeviceGroup,
  DeviceGroupsQuery,
  DeviceMap,
  DeviceMapQuery,
  DeviceTotalsQuery,
  UninstalledSearch,
} from './list.model.ts'

const noFilter = z.strictObject({})
const choices = (path: string, en: string, zh: string) =>
  get(`/commons/enums/${path}`, {
    access: 'signed-in',
    summary: { en, zh },
    query: noFilter,
    reply: z.array(EnumOption),
  })

/** Spec 7, commons: the choices of the lists' filters. */
export const deviceApi = endpoints('device', {
  deviceStates: choices('device/state', 'Working states of ovens to choose from', '烤箱工作状态选项'),
  coolerStates: choices(
    'device/cooler/state',
    'Working states of refrigeration devices to choose from',
    '制冷设备工作状态选项',
  ),
  onlineStates: choices('device/online', 'Online states to choose from', '在线状态选项'),
})

/** Spec 7, device and device/cooler: the two lists, their totals and their map, and one device. */
export const deviceCalls = endpointsPerKind('device', ({ kind, path, title, zh }) => ({
  list: get(kind === 'oven' ? `${path}/page` : `${path}/list`, {
    access: `${kind}:view`,
    summary: { en: title, zh: `${zh}列表` },
    query: DeviceSearch,
    reply: pageOf(DeviceRow),
  }),
  totals: get(`${path}/total`, {
    access: `${kind}:view`,
    summary: { en: `${title} by state`, zh: `${zh}状态统计` },
    description: 'Within the same filters as the list, without connection and state.',
    query: DeviceTotalsQuery,
    reply: DeviceTotals,
  }),
  groups: get(`${path}/group`, {
    access: `${kind}:view`,
    summary: { en: `${title} by customer or model`, zh: `${zh}按客户或型号统计` },
    description: 'Installed ones that the filters find, counted by customer or by model, the most first.',
    query: DeviceGroupsQuery,
    reply: pageOf(DeviceGroup),
  }),
  uninstalled: get(`${path}/page/uninstalled`, {
    access: `${kind}:view`,
    summary: { en: `${title} that are not installed`, zh: `未安装的${zh}列表` },
    query: UninstalledSearch,
    reply: pageOf(DeviceRow),
  }),
  map: get(`${path}/map`, {
    access: `${kind}:view`,
    summary: { en: `${title} by place`, zh: `${zh}地图分布` },
    description:
      'Installed ones that the filters find: by province, within a province by city, within a city by region; abroad by the place in words.',
    query: DeviceMapQuery,
    reply: DeviceMap,
  }),
  detail: get(`${path}/detail`, {
    access: `${kind}:view`,
    summary: { en: kind === 'oven' ? 'One oven' : 'One refrigeration device', zh: `${zh}详情` },
    query: z.strictObject({ id: Id }),
    reply: DeviceDetail,
  }),
}))
