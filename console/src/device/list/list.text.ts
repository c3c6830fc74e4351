import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

/** These words name the fields of a device's record. */
export const lifeText = words({
  bindState: { en: 'App binding', zh: '绑定状态' },
  anyBinding: { en: 'Bound or not', zh: '全部' },
  bound: { en: 'Bound', zh: '已绑定' },
  unbound: { en: 'Not bound', zh: '未绑定' },
  boundUsers: { en: 'App users', zh: '绑定用户数' },
  wifiFirmware: { en: 'Wi-Fi firmware', zh: 'Wi-Fi 固件' },
  factoryArea: word.factoryArea,
  channel: { en: 'Sales channel', zh: '销售渠道' },
  nodeType: word.nodeType,
  anyNodeType: { en: 'Any node type', zh: '全部类型' },
  enabledColumn: { en: 'Access', zh: '启用状态' },
  anyEnabled: { en: 'Enabled or disabled', zh: '全部' },
  enabled: word.enabled,
  disabled: word.disabled,
  installedAt: { en: 'Installed on', zh: '安装日期' },
  activatedAt: { en: 'Activated', zh: '激活时间' },
  activation: { en: 'Activation', zh: '激活状态' },
  anyActivation: { en: 'Activated or not', zh: '全部' },
  activated: { en: 'Has connected', zh: '已激活' },
  notActivated: { en: 'Never connected', zh: '未激活' },
  organisation: word.ofOrganisation,
  activatedBetween: { en: 'First connected', zh: '首次联网时间' },
  missing: word.notGiven,
  noChannel: { en: 'Sales channel', zh: '销售渠道' },
  noFirmware: word.firmwareVersion,
  registeredBetween: { en: 'Registered between', zh: '登记时间' },
})

/** The two views of the same devices, and the actions that start from them. */
export const listActionText = words({
  view: { en: 'View', zh: '视图' },
  asList: { en: 'List', zh: '列表' },
  asMap: { en: 'Map', zh: '地图' },
  groupBy: { en: 'Group by', zh: '分组' },
  ungrouped: { en: 'No groups', zh: '不分组' },
  byCustomer: word.customer,
  byProduct: { en: 'Model', zh: '型号' },
  groupsByCustomer: { en: 'Devices by customer', zh: '按客户统计' },
  groupsByProduct: { en: 'Devices by model', zh: '按型号统计' },
  devices: word.deviceCount,
  noGroups: { en: 'No devices to group', zh: '没有可分组的设备' },
  compare: word.compare,
  comparesPage: {
    en: 'Only the devices of one page are compared; others can be added there',
    zh: '仅可对比本页所选设备，其他设备可在对比页添加',
  },
  exportTriples: { en: 'Export credentials', zh: '导出三元组' },
})

/** Devices that are registered and not installed. */
export const uninstalledText = words({
  ovens: { en: 'Ovens not installed', zh: '未安装烤箱设备' },
  coolers: { en: 'Refrigeration devices not installed', zh: '未安装制冷设备' },
  keyword: word.nameSnOrMac,
  emptyTitle: { en: 'No uninstalled devices', zh: '暂无未安装设备' },
  emptyHint: {
    en: 'Devices are listed here from registration until they are installed at a customer. Add one, or import many.',
    zh: '设备登记后、安装到客户之前显示在这里。可逐台新增，也可批量导入。',
  },
  emptyHintReader: {
    en: 'Devices are listed here from registration until they are installed at a customer.',
    zh: '设备登记后、安装到客户之前显示在这里。',
  },
})

/** The panel beside the list shows these facts about a device. */
export const peekText = words({
  openFaults: word.openFaults,
  noOpenFaults: word.none,
  moreFaults: { en: (p: { n: string }) => `and ${p.n} more`, zh: (p: { n: string }) => `另有 ${p.n} 条` },
  reading: word.stillLoading,
  unread: word.couldNotBeLoaded,
  lastMessage: { en: 'Last message', zh: '最后消息' },
  noMessage: { en: 'None so far', zh: '尚无消息' },
  until: { en: (p: { day: string }) => `until ${p.day}`, zh: (p: { day: string }) => `至 ${p.day}` },
})
