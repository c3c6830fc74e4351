import { counting } from '@brigade/contract/plural.ts'
import { words } from '../../platform/locale.ts'
import { deviceActionWords } from './action.text.ts'

type Named = { name: string }

/** The fields of a device and of its installation. */
export const deviceFormText = words({
  addOven: { en: 'Add oven', zh: '新增烤箱设备' },
  addCooler: { en: 'Add refrigeration device', zh: '新增制冷设备' },
  edit: { en: 'Edit device', zh: '编辑设备' },
  identity: { en: 'Device', zh: '设备信息' },
  sn: { en: 'SN', zh: '序列号（SN）' },
  snHint: { en: 'Used as DeviceName when it connects', zh: '同时作为设备接入时的 DeviceName' },
  snAlike: {
    en: (p: { sn: string }) => `${p.sn} is there already: this one differs in case alone, and is another device`,
    zh: (p: { sn: string }) => `已有设备 ${p.sn}，与此 SN 仅大小写不同，将登记为另一台设备`,
  },
  name: { en: 'Name', zh: '设备名称' },
  product: { en: 'Product model', zh: '产品型号' },
  noProduct: { en: 'There is no product model yet', zh: '暂无可选的产品型号' },
  mac: { en: 'MAC', zh: 'MAC 地址' },
  macHint: { en: 'Such as A4:CF:12:0B:7E:31', zh: '如 A4:CF:12:0B:7E:31' },
  factoryArea: { en: 'Factory area', zh: '出厂区域' },
  organisation: { en: 'Organisation', zh: '所属组织' },
  ownOrganisation: { en: 'Your own organisation', zh: '本组织' },
  organisationHint: { en: 'The device goes to its uninstalled list', zh: '设备将出现在该组织的未安装列表中' },
  byTransfer: { en: 'Use Transfer to change it', zh: '如需更换请使用“转移”' },
  secret: { en: 'Device secret', zh: '设备密钥（DeviceSecret）' },
  secretMade: { en: 'Empty: generated', zh: '留空则自动生成' },
  secretHint: { en: 'Only if the device already has one. Empty: generated', zh: '已烧录密钥时填写，留空则自动生成' },
  gateway: { en: 'Gateway', zh: '所属网关' },
  gatewayHint: { en: 'Only for a sub-device', zh: '仅网关子设备填写' },
  noGateway: { en: 'None', zh: '无' },
  note: { en: 'Note', zh: '备注' },

  installNow: { en: 'Install it now', zh: '同时进行安装登记' },
  installNowHint: {
    en: 'Off: it goes to the uninstalled list',
    zh: '不勾选时，设备进入未安装列表',
  },
  installation: { en: 'Installation', zh: '安装信息' },
  installedAt: { en: 'Installed at', zh: '安装客户' },
  where: { en: 'Place', zh: '所在地' },
  inChina: { en: 'In China', zh: '中国境内' },
  abroad: { en: 'Abroad', zh: '境外' },
  zone: { en: 'Province, city, region', zh: '省 / 市 / 区县' },
  place: { en: 'City and country', zh: '城市与国家' },
  placeHint: { en: 'Such as Hamburg, Germany', zh: '如 德国汉堡' },
  address: { en: 'Address', zh: '详细地址' },
  addressHint: { en: 'Street, number, kitchen', zh: '街道、门牌号、厨房位置' },
  channel: { en: 'Sold through', zh: '销售渠道' },
  noChannel: { en: 'Not given', zh: '未填写' },
  day: { en: 'Installed on', zh: '安装日期' },
  warrantyDays: { en: 'Warranty', zh: '质保期' },
  days: { en: 'days', zh: '天' },
  warrantyHint: { en: 'From the installation. Empty: unregistered', zh: '自安装日起算，留空表示未登记' },

  add: { en: 'Add device', zh: '新增' },
  save: { en: 'Save changes', zh: '保存' },
  saved: { en: (p: Named) => `${p.name} is saved`, zh: (p: Named) => `已保存“${p.name}”` },
})

/** Installing one or many that are registered. */
export const installText = words({
  title: {
    en: (p: { count: number }) => (p.count === 1 ? 'Install device' : `Install ${p.count} devices`),
    zh: (p: { count: number }) => (p.count === 1 ? '安装登记' : `${p.count} 台设备安装登记`),
  },
  about: {
    en: (p: { names: string }) => `Everything entered here applies to ${p.names}.`,
    zh: (p: { names: string }) => `以下信息将登记到：${p.names}。`,
  },
  install: { en: 'Install', zh: '确认安装' },
  installed: {
    en: (p: { count: number; name: string }) =>
      p.count === 1 ? `${p.name} is installed` : `${p.count} devices are installed`,
    zh: (p: { count: number; name: string }) =>
      p.count === 1 ? `${p.name} 已安装` : `已完成 ${p.count} 台设备的安装登记`,
  },
})

