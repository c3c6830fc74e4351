import type { Locale, Words } from '../locale.ts'
import type { AlertType, Condition, FaultCategory, FaultRow, Handling, RecordType, Severity } from './record.model.ts'

export const categoryNames: Readonly<Record<FaultCategory, Words>> = {
  sensor: { en: 'Sensor', zh: '传感器' },
  heating: { en: 'Heating', zh: '加热' },
  water: { en: 'Steam and water', zh: '蒸汽与供水' },
  cooling: { en: 'Cooling', zh: '制冷' },
  fan: { en: 'Fan', zh: '风机' },
  door: { en: 'Door', zh: '门' },
  electrical: { en: 'Electrical', zh: '电气' },
  communication: { en: 'Communication', zh: '通信' },
  other: { en: 'Other', zh: '其他' },
}

export const alertTypeNames: Readonly<Record<AlertType, Words>> = {
  device: { en: 'Reported by the device', zh: '设备上报' },
  threshold: { en: 'Threshold', zh: '阈值' },
  excursion: { en: 'Excursion', zh: '温度超限' },
  'no-data': { en: 'No data', zh: '无数据' },
  offline: { en: 'Offline', zh: '离线' },
}

export const severityNames: Readonly<Record<Severity, Words>> = {
  critical: { en: 'Critical', zh: '紧急' },
  major: { en: 'Major', zh: '重要' },
  minor: { en: 'Minor', zh: '次要' },
  notice: { en: 'Notice', zh: '提示' },
}

export const recordTypeNames: Readonly<Record<RecordType, Words>> = {
  fault: { en: 'Fault', zh: '故障' },
  alarm: { en: 'Alarm', zh: '告警' },
}

export const conditionNames: Readonly<Record<Condition, Words>> = {
  active: { en: 'Active', zh: '未消除' },
  eliminated: { en: 'Cleared', zh: '已消除' },
  withdrawn: { en: 'Withdrawn', zh: '已撤回' },
}

export const handlingNames: Readonly<Record<Handling, Words>> = {
  new: { en: 'New', zh: '待确认' },
  acknowledged: { en: 'Acknowledged', zh: '已确认' },
  'in-hand': { en: 'In progress', zh: '处理中' },
  closed: { en: 'Closed', zh: '已关闭' },
}

/** Of a closed record: it closed by itself, or before causes were recorded. */
export const noCause: Words = { en: 'No cause recorded', zh: '未记录原因' }

/** Empty for what is not closed, or was never true. */
export function closingCauseIn(
  locale: Locale,
  { closingCause, handling, condition }: Pick<FaultRow, 'closingCause' | 'handling' | 'condition'>,
): string {
  if (closingCause !== null) return closingCause.name[locale]
  return handling === 'closed' && condition !== 'withdrawn' ? noCause[locale] : ''
}

/** Detected by the server, not reported by the device. */
export const isOfServer = (alertType: AlertType | null): alertType is 'excursion' | 'no-data' | 'offline' =>
  alertType === 'excursion' || alertType === 'no-data' || alertType === 'offline'

type Coded = Readonly<{ alertType: AlertType | null; identifier: string; code: string }>
/** The code for a sentence; empty if the name of the record is sufficient. */
export function codeInSentence({ alertType, identifier, code }: Coded, isNamed: boolean): string {
  if (isOfServer(alertType)) return ''
  return code === '' && !isNamed ? identifier : code
}

type ServerAlarm = Readonly<{
  identifier: string
  severity: Severity
  category: FaultCategory
  name: Words
  reason: Words
  remedy: Words
}>

const excursion = { identifier: 'Excursion', severity: 'critical', category: 'cooling' } as const
const tooWarm: ServerAlarm = {
  ...excursion,
  name: { en: 'Temperature above its limit', zh: '温度超限（高于上限）' },
  reason: {
    en: 'The cabinet was above its limit for longer than its delay, and neither a defrost nor an open door explains it.',
    zh: '柜内温度高于上限的时间超过延时，且不是除霜或开门所致。',
  },
  remedy: {
    en: 'Move the food to another cabinet. Check door, gasket and condenser, and whether the compressor runs.',
    zh: '先将食材移至其他冷柜，再检查柜门、门封条、冷凝器以及压缩机是否运转。',
  },
}
const tooCold: ServerAlarm = {
  ...excursion,
  name: { en: 'Temperature below its limit', zh: '温度超限（低于下限）' },
  reason: {
    en: 'The cabinet was below its limit for longer than its delay.',
    zh: '柜内温度低于下限的时间超过延时。',
  },
  remedy: {
    en: 'Check the set point. If it is right, switch the cabinet off and call service before food freezes.',
    zh: '检查设定温度；设定正确时断电并联系维修，避免食材冻伤。',
  },
}
const noData: ServerAlarm = {
  identifier: 'NoData',
  severity: 'major',
  category: 'communication',
  name: { en: 'Online, but reports no data', zh: '在线但无数据上报' },
  reason: {
    en: 'The device is online but has reported nothing for an hour: its temperature is not known.',
    zh: '设备在线，但一小时内没有上报任何数据，当前温度未知。',
  },
  remedy: {
    en: 'Read the temperature at the cabinet. Switch it off and on; if the problem persists, have the controller or its network module checked.',
    zh: '现场读取柜内温度；断电重启后仍无数据，检查控制器与通信模块。',
  },
}
const offline: ServerAlarm = {
  identifier: 'Offline',
  severity: 'major',
  category: 'communication',
  name: { en: 'Offline', zh: '设备离线' },
  reason: {
    en: 'The device has been offline for an hour: its temperature is not known.',
    zh: '设备离线已超过一小时，当前温度未知。',
  },
  remedy: {
    en: 'Read the temperature at the cabinet. Check its power supply, then the network of the site.',
    zh: '现场读取柜内温度；检查设备供电，再检查现场网络。',
  },
}

/** Alarms that the server raises: of no product, so that no code describes them. */
export function serverAlarmOf(alertType: Exclude<AlertType, 'device' | 'threshold'>, code: string): ServerAlarm {
  if (alertType === 'excursion') return code === 'low' ? tooCold : tooWarm
  return alertType === 'no-data' ? noData : offline
}
