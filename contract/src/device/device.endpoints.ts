import { z } from 'zod'
import { endpoints, get, live, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { pageOf } from '../paging.ts'
import { EnumOption } from '../product/product.model.ts'
import { Curve, CurveQuery } from './curve.model.ts'
import {
  CommandDraft,
  CommandRow,
  CommandSearch,
  DeviceDetail,
  DeviceRow,
  DeviceSearch,
  DeviceTotals,
  HistoryRow,
  HistorySearch,
  LiveEvent,
  LiveIds,
  MessageRow,
  MessageSearch,
  Shadow,
} from './device.model.ts'
import { EventRow, EventSearch } from './event.model.ts'
import { OnlineRow, OnlineSearch } from './online.model.ts'

const ById = z.strictObject({ id: Id })
const noFilter = z.strictObject({})
const LiveQuery = z.strictObject({
  /** One device, with its shadow and commands. */
  id: Id.optional(),
  /** The devices on a page, commas between (`0`: none), state only; of the others it is said how many changed. Without either every device of the caller's. */
  ids: LiveIds.optional(),
})

/**
 * Spec 7, device and device/cooler. An oven and a cooler have the same calls on their own paths, each kind with its own
 * operation codes; an id of the other kind answers as if it did not exist.
 */
const choices = (path: string, en: string, zh: string) =>
  get(`/commons/enums/${path}`, {
    access: 'signed-in',
    summary: { en, zh },
    query: noFilter,
    reply: z.array(EnumOption),
  })

export const deviceApi = endpoints('device', {
  deviceStates: choices('device/state', 'Working states of ovens to choose from', '烤箱工作状态选项'),
  coolerStates: choices(
    'device/cooler/state',
    'Working states of refrigeration devices to choose from',
    '制冷设备工作状态选项',
  ),
  onlineStates: choices('device/online', 'Online states to choose from', '在线状态选项'),
  faultCodes: choices('fault/code', 'Fault codes of ovens to choose from', '烤箱故障码选项'),
  coolerFaultCodes: choices(
    'cooler/fault/code',
    'Fault codes of refrigeration devices to choose from',
    '制冷设备故障码选项',
  ),
  list: get('/web/device/page', {
    access: 'oven:view',
    summary: { en: 'Ovens', zh: '烤箱设备列表' },
    query: DeviceSearch,
    reply: pageOf(DeviceRow),
  }),
  coolerList: get('/web/device/cooler/list', {
    access: 'cooler:view',
    summary: { en: 'Refrigeration devices', zh: '制冷设备列表' },
    query: DeviceSearch,
    reply: pageOf(DeviceRow),
  }),
  totals: get('/web/device/total', {
    access: 'oven:view',
    summary: { en: 'Ovens by state', zh: '烤箱设备状态统计' },
    query: noFilter,
    reply: DeviceTotals,
  }),
  coolerTotals: get('/web/device/cooler/total', {
    access: 'cooler:view',
    summary: { en: 'Refrigeration devices by state', zh: '制冷设备状态统计' },
    query: noFilter,
    reply: DeviceTotals,
  }),
  detail: get('/web/device/detail', {
    access: 'oven:view',
    summary: { en: 'One oven', zh: '烤箱设备详情' },
    query: ById,
    reply: DeviceDetail,
  }),
  coolerDetail: get('/web/device/cooler/detail', {
    access: 'cooler:view',
    summary: { en: 'One refrigeration device', zh: '制冷设备详情' },
    query: ById,
    reply: DeviceDetail,
  }),
  shadow: get('/web/device/shadow/page', {
    access: 'oven:view',
    summary: { en: 'Shadow of an oven', zh: '烤箱设备影子' },
    description: 'Every property reported at least once, in the order of the thing model.',
    query: ById,
    reply: Shadow,
  }),
  coolerShadow: get('/web/device/cooler/shadow', {
    access: 'cooler:view',
    summary: { en: 'Shadow of a refrigeration device', zh: '制冷设备影子' },
    query: ById,
    reply: Shadow,
  }),
  uninstalledShadow: get('/web/device/uninstalled/shadow/page', {
    access: 'oven:view',
    summary: { en: 'Shadow of an oven that is not installed', zh: '未安装烤箱设备影子' },
    description: 'As of an installed one; an installed oven answers as if it did not exist.',
    query: ById,
    reply: Shadow,
  }),
  curve: get('/web/device/history/record', {
    access: 'oven:view',
    summary: { en: 'Curves of an oven', zh: '烤箱设备历史曲线' },
    description: 'At most about 1,000 points a series: buckets of min, max and mean where there are more reports.',
    query: CurveQuery,
    reply: Curve,
  }),
  coolerCurve: get('/web/device/cooler/history/record', {
    access: 'cooler:view',
    summary: { en: 'Curves of a refrigeration device', zh: '制冷设备历史曲线' },
    query: CurveQuery,
    reply: Curve,
  }),
  history: get('/web/device/history/record/page', {
    access: 'oven:view',
    summary: { en: 'Reports of an oven', zh: '烤箱设备历史记录' },
    query: HistorySearch,
    reply: pageOf(HistoryRow),
  }),
  uninstalledHistory: get('/web/device/uninstalled/history/record/page', {
    access: 'oven:view',
    summary: { en: 'Reports of an oven that is not installed', zh: '未安装烤箱设备历史记录' },
    description: 'As of an installed one; an installed oven answers as if it did not exist.',
    query: HistorySearch,
    reply: pageOf(HistoryRow),
  }),
  coolerHistory: get('/web/device/cooler/history', {
    access: 'cooler:view',
    summary: { en: 'Reports of a refrigeration device', zh: '制冷设备历史记录' },
    query: HistorySearch,
    reply: pageOf(HistoryRow),
  }),
  messages: get('/web/device/msg/page', {
    access: 'oven:view',
    summary: { en: 'Messages of an oven', zh: '烤箱设备消息' },
    query: MessageSearch,
    reply: pageOf(MessageRow),
  }),
  coolerMessages: get('/web/device/cooler/msg/page', {
    access: 'cooler:view',
    summary: { en: 'Messages of a refrigeration device', zh: '制冷设备消息' },
    query: MessageSearch,
    reply: pageOf(MessageRow),
  }),
  onlineLog: get('/web/device/msg/online', {
    access: 'oven:view',
    summary: { en: 'Online log of an oven', zh: '烤箱设备上下线记录' },
    query: OnlineSearch,
    reply: pageOf(OnlineRow),
  }),
  coolerOnlineLog: get('/web/device/cooler/msg/online', {
    access: 'cooler:view',
    summary: { en: 'Online log of a refrigeration device', zh: '制冷设备上下线记录' },
    query: OnlineSearch,
    reply: pageOf(OnlineRow),
  }),
  events: get('/web/device/event/page', {
    access: 'oven:view',
    summary: { en: 'Events of an oven', zh: '烤箱设备事件' },
    query: EventSearch,
    reply: pageOf(EventRow),
  }),
  coolerEvents: get('/web/device/cooler/event/page', {
    access: 'cooler:view',
    summary: { en: 'Events of a refrigeration device', zh: '制冷设备事件' },
    query: EventSearch,
    reply: pageOf(EventRow),
  }),
  commands: get('/web/device/command/page', {
    access: 'oven:view',
    summary: { en: 'Commands sent to an oven', zh: '烤箱设备指令记录' },
    query: CommandSearch,
    reply: pageOf(CommandRow),
  }),
  coolerCommands: get('/web/device/cooler/command/page', {
    access: 'cooler:view',
    summary: { en: 'Commands sent to a refrigeration device', zh: '制冷设备指令记录' },
    query: CommandSearch,
    reply: pageOf(CommandRow),
  }),
  sendCommand: post('/web/device/command/send', {
    access: 'oven:command',
    summary: { en: 'Send a command to an oven', zh: '向烤箱设备下发指令' },
    description: 'Answers the ledger row at once; its outcome follows on the live stream, within 60 seconds.',
    body: CommandDraft,
    reply: CommandRow,
    perMinute: 120,
  }),
  coolerSendCommand: post('/web/device/cooler/command/send', {
    access: 'cooler:command',
    summary: { en: 'Send a command to a refrigeration device', zh: '向制冷设备下发指令' },
    body: CommandDraft,
    reply: CommandRow,
    perMinute: 120,
  }),
  live: live('/web/device/live', {
    access: 'oven:view',
    summary: { en: 'Live states of ovens', zh: '烤箱设备实时状态' },
    query: LiveQuery,
    event: LiveEvent,
  }),
  coolerLive: live('/web/device/cooler/live', {
    access: 'cooler:view',
    summary: { en: 'Live states of refrigeration devices', zh: '制冷设备实时状态' },
    query: LiveQuery,
    event: LiveEvent,
  }),
})

/** The calls of one kind under common names, for what serves both. */
export const deviceCalls = {
  oven: {
    list: deviceApi.list,
    totals: deviceApi.totals,
    detail: deviceApi.detail,
    shadow: deviceApi.shadow,
    curve: deviceApi.curve,
    history: deviceApi.history,
    messages: deviceApi.messages,
    onlineLog: deviceApi.onlineLog,
    events: deviceApi.events,
    commands: deviceApi.commands,
    sendCommand: deviceApi.sendCommand,
    live: deviceApi.live,
  },
  cooler: {
    list: deviceApi.coolerList,
    totals: deviceApi.coolerTotals,
    detail: deviceApi.coolerDetail,
    shadow: deviceApi.coolerShadow,
    curve: deviceApi.coolerCurve,
    history: deviceApi.coolerHistory,
    messages: deviceApi.coolerMessages,
    onlineLog: deviceApi.coolerOnlineLog,
    events: deviceApi.coolerEvents,
    commands: deviceApi.coolerCommands,
    sendCommand: deviceApi.coolerSendCommand,
    live: deviceApi.coolerLive,
  },
} as const