/** The console shows the credentials of a device only once. */
export const credentialsText = words({
  added: { en: (p: { sn: string }) => `${p.sn} is added`, zh: (p: { sn: string }) => `${p.sn} 已新增` },
  reissued: { en: (p: { sn: string }) => `New secret of ${p.sn}`, zh: (p: { sn: string }) => `${p.sn} 的新密钥` },
  once: {
    en: 'The device secret is shown only once. Copy it now: it cannot be viewed later, only a new one can be issued.',
    zh: '设备密钥仅显示这一次，请立即复制保存。此后无法再次查看，只能重置为新的密钥。',
  },
  print: {
    en: 'The bind code belongs on the label, beside the serial number: with both, people bind the device in the phone app.',
    zh: '绑定码须与序列号一同印在设备铭牌上，用户凭两者在手机应用中绑定设备。',
  },
  bindCode: { en: 'Bind code', zh: '绑定码' },
  burn: {
    en: 'Configure the device with these three values; it can then connect.',
    zh: '将以下三元组写入设备，设备即可接入平台。',
  },
  productKey: { en: 'Product key', zh: 'ProductKey' },
  deviceName: { en: 'Device name', zh: 'DeviceName' },
  deviceSecret: { en: 'Device secret', zh: 'DeviceSecret' },
  copyOne: { en: (p: { what: string }) => `Copy ${p.what}`, zh: (p: { what: string }) => `复制 ${p.what}` },
  copyAll: { en: 'Copy all three', zh: '复制三元组' },
  done: { en: 'I have saved it', zh: '我已保存' },
})

