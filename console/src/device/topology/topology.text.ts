import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

export const subsText = words({
  title: { en: 'Sub-devices', zh: '子设备' },
  keyword: { en: 'Name or SN', zh: '名称或序列号' },
  connection: word.connection,
  any: word.onlineOrOffline,
  online: word.online,
  offline: word.offline,
  sn: word.sn,
  name: word.deviceName,
  product: word.model,
  state: word.state,
  unit: { en: 'Unit', zh: '从站地址' },
  lastSeen: word.lastSeen,
  addedAt: word.added,
  gatewayOffline: {
    en: 'The gateway is offline: its sub-devices cannot be reached until it connects.',
    zh: '网关离线，上线前无法与其子设备通信。',
  },
  add: { en: 'Add sub-devices', zh: '添加子设备' },
  remove: word.remove,
  removeTitle: { en: 'Remove sub-devices', zh: '移除子设备' },
  removeBody: {
    en: (p: { count: number }) =>
      p.count === 1
        ? 'This sub-device is removed from the gateway and goes offline. Its record and history stay.'
        : `These ${p.count} sub-devices are removed from the gateway and go offline. Their records and history stay.`,
    zh: (p: { count: number }) => `${p.count} 台子设备将从该网关移除并下线，其档案和历史数据保留。`,
  },
  removeConfirm: {
    en: (p: { count: number }) => (p.count === 1 ? 'Remove 1 sub-device' : `Remove ${p.count} sub-devices`),
    zh: (p: { count: number }) => `移除 ${p.count} 台子设备`,
  },
  removed: {
    en: (p: { count: number }) => (p.count === 1 ? '1 sub-device removed' : `${p.count} sub-devices removed`),
    zh: (p: { count: number }) => `已移除 ${p.count} 台子设备`,
  },
  emptyTitle: { en: 'No sub-devices', zh: '暂无子设备' },
  emptyHint: {
    en: 'Add devices of the node type sub-device; the gateway can also add its own.',
    zh: '可添加节点类型为“网关子设备”的设备，网关也可自行添加其子设备。',
  },

  find: { en: 'Find a sub-device', zh: '查找子设备' },
  findHint: word.nameSnOrMac,
  candidates: { en: 'Sub-devices to choose from', zh: '可选子设备' },
  noCandidates: { en: 'No sub-device matches', zh: '没有匹配的子设备' },
  chosen: {
    en: (p: { count: number }) => `Chosen (${p.count})`,
    zh: (p: { count: number }) => `已选（${p.count}）`,
  },
  noneChosen: { en: 'Choose at least one sub-device', zh: '请至少选择一台子设备' },
  unitOf: {
    en: (p: { sn: string }) => `Modbus unit of ${p.sn}`,
    zh: (p: { sn: string }) => `${p.sn} 的 Modbus 从站地址`,
  },
  unitHint: {
    en: 'A Modbus unit, 1 to 247, is needed only behind a Modbus modem.',
    zh: '仅 Modbus DTU 下的子设备需要填写从站地址（1 至 247）。',
  },
  wrongUnit: { en: '1 to 247', zh: '请填写 1 至 247' },
  comesOver: {
    en: 'A sub-device of another gateway is moved to this one.',
    zh: '已挂接其他网关的子设备将改挂到此网关。',
  },
  cancel: word.cancel,
  addConfirm: {
    en: (p: { count: number }) => (p.count === 1 ? 'Add 1 sub-device' : `Add ${p.count} sub-devices`),
    zh: (p: { count: number }) => `添加 ${p.count} 台子设备`,
  },
  added: {
    en: (p: { count: number }) => (p.count === 1 ? '1 sub-device added' : `${p.count} sub-devices added`),
    zh: (p: { count: number }) => `已添加 ${p.count} 台子设备`,
  },
  dropChosen: { en: (p: { sn: string }) => `Remove ${p.sn}`, zh: (p: { sn: string }) => `取消选择 ${p.sn}` },
})
