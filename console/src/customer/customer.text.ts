import { formatNumber } from '../platform/format.ts'
import { words } from '../platform/locale.ts'

type Name = { name: string }
type Count = { count: number }
type Concerned = { accounts: number; devices: number }

const customers = (count: number): string => `${count} ${count === 1 ? 'customer' : 'customers'}`
const devices = (count: number): string => `${count} ${count === 1 ? 'device' : 'devices'}`

/** What list, detail and form call the same things. */
export const customerText = words({
  title: { en: 'Customers', zh: '客户列表' },
  backToList: { en: 'Back to the customers', zh: '返回客户列表' },
  missing: {
    en: 'It was deleted, or it is not one of yours.',
    zh: '该客户已被删除，或不属于您所在的组织。',
  },

  name: { en: 'Name', zh: '客户名称' },
  parent: { en: 'Belongs to', zh: '所属组织' },
  principal: { en: 'Principal', zh: '负责人' },
  contact: { en: 'Contact', zh: '联系方式' },
  devices: { en: 'Devices', zh: '设备数' },
  zone: { en: 'Zone', zh: '所在地区' },
  address: { en: 'Address', zh: '详细地址' },
  /** Zone and address as one. */
  whereabouts: { en: 'Address', zh: '地址' },
  state: { en: 'State', zh: '状态' },
  note: { en: 'Note', zh: '备注' },
  added: { en: 'Added', zh: '添加时间' },
  changed: { en: 'Last changed', zh: '最近修改' },
  enabled: { en: 'Enabled', zh: '已启用' },
  disabled: { en: 'Disabled', zh: '已停用' },

  edit: { en: 'Edit', zh: '编辑' },
  enable: { en: 'Enable', zh: '启用' },
  disable: { en: 'Disable', zh: '停用' },
  remove: { en: 'Delete', zh: '删除' },
  own: { en: 'This is the organisation you belong to', zh: '这是您所属的组织' },
  stillDevices: {
    en: (p: Count) => `Still has ${devices(p.count)}: a customer with devices cannot be deleted`,
    zh: (p: Count) => `名下还有 ${p.count} 台设备，无法删除`,
  },
})

export const customerListText = words({
  add: { en: 'Add customer', zh: '新增客户' },
  import: { en: 'Import', zh: '导入' },
  keyword: { en: 'Name, principal or contact', zh: '名称、负责人或联系方式' },
  anyState: { en: 'Any state', zh: '全部状态' },
  addedBetween: { en: 'Added between', zh: '添加时间' },
  emptyTitle: { en: 'No customers yet', zh: '暂无客户' },
  emptyHint: {
    en: 'Customers are the restaurants, hotels and shops that use your devices. Add one by hand, or import a table of them.',
    zh: '客户是使用设备的餐厅、酒店和门店。可以逐个新增，也可以用表格批量导入。',
  },
  emptyHintReader: {
    en: 'Customers appear here when somebody with the right to do so adds them.',
    zh: '有权限的同事新增客户后，将显示在这里。',
  },
})

