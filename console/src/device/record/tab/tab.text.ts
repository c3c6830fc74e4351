import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import type { changeActions } from '@brigade/contract/device/record/record.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { words } from '@brigade/contract/text.ts'

export const detailsText = words({
  device: { en: 'Device', zh: '设备信息' },
  edit: { en: 'Edit the device', zh: '编辑设备' },
  installation: { en: 'Installation and warranty', zh: '安装与质保' },
  sn: word.sn,
  mac: word.mac,
  name: word.deviceName,
  product: word.productModel,
  key: { en: 'ProductKey', zh: 'ProductKey' },
  copyKey: { en: 'Copy the ProductKey', zh: '复制 ProductKey' },
  series: word.series,
  nodeType: word.nodeType,
  networkType: { en: 'Network', zh: '联网方式' },
  firmware: word.firmware,
  wifiFirmware: { en: 'Wi-Fi firmware', zh: 'Wi-Fi 固件版本' },
  factoryArea: word.factoryArea,
  model: { en: 'Thing model', zh: '物模型' },
  modelVersion: {
    en: (p: { version: number }) => `Version ${p.version}`,
    zh: (p: { version: number }) => `版本 ${p.version}`,
  },
  noModel: { en: 'None published', zh: '尚未发布' },
  enabled: { en: 'Access', zh: '接入状态' },
  isEnabled: word.enabled,
  isDisabled: { en: 'Disabled: refused when it connects', zh: '已停用，连接时会被拒绝' },
  bound: word.appUsers,
  boundTo: {
    en: (p: { count: number }) => (p.count === 1 ? 'Bound to 1 user' : `Bound to ${p.count} users`),
    zh: (p: { count: number }) => `已绑定 ${p.count} 位用户`,
  },
  unbound: { en: 'Not bound', zh: '未绑定' },
  registered: { en: 'Registered', zh: '登记时间' },
  activated: { en: 'First connected', zh: '激活时间' },
  neverActivated: { en: 'Not yet', zh: '尚未激活' },
  lastSeen: word.lastSeen,
  note: word.note,

  organisation: word.ofOrganisation,
  timeZone: word.timeZone,
  sellOff: { en: 'Model sales', zh: '型号可售情况' },
  'model-selling-off': {
    en: (p: { day: string }) => `Withdrawn: sell-off there until ${p.day}. This device is served as before.`,
    zh: (p: { day: string }) => `该组织正在清库，清库期至 ${p.day}；本设备照常服务。`,
  },
  'model-ended': {
    en: (p: { day: string }) =>
      `${p.day === '' ? 'Not sold there.' : `No longer sold there: its sell-off ended on ${p.day}.`} This device is served as before.`,
    zh: (p: { day: string }) => `该组织不再销售此型号${p.day === '' ? '' : `（清库期至 ${p.day}）`}；本设备照常服务。`,
  },
  place: { en: 'Place', zh: '安装地址' },
  channel: { en: 'Channel', zh: '销售渠道' },
  installed: { en: 'Installed', zh: '安装时间' },
  notInstalled: { en: 'Not installed', zh: '未安装' },
  warrantyDays: { en: 'Warranty', zh: '质保期' },
  days: {
    en: (p: { days: number }) => (p.days === 1 ? '1 day' : `${p.days} days`),
    zh: (p: { days: number }) => `${p.days} 天`,
  },
  noWarranty: { en: 'Not registered', zh: '未登记' },
  warrantyUntil: { en: 'Warranty ends', zh: '质保到期' },
  endsIn: {
    en: (p: { day: string; days: number }) => `${p.day} · ${p.days} d left`,
    zh: (p: { day: string; days: number }) => `${p.day}（剩余 ${p.days} 天）`,
  },
  ended: {
    en: (p: { day: string }) => `${p.day} · over`,
    zh: (p: { day: string }) => `${p.day}（已过保）`,
  },

  behind: { en: 'Behind a gateway', zh: '所属网关' },
  gateway: { en: 'Gateway', zh: '网关' },
  noGateway: {
    en: 'This sub-device is not connected through a gateway yet. Add it on the gateway’s page.',
    zh: '该子设备尚未挂接网关，请在网关的“子设备”页签中添加。',
  },
  unit: { en: 'Modbus unit', zh: 'Modbus 从站地址' },
})