/** The confirmations and toasts of device actions use these words. */
export const deviceAskText = words({
  ...deviceActionWords,
  cancel: { en: 'Cancel', zh: '取消' },
  listMark: { en: ', ', zh: '、' },
  andMore: { en: (p: { count: number }) => `and ${p.count} more`, zh: (p: { count: number }) => `等 ${p.count} 台` },

  unbindTitle: {
    en: (p: { count: number; name: string }) => (p.count === 1 ? `Unbind ${p.name}` : `Unbind ${p.count} devices`),
    zh: (p: { count: number; name: string }) => (p.count === 1 ? `解绑 ${p.name}` : `解绑 ${p.count} 台设备`),
  },
  unbindBody: {
    en: (p: { count: number }) =>
      p.count === 1
        ? 'Every app user who has this device loses it in the app. Installation, customer and history stay.'
        : `Every app user who has one of these ${counting(p.count, 'device')} loses it in the app. Installation, customer and history stay.`,
    zh: (p: { count: number }) =>
      p.count === 1
        ? '绑定该设备的所有应用用户将失去该设备，安装信息、客户与历史数据保留。'
        : `绑定这 ${p.count} 台设备的所有应用用户将失去相应设备，安装信息、客户与历史数据保留。`,
  },
  leftOut: {
    en: (p: { count: number }) => `Not bound and therefore left out: ${p.count} of the selected devices.`,
    zh: (p: { count: number }) => `所选设备中有 ${p.count} 台未被绑定，不受影响。`,
  },
  unbound: {
    en: (p: { count: number; name: string }) =>
      p.count === 1 ? `${p.name} is unbound` : `${p.count} devices are unbound`,
    zh: (p: { count: number; name: string }) => (p.count === 1 ? `${p.name} 已解绑` : `已解绑 ${p.count} 台设备`),
  },

  uninstallTitle: {
    en: (p: { count: number; name: string }) =>
      p.count === 1 ? `Uninstall ${p.name}` : `Uninstall ${p.count} devices`,
    zh: (p: { count: number; name: string }) => (p.count === 1 ? `${p.name} 撤机登记` : `${p.count} 台设备撤机登记`),
  },
  uninstallBody: {
    en: (p: { count: number }) =>
      p.count === 1
        ? 'It goes back to the uninstalled list of the same organisation. Place, installation date and warranty are cleared; history and app users stay.'
        : `${counting(p.count, 'device goes', 'devices go')} back to the uninstalled lists of their organisations. Place, installation date and warranty are cleared; history and app users stay.`,
    zh: (p: { count: number }) =>
      `${p.count === 1 ? '设备' : `${p.count} 台设备`}将回到所属组织的未安装列表，安装地址、安装日期与质保信息将被清除，历史数据与绑定用户保留。`,
  },
  uninstalled: {
    en: (p: { count: number; name: string }) =>
      p.count === 1 ? `${p.name} is uninstalled` : `${p.count} devices are uninstalled`,
    zh: (p: { count: number; name: string }) =>
      p.count === 1 ? `${p.name} 已撤机` : `已完成 ${p.count} 台设备撤机登记`,
  },

  transferTitle: {
    en: (p: { count: number; name: string }) => (p.count === 1 ? `Transfer ${p.name}` : `Transfer ${p.count} devices`),
    zh: (p: { count: number; name: string }) => (p.count === 1 ? `转移 ${p.name}` : `转移 ${p.count} 台设备`),
  },
  transferTo: { en: 'Transfer to', zh: '转移至' },
  transferNotes: { en: 'Notes', zh: '备注' },
  transferNotesNeeded: { en: 'Choose what becomes of the notes', zh: '请选择备注的处理方式' },
  transferNotesKeep: { en: 'They go along: the new organisation reads them', zh: '随设备转移，新组织可以看到' },
  transferNotesRemove: { en: 'They are removed', zh: '清除备注' },
  transferNeeded: { en: 'Choose an organisation', zh: '请选择目标组织' },
  transferBody: {
    en: (p: { count: number }) =>
      `${p.count === 1 ? 'The device goes' : `${p.count} devices go`} to the chosen organisation with all history. The previous organisation no longer sees ${p.count === 1 ? 'it' : 'them'}. Installed devices stay installed where they are.`,
    zh: (p: { count: number }) =>
      `${p.count === 1 ? '设备' : `${p.count} 台设备`}及全部历史数据将归属所选组织，原组织不再可见；已安装的设备安装信息不变。`,
  },
  transferred: {
    en: (p: { count: number; name: string }) =>
      p.count === 1 ? `${p.name} is transferred` : `${p.count} devices are transferred`,
    zh: (p: { count: number; name: string }) => (p.count === 1 ? `${p.name} 已转移` : `已转移 ${p.count} 台设备`),
  },

  enableTitle: {
    en: (p: { count: number; name: string }) => (p.count === 1 ? `Enable ${p.name}` : `Enable ${p.count} devices`),
    zh: (p: { count: number; name: string }) => (p.count === 1 ? `启用 ${p.name}` : `启用 ${p.count} 台设备`),
  },
  disableTitle: {
    en: (p: { count: number; name: string }) => (p.count === 1 ? `Disable ${p.name}` : `Disable ${p.count} devices`),
    zh: (p: { count: number; name: string }) => (p.count === 1 ? `停用 ${p.name}` : `停用 ${p.count} 台设备`),
  },
  enableBody: {
    en: (p: { count: number }) => (p.count === 1 ? 'It can connect again.' : 'They can connect again.'),
    zh: (_p: { count: number }) => '启用后设备可重新接入平台。',
  },
  disableBody: {
    en: (p: { count: number }) =>
      p.count === 1
        ? 'It is notified, disconnected at once and refused until it is enabled again. The appliance itself keeps working.'
        : 'They are notified, disconnected at once and refused until they are enabled again. The appliances themselves keep working.',
    zh: (_p: { count: number }) => '设备将收到停用通知并立即断开连接，重新启用前无法接入。设备本机功能不受影响。',
  },
  disabled: {
    en: (p: { count: number; name: string }) =>
      p.count === 1 ? `${p.name} is disabled` : `${p.count} devices are disabled`,
    zh: (p: { count: number; name: string }) => (p.count === 1 ? `${p.name} 已停用` : `已停用 ${p.count} 台设备`),
  },

  secretTitle: {
    en: (p: { sn: string }) => `Issue a new secret for ${p.sn}`,
    zh: (p: { sn: string }) => `重置 ${p.sn} 的密钥`,
  },
  secretBody: {
    en: 'The current secret stops working at once: the device is disconnected and cannot connect until it is configured with the new one.',
    zh: '当前密钥立即失效，设备将断开连接，写入新密钥前无法接入。',
  },
  secretDo: { en: 'Issue new secret', zh: '重置密钥' },

  removeTitle: { en: (p: { sn: string }) => `Delete ${p.sn}`, zh: (p: { sn: string }) => `删除 ${p.sn}` },
  removeBody: {
    en: 'The device is disconnected and everything it has ever reported is deleted with it: shadow, history, messages, events, commands, app users. This cannot be undone.',
    zh: '设备将断开连接，其全部数据一并删除：影子、历史、消息、事件、指令与绑定用户。删除后无法恢复。',
  },
  typeSn: {
    en: (p: { sn: string }) => `Type the SN ${p.sn} to confirm`,
    zh: (p: { sn: string }) => `请输入序列号 ${p.sn} 以确认`,
  },
  removed: { en: (p: { sn: string }) => `${p.sn} is deleted`, zh: (p: { sn: string }) => `${p.sn} 已删除` },
})