/** What enabling, disabling and deleting ask and say. */
export const customerActionText = words({
  nowEnabled: { en: (p: Name) => `${p.name} is enabled`, zh: (p: Name) => `已启用“${p.name}”` },
  nowDisabled: {
    en: (p: Name) => `${p.name} is disabled, its staff are signed out`,
    zh: (p: Name) => `已停用“${p.name}”，其账号已退出登录`,
  },
  manyEnabled: { en: (p: Count) => `${customers(p.count)} enabled`, zh: (p: Count) => `已启用 ${p.count} 个客户` },
  manyDisabled: {
    en: (p: Count) => `${customers(p.count)} disabled`,
    zh: (p: Count) => `已停用 ${p.count} 个客户`,
  },
  undo: { en: 'Undo', zh: '撤销' },
  undone: { en: 'Undone', zh: '已撤销' },
  removed: { en: (p: Name) => `${p.name} is deleted`, zh: (p: Name) => `已删除“${p.name}”` },
  manyRemoved: { en: (p: Count) => `${customers(p.count)} deleted`, zh: (p: Count) => `已删除 ${p.count} 个客户` },

  enableTitle: { en: (p: Count) => `Enable ${customers(p.count)}`, zh: (p: Count) => `启用 ${p.count} 个客户` },
  enableBody: {
    en: 'Their staff can sign in again. Their devices are not concerned.',
    zh: '启用后，其账号可重新登录；设备不受影响。',
  },
  disableTitle: { en: (p: Count) => `Disable ${customers(p.count)}`, zh: (p: Count) => `停用 ${p.count} 个客户` },
  disableOneTitle: { en: (p: Name) => `Disable ${p.name}`, zh: (p: Name) => `停用“${p.name}”` },
  counting: { en: 'Counting accounts and devices…', zh: '正在统计账号和设备数量…' },
  disableBody: {
    en: ({ accounts, devices }: Concerned) =>
      `${
        accounts === 0
          ? 'No account can sign in there now'
          : accounts === 1
            ? '1 account is signed out at once and cannot sign in until enabled again'
            : `${formatNumber(accounts)} accounts are signed out at once and cannot sign in until enabled again`
      }. ${
        devices === 0
          ? 'There are no devices.'
          : devices === 1
            ? '1 device goes on working and reporting.'
            : `${formatNumber(devices)} devices go on working and reporting.`
      }`,
    zh: ({ accounts, devices }: Concerned) =>
      `${
        accounts === 0 ? '名下没有可登录的账号' : `${formatNumber(accounts)} 个账号将立即退出登录，重新启用前无法登录`
      }；${devices === 0 ? '名下没有设备。' : `${formatNumber(devices)} 台设备照常运行和上报。`}`,
  },
  allEnabled: { en: 'All of them are enabled already', zh: '所选客户均已启用' },
  allDisabled: { en: 'All of them are disabled already', zh: '所选客户均已停用' },

  removeTitle: { en: (p: Name) => `Delete ${p.name}`, zh: (p: Name) => `删除“${p.name}”` },
  removeManyTitle: { en: (p: Count) => `Delete ${customers(p.count)}`, zh: (p: Count) => `删除 ${p.count} 个客户` },
  removeBody: {
    en: 'Its name, people and addresses are removed for good. This cannot be undone.',
    zh: '其名称、联系人和地址等资料将永久删除，无法恢复。',
  },
  removeManyBody: {
    en: 'Their names, people and addresses are removed for good. This cannot be undone.',
    zh: '其名称、联系人和地址等资料将永久删除，无法恢复。',
  },
  allHaveDevices: {
    en: 'All of them still have devices: a customer with devices cannot be deleted',
    zh: '所选客户名下均有设备，无法删除',
  },
  staying: {
    en: (p: { names: string; count: number }) =>
      `${p.names} still ${p.count === 1 ? 'has' : 'have'} devices and ${p.count === 1 ? 'stays' : 'stay'}.`,
    zh: (p: { names: string }) => `${p.names}名下还有设备，将予以保留。`,
  },
  andMore: { en: (p: Count) => `and ${p.count} more`, zh: (p: Count) => `等，另有 ${p.count} 个` },
  listMark: { en: ', ', zh: '、' },
})

export const customerFormText = words({
  addTitle: { en: 'Add customer', zh: '新增客户' },
  editTitle: { en: 'Edit customer', zh: '编辑客户' },
  add: { en: 'Add customer', zh: '新增客户' },
  save: { en: 'Save changes', zh: '保存' },
  cancel: { en: 'Cancel', zh: '取消' },
  added: { en: (p: Name) => `${p.name} is added`, zh: (p: Name) => `已新增“${p.name}”` },
  saved: { en: (p: Name) => `${p.name} is saved`, zh: (p: Name) => `已保存“${p.name}”` },
  parentHint: { en: 'Its staff see this customer too', zh: '该组织的账号也能看到此客户' },
  moveHint: {
    en: 'It moves there with its devices and accounts',
    zh: '保存后，其设备和账号将一并转移',
  },
  contactHint: { en: 'Phone or e-mail', zh: '电话或邮箱' },
  addressHint: { en: 'Street and number', zh: '街道、门牌号' },
})

export const customerDetailText = words({
  tabs: { en: 'Parts of this customer', zh: '客户内容' },
  overview: { en: 'Overview', zh: '概览' },
  devices: { en: 'Devices', zh: '设备' },
  facts: { en: 'Details', zh: '基本信息' },
  noNote: { en: 'No note.', zh: '暂无备注。' },
  accounts: { en: 'Staff accounts', zh: '账号' },
  online: { en: 'Online', zh: '在线' },
  of: { en: (p: Count) => `of ${p.count}`, zh: (p: Count) => `共 ${p.count} 台` },
  ovens: { en: 'Ovens', zh: '烤箱' },
  coolers: { en: 'Refrigeration', zh: '制冷设备' },
  moreActions: { en: 'More', zh: '更多' },
  kinds: { en: 'Kind of device', zh: '设备类型' },

  sn: { en: 'SN', zh: '序列号' },
  state: { en: 'State', zh: '状态' },
  deviceName: { en: 'Name', zh: '设备名称' },
  model: { en: 'Model', zh: '产品型号' },
  lastSeen: { en: 'Last seen', zh: '最后在线' },
  installedAddress: { en: 'Address', zh: '安装地址' },
  openInList: { en: 'Open in the device list', zh: '在设备列表中查看' },
  noOvens: { en: 'No ovens', zh: '暂无烤箱' },
  noCoolers: { en: 'No refrigeration devices', zh: '暂无制冷设备' },
  noDevicesHint: {
    en: 'Devices appear here when they are installed at this customer.',
    zh: '设备安装到该客户后，将显示在这里。',
  },
})

export const customerImportText = words({
  title: { en: 'Import customers', zh: '导入客户' },
  intro: {
    en: 'A customer of the same name under the same organisation is updated; any other row adds one.',
    zh: '同一组织下的同名客户将被更新，其余行将新增客户。',
  },
})
