import { z } from 'zod'
import { endpoints, get, live, nothing, post } from '../../endpoint.ts'
import { pageOf } from '../../paging.ts'
import type { DeviceKind } from '../../product/product.model.ts'
import { CommandRow } from '../device.model.ts'
import {
  DesiredDraft,
  DesiredSet,
  DeviceLogRow,
  DeviceLogSearch,
  DeviceLogSwitch,
  FirmwareRow,
  FirmwareSearch,
  TagsChange,
  TraceEvent,
  TraceQuery,
  ValuesAsked,
} from './record.model.ts'

/** Ovens and coolers have the same calls, on their own paths and with their own codes. */
function callsOf<K extends DeviceKind>(kind: K, path: string, en: string, zh: string) {
  return {
    setDesired: post(`${path}/shadow/desired`, {
      access: `${kind}:command`,
      summary: { en: `Set desired values of ${en}`, zh: `设置${zh}期望值` },
      description:
        'Refused with 409 where desired values were changed since `version`. Values that make an oven hot need `confirmsHeat`. An offline device gets them when it asks.',
      body: DesiredDraft,
      reply: DesiredSet,
      perMinute: 120,
    }),
    readValues: post(`${path}/command/read`, {
      access: `${kind}:command`,
      summary: { en: `Ask ${en} for its values`, zh: `读取${zh}当前属性值` },
      description:
        'Of all that the thing model has, or of `identifiers`. Answers rows of the ledger, one for 200 properties and for each way of asking: Alink, or registers of a Modbus unit. What the device answers is a report of its own.',
      body: ValuesAsked,
      reply: z.array(CommandRow),
      perMinute: 60,
    }),
    setTags: post(`${path}/tag/update`, {
      access: `${kind}:update`,
      summary: { en: `Edit the tags of ${en}`, zh: `编辑${zh}标签` },
      body: TagsChange,
      reply: nothing,
    }),
    firmwares: get(`${path}/firmware/page`, {
      access: `${kind}:view`,
      summary: { en: `Firmware versions of ${en}`, zh: `${zh}固件版本记录` },
      query: FirmwareSearch,
      reply: pageOf(FirmwareRow),
    }),
    logs: get(`${path}/log/page`, {
      access: `${kind}:view`,
      summary: { en: `Lines that ${en} logged`, zh: `${zh}设备日志` },
      query: DeviceLogSearch,
      reply: pageOf(DeviceLogRow).extend({ isAsked: z.boolean() }),
    }),
    askForLogs: post(`${path}/log/switch`, {
      access: `${kind}:update`,
      summary: { en: `Ask ${en} for its log`, zh: `开启/关闭${zh}日志上报` },
      body: DeviceLogSwitch,
      reply: nothing,
    }),
    trace: live(`${path}/msg/live`, {
      access: `${kind}:view`,
      summary: { en: `Messages of ${en}, live`, zh: `${zh}实时消息` },
      query: TraceQuery,
      event: TraceEvent,
    }),
  }
}

const oven = callsOf('oven', '/web/device', 'an oven', '烤箱设备')
const cooler = callsOf('cooler', '/web/device/cooler', 'a refrigeration device', '制冷设备')

/** Spec 7, device and device/cooler: what is kept of one device beside what it reports. */
export const recordApi = endpoints('device', {
  ...oven,
  coolerSetDesired: cooler.setDesired,
  coolerReadValues: cooler.readValues,
  coolerSetTags: cooler.setTags,
  coolerFirmwares: cooler.firmwares,
  coolerLogs: cooler.logs,
  coolerAskForLogs: cooler.askForLogs,
  coolerTrace: cooler.trace,
})

/** The calls of one kind under common names. */
export const recordCalls = {
  oven: {
    setDesired: recordApi.setDesired,
    readValues: recordApi.readValues,
    setTags: recordApi.setTags,
    firmwares: recordApi.firmwares,
    logs: recordApi.logs,
    askForLogs: recordApi.askForLogs,
    trace: recordApi.trace,
  },
  cooler: {
    setDesired: recordApi.coolerSetDesired,
    readValues: recordApi.coolerReadValues,
    setTags: recordApi.coolerSetTags,
    firmwares: recordApi.coolerFirmwares,
    logs: recordApi.coolerLogs,
    askForLogs: recordApi.coolerAskForLogs,
    trace: recordApi.coolerTrace,
  },
} as const