export const tagText = words({
  title: { en: 'Tags', zh: '标签' },
  edit: { en: 'Edit tags', zh: '编辑标签' },
  none: { en: 'No tags yet.', zh: '暂无标签。' },
  hint: {
    en: 'Keys and values of your own, such as room = kitchen. Devices may set them too.',
    zh: '自定义的键与值，例如 room_no = 3；设备也可自行上报标签。',
  },
  keyOf: { en: (p: { n: number }) => `Key ${p.n}`, zh: (p: { n: number }) => `键 ${p.n}` },
  valueOf: { en: (p: { n: number }) => `Value ${p.n}`, zh: (p: { n: number }) => `值 ${p.n}` },
  add: { en: 'Add a tag', zh: '添加标签' },
  full: {
    en: (p: { max: number }) => `At most ${counting(p.max, 'tag')}`,
    zh: (p: { max: number }) => `最多 ${p.max} 个标签`,
  },
  remove: { en: (p: { n: number }) => `Remove tag ${p.n}`, zh: (p: { n: number }) => `删除第 ${p.n} 个标签` },
  save: { en: 'Save tags', zh: '保存标签' },
  cancel: word.cancel,
  saved: { en: 'Tags saved', zh: '标签已保存' },
})

export const usersText = words({
  title: word.appUsers,
  which: { en: 'Binding', zh: '绑定状态' },
  any: { en: 'Current and past', zh: '当前及历史' },
  now: { en: 'Bound now', zh: '当前绑定' },
  before: { en: 'Bound before', zh: '历史绑定' },
  user: { en: 'User', zh: '用户' },
  contact: { en: 'Phone or e-mail', zh: '手机号或邮箱' },
  role: word.role,
  erased: { en: 'Deleted person', zh: '已注销用户' },
  owner: { en: 'Owner', zh: '所有者' },
  member: { en: 'Member', zh: '成员' },
  boundAt: { en: 'Bound', zh: '绑定时间' },
  unboundAt: { en: 'Unbound', zh: '解绑时间' },
  still: { en: 'Still bound', zh: '绑定中' },
  unbind: { en: 'Unbind from all', zh: '全部解绑' },
  notBound: { en: 'Not bound now', zh: '当前没有绑定用户' },
  emptyTitle: { en: 'Never bound', zh: '从未绑定' },
  emptyHint: {
    en: 'Users of the phone app appear here once they bind this device.',
    zh: '手机应用的用户绑定该设备后，将显示在这里。',
  },
})

export const firmwareText = words({
  title: { en: 'Firmware versions', zh: '固件版本记录' },
  module: word.module,
  moduleHint: { en: 'Such as wifi', zh: '如 wifi' },
  own: word.device,
  version: word.version,
  before: { en: 'Before', zh: '此前版本' },
  first: { en: 'First report', zh: '首次上报' },
  time: word.reported,
  emptyTitle: { en: 'No versions reported', zh: '暂无版本记录' },
  emptyHint: {
    en: 'Each version that the device reports for its modules is listed here.',
    zh: '设备上报的各模块版本将记录在这里。',
  },
})

export const changesText = words({
  title: { en: 'Record changes', zh: '档案变更记录' },
  time: word.time,
  action: { en: 'What', zh: '操作' },
  anyAction: { en: 'Any change', zh: '全部操作' },
  by: word.by,
  bySystem: { en: 'Device or system', zh: '设备或系统' },
  between: word.between,
  fields: { en: 'Changes', zh: '变更内容' },
  emptyTitle: { en: 'No changes yet', zh: '暂无变更' },
  emptyHint: {
    en: 'Changes to the record of this device are listed here: who made them, when, and the previous values.',
    zh: '该设备档案的每次变更都会记录在这里：操作人、时间以及变更前后的内容。',
  },
})

export const changeActionWords: Readonly<Record<(typeof changeActions)[number], Words>> = {
  created: { en: 'Registered', zh: '登记' },
  imported: { en: 'Imported', zh: '导入' },
  updated: { en: 'Edited', zh: '编辑' },
  installed: { en: 'Installed', zh: '安装' },
  uninstalled: { en: 'Uninstalled', zh: '撤机' },
  transferred: { en: 'Transferred', zh: '转移' },
  enabled: { en: 'Enabled', zh: '启用' },
  disabled: { en: 'Disabled', zh: '停用' },
  bound: { en: 'Bound', zh: '绑定' },
  unbound: { en: 'Unbound', zh: '解绑' },
  secret: { en: 'Secret re-issued', zh: '重置密钥' },
  reset: { en: 'Reset by the device', zh: '设备重置' },
  sub_added: { en: 'Sub-device added', zh: '添加子设备' },
  sub_removed: { en: 'Sub-device removed', zh: '移除子设备' },
  registered: { en: 'Registered itself', zh: '动态注册' },
}
