import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { warrantyOf } from '@brigade/contract/device/device.rules.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import { coolerWorkStates, ovenWorkStates } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import type { TableColumn } from '../../platform/excel/table.ts'
import { areaNames } from '../../system/area/areas.ts'
import type { ExportedDevice } from './export.store.ts'

/** The columns of an import of installed devices: those of its template, and the first of an export. */
export const importHeads = {
  sn: { en: 'SN', zh: 'SN' },
  name: { en: 'Name', zh: '设备名称' },
  productKey: { en: 'Product key', zh: '产品标识' },
  mac: { en: 'MAC', zh: 'MAC 地址' },
  organisation: { en: 'Customer', zh: '所属客户' },
  province: { en: 'Province', zh: '省' },
  city: { en: 'City', zh: '市' },
  region: { en: 'Region', zh: '区县' },
  place: { en: 'Place', zh: '境外地点' },
  address: { en: 'Address', zh: '详细地址' },
  channelType: { en: 'Channel type', zh: '渠道类型' },
  channel: { en: 'Channel', zh: '渠道' },
  installedAt: { en: 'Installed at', zh: '安装时间' },
  warrantyDays: { en: 'Warranty days', zh: '质保天数' },
  factoryArea: { en: 'Factory area', zh: '出厂区域' },
  note: { en: 'Note', zh: '备注' },
} as const satisfies Readonly<Record<string, Words>>
export type ImportColumn = keyof typeof importHeads

/** The columns of an import of uninstalled devices; their organisation need not be a customer. */
export const uninstalledHeads = {
  sn: importHeads.sn,
  name: importHeads.name,
  productKey: importHeads.productKey,
  mac: importHeads.mac,
  organisation: { en: 'Organisation', zh: '所属组织' },
  factoryArea: importHeads.factoryArea,
  note: importHeads.note,
} as const satisfies Readonly<Partial<Record<ImportColumn, Words>>>

/** Columns of an export only. An import recognises and ignores them, so that an exported file can be imported. */
export const exportHeads = {
  product: { en: 'Product', zh: '产品' },
  state: { en: 'State', zh: '状态' },
  fault: { en: 'Fault', zh: '故障码' },
  enabled: { en: 'Enabled', zh: '启用' },
  bound: { en: 'Bound', zh: '绑定' },
  warranty: { en: 'Warranty', zh: '质保状态' },
  warrantyUntil: { en: 'Warranty until', zh: '质保到期' },
  firmwareVersion: { en: 'Firmware', zh: '固件版本' },
  wifiFirmware: { en: 'Wi-Fi firmware', zh: 'Wi-Fi 固件版本' },
  boundUsers: { en: 'App users', zh: '绑定用户数' },
  lastSeenAt: { en: 'Last seen', zh: '最近通信' },
  activatedAt: { en: 'Activated', zh: '激活时间' },
  createdAt: { en: 'Added', zh: '登记时间' },
} as const satisfies Readonly<Record<string, Words>>

export const channelTypeWords = {
  direct: { en: 'Direct', zh: '直销' },
  distributor: { en: 'Distributor', zh: '经销商' },
  agent: { en: 'Agent', zh: '代理商' },
  online: { en: 'Online', zh: '线上' },
} as const satisfies Readonly<Record<string, Words>>

const yes = { en: 'Yes', zh: '是' }
const no = { en: 'No', zh: '否' }
const onlineWords = { en: 'Online', zh: '在线' }
const offlineWords = { en: 'Offline', zh: '离线' }
const warrantyWords = {
  in: { en: 'In warranty', zh: '在保' },
  over: { en: 'Over', zh: '过保' },
  unregistered: { en: 'Not registered', zh: '未登记' },
}

function stateOf({ online, workState }: ExportedDevice, kind: DeviceKind): Words {
  if (!online) return offlineWords
  return (kind === 'oven' ? ovenWorkStates : coolerWorkStates).find(({ value }) => value === workState) ?? onlineWords
}

type Writing = Readonly<{ kind: DeviceKind; installed: boolean; locale: Locale; nowMs: number }>
type Column = TableColumn<ExportedDevice>

/** The columns of an export, with names of areas and states in a language. */
export function deviceColumns({ kind, installed, locale, nowMs }: Writing): readonly Column[] {
  const text = (head: Words, value: (device: ExportedDevice) => string): Column => ({ head, type: 'text', value })
  const time = (head: Words, value: (device: ExportedDevice) => string | null): Column => ({
    head,
    type: 'instant',
    value,
  })
  const area = (code: string) => areaNames(code, locale).at(-1) ?? code
  const known = [
    text(importHeads.sn, ({ sn }) => sn),
    text(importHeads.name, ({ name }) => name),
    text(importHeads.productKey, ({ productKey }) => productKey),
    text(importHeads.mac, ({ mac }) => mac),
  ]
  const standing = [
    text(importHeads.organisation, ({ organisation }) => organisation),
    text(importHeads.province, ({ province }) => area(province)),
    text(importHeads.city, ({ city }) => area(city)),
    text(importHeads.region, ({ region }) => area(region)),
    // Words that are derived from the codes are left empty.
    text(importHeads.place, ({ province, place }) => (province === '' ? place : '')),
    text(importHeads.address, ({ address }) => address),
    text(importHeads.channelType, ({ channelType }) =>
      channelType === null ? '' : channelTypeWords[channelType][locale],
    ),
    text(importHeads.channel, ({ channel }) => channel),
    time(importHeads.installedAt, ({ installedAt }) => installedAt),
    { head: importHeads.warrantyDays, type: 'number' as const, value: (device: ExportedDevice) => device.warrantyDays },
  ]
  const described = [
    text(importHeads.factoryArea, ({ factoryArea }) => factoryArea),
    text(importHeads.note, ({ note }) => note),
    text(exportHeads.product, ({ product, productEn }) => (locale === 'zh' ? product : productEn)),
    text(exportHeads.state, (device) => stateOf(device, kind)[locale]),
    text(exportHeads.fault, ({ faultCode }) => faultCode),
    text(exportHeads.enabled, ({ enabled }) => (enabled ? yes : no)[locale]),
    text(exportHeads.bound, ({ bound }) => (bound ? yes : no)[locale]),
    { head: exportHeads.boundUsers, type: 'number' as const, value: (device: ExportedDevice) => device.boundUsers },
  ]
  const warranty = [
    text(exportHeads.warranty, ({ warrantyUntil }) => {
      const until = warrantyUntil === null ? null : Date.parse(warrantyUntil)
      return warrantyWords[warrantyOf(until, nowMs)][locale]
    }),
    time(exportHeads.warrantyUntil, ({ warrantyUntil }) => warrantyUntil),
  ]
  const rest = [
    text(exportHeads.firmwareVersion, ({ firmwareVersion }) => firmwareVersion),
    text(exportHeads.wifiFirmware, ({ wifiFirmware }) => wifiFirmware),
    time(exportHeads.lastSeenAt, ({ lastSeenAt }) => lastSeenAt),
    time(exportHeads.activatedAt, ({ activatedAt }) => activatedAt),
    time(exportHeads.createdAt, ({ createdAt }) => createdAt),
  ]
  const organisation = text(uninstalledHeads.organisation, (device) => device.organisation)
  return installed
    ? [...known, ...standing, ...described, ...warranty, ...rest]
    : [...known, organisation, ...described, ...rest]
}
