import type { changeFields } from '@brigade/contract/device/record/record.model.ts'
import type { Words } from '@brigade/contract/locale.ts'

/** The change list names the fields of a record with these words. */
export const changeFieldWords: Readonly<Record<(typeof changeFields)[number], Words>> = {
  sn: { en: 'SN', zh: '序列号' },
  product: { en: 'Product model', zh: '产品型号' },
  name: { en: 'Name', zh: '设备名称' },
  mac: { en: 'MAC', zh: 'MAC 地址' },
  factoryArea: { en: 'Factory area', zh: '出厂区域' },
  note: { en: 'Note', zh: '备注' },
  gateway: { en: 'Gateway', zh: '所属网关' },
  unit: { en: 'Modbus unit', zh: 'Modbus 从站地址' },
  customer: { en: 'Organisation', zh: '所属组织' },
  place: { en: 'Place', zh: '所在地' },
  address: { en: 'Address', zh: '详细地址' },
  channelType: { en: 'Channel type', zh: '渠道类型' },
  channel: { en: 'Channel', zh: '渠道' },
  installedAt: { en: 'Installed', zh: '安装时间' },
  warrantyDays: { en: 'Warranty days', zh: '质保天数' },
  subDevice: { en: 'Sub-device', zh: '子设备' },
  boundUsers: { en: 'App users', zh: '绑定用户' },
  logAsked: { en: 'Device log', zh: '日志上报' },
}

export const tagFieldWords: Readonly<Record<'en' | 'zh', (key: string) => string>> = {
  en: (key) => `Tag ${key}`,
  zh: (key) => `标签 ${key}`,
}

export const switchWords: Readonly<Record<'on' | 'off', Words>> = {
  on: { en: 'On', zh: '开启' },
  off: { en: 'Off', zh: '关闭' },
}
