import { word } from '@brigade/contract/word.text.ts'
import type { changeFields } from '@brigade/contract/device/record/record.model.ts'
import type { Words } from '@brigade/contract/locale.ts'

/** The change list names the fields of a record with these words. */
export const changeFieldWords: Readonly<Record<(typeof changeFields)[number], Words>> = {
  sn: word.sn,
  product: word.productModel,
  name: word.deviceName,
  mac: word.mac,
  factoryArea: word.factoryArea,
  note: word.note,
  gateway: { en: 'Gateway', zh: '所属网关' },
  unit: { en: 'Modbus unit', zh: 'Modbus 从站地址' },
  customer: word.ofOrganisation,
  place: word.place,
  address: word.streetAddress,
  channelType: { en: 'Channel type', zh: '渠道类型' },
  channel: { en: 'Channel', zh: '渠道' },
  installedAt: { en: 'Installed', zh: '安装时间' },
  warrantyDays: { en: 'Warranty days', zh: '质保天数' },
  subDevice: { en: 'Sub-device', zh: '子设备' },
  boundUsers: word.appUsers,
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
