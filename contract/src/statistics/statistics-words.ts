import type { Words } from '../locale.ts'
import type { FigureTab, FigureUnit } from './figure.model.ts'
import type { SplitBy, TopBy, TopOf } from './statistics.model.ts'

/** Words of the statistics that the screens, the export and the report share. */

const words = (en: string, zh: string): Words => ({ en, zh })

export const tabWords: Readonly<Record<FigureTab, Words>> = {
  devices: words('Devices', '设备'),
  users: words('Users', '用户'),
  recipes: words('Recipes', '菜谱'),
  faults: words('Faults', '故障'),
  searches: words('Searches', '搜索'),
}
export const unitWords: Readonly<Record<FigureUnit, Words>> = {
  devices: words('devices', '台'),
  users: words('users', '人'),
  times: words('times', '次'),
  recipes: words('recipes', '个'),
  faults: words('faults', '条'),
  commands: words('commands', '条'),
  share: words('%', '%'),
  perHundred: words('per 100 device-days', '条/百台日'),
  hours: words('h a day', '小时/日'),
  minutes: words('min', '分钟'),
  kWh: words('kWh', 'kWh'),
  litres: words('L', 'L'),
  perSecond: words('a second', '条/秒'),
}
export const splitWords: Readonly<Record<SplitBy, Words>> = {
  kind: words('Kind', '设备种类'),
  product: words('Model', '产品型号'),
  province: words('Province', '省份'),
  channel: words('Channel', '渠道'),
  warranty: words('Warranty', '质保状态'),
  firmware: words('Firmware', '固件版本'),
  appType: words('App type', '应用类型'),
  category: words('Category', '分类'),
  language: words('Language', '语言'),
  severity: words('Severity', '级别'),
  code: words('Code', '故障码'),
  cause: words('Cause', '故障原因'),
}
export const topWords: Readonly<Record<TopOf, Words>> = {
  models: words('Models', '产品型号'),
  customers: words('Organisations', '组织'),
  provinces: words('Provinces', '省份'),
  codes: words('Fault codes', '故障码'),
  recipes: words('Recipes', '菜谱'),
}
export const topByWords: Readonly<Record<TopBy, Words>> = {
  devices: words('by devices', '按设备数'),
  faults: words('by faults', '按故障数'),
  cooked: words('by times cooked', '按烹饪次数'),
  downloads: words('by downloads', '按下载次数'),
  favourites: words('by favourites', '按收藏数'),
}
