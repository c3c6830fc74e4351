import { word } from '@brigade/contract/word.text.ts'
import type { DeviceState } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import type { z } from 'zod'
import { words } from '@brigade/contract/text.ts'

/** Names of the states in list, totals and head card. An oven that cools down is 冷却中, a cooler that cools 制冷中. */
export const stateWords: Readonly<Record<DeviceKind, Readonly<Record<z.output<typeof DeviceState>, Words>>>> = (() => {
  const oven = {
    standby: { en: 'Standby', zh: '待机' },
    preheating: { en: 'Preheating', zh: '预热中' },
    cooking: { en: 'Cooking', zh: '烹饪中' },
    completed: { en: 'Completed', zh: '烹饪完成' },
    cooling: { en: 'Cooling', zh: '冷却中' },
    washing: { en: 'Washing', zh: '清洗中' },
    error: { en: 'Error', zh: '故障' },
    defrosting: { en: 'Defrosting', zh: '除霜中' },
    online: word.online,
    offline: word.offline,
  }
  return { oven, cooler: { ...oven, cooling: { en: 'Cooling', zh: '制冷中' } } }
})()

/** The device list, of ovens and of coolers. */
export const deviceListText = words({
  ovens: { en: 'Oven devices', zh: '烤箱设备' },
  coolers: word.refrigerationDevices,
  totals: { en: 'Totals by state', zh: '按状态统计' },
  all: { en: 'All devices', zh: '全部设备' },

  keyword: word.nameSnOrMac,
  connection: word.connection,
  anyConnection: word.onlineOrOffline,
  workState: { en: 'Work state', zh: '工作状态' },
  anyState: word.anyState,
  customer: word.customer,
  allCustomers: word.allCustomers,
  warranty: { en: 'Warranty', zh: '质保' },
  anyWarranty: { en: 'Any warranty', zh: '全部' },
  address: word.installedAddress,
  installedIn: { en: 'Installed in', zh: '安装地区' },
  addressHint: { en: 'Part of the address', zh: '地址中的文字' },
  firmware: word.firmwareVersion,
  firmwareHint: { en: 'Such as 02.04.11', zh: '如 02.04.11' },
  installed: { en: 'Installed between', zh: '安装时间' },

  sn: word.sn,
  name: word.deviceName,
  productModel: word.model,
  state: word.state,
  firmwareColumn: word.firmware,
  lastSeen: word.lastSeen,
  mac: word.mac,
  created: { en: 'Registered', zh: '登记时间' },

  minutesLeft: {
    en: (p: { minutes: number }) => `${p.minutes} min`,
    zh: (p: { minutes: number }) => `剩 ${p.minutes} 分钟`,
  },

  sendCommand: { en: 'Send command', zh: '下发指令' },
  offlineFor: {
    en: (p: { duration: string }) => `Offline for ${p.duration}: commands cannot reach it`,
    zh: (p: { duration: string }) => `已离线 ${p.duration}，无法下发指令`,
  },
  neverOnline: { en: 'Has never been online: commands cannot reach it', zh: '设备从未上线，无法下发指令' },
  curve: { en: 'History curve', zh: '历史曲线' },
  copySn: { en: 'Copy SN', zh: '复制序列号' },
  copied: { en: (p: { what: string }) => `Copied ${p.what}`, zh: (p: { what: string }) => `已复制 ${p.what}` },
  copyFailed: { en: 'Copy failed', zh: '复制失败' },
  copySns: { en: 'Copy SNs', zh: '复制序列号' },
  copiedSns: {
    en: (p: { count: number }) => `Copied ${p.count} SNs`,
    zh: (p: { count: number }) => `已复制 ${p.count} 个序列号`,
  },
  onlineLog: { en: 'Online log', zh: '上下线日志' },
  messages: word.messages,

  waiting: {
    en: (p: { changed: number; added: number }) =>
      [p.changed > 0 ? `${p.changed} just changed` : '', p.added > 0 ? `${p.added} added` : '']
        .filter(Boolean)
        .join(', '),
    zh: (p: { changed: number; added: number }) =>
      [p.changed > 0 ? `${p.changed} 台刚有变化` : '', p.added > 0 ? `新增 ${p.added} 台` : '']
        .filter(Boolean)
        .join('，'),
  },
  load: { en: 'Load', zh: '加载' },

  emptyTitle: { en: 'No devices yet', zh: '暂无设备' },
  emptyOvens: {
    en: 'Ovens appear here when they are registered and given to one of your customers.',
    zh: '烤箱登记并分配给所属客户后，将显示在这里。',
  },
  emptyCoolers: {
    en: 'Refrigerators appear here when they are registered and given to one of your customers.',
    zh: '制冷设备登记并分配给所属客户后，将显示在这里。',
  },
})
