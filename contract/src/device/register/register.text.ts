import { texts } from '../../text.ts'

/** What bringing devices in and taking them out is refused with. */
export const registerText = texts('device', {
  changedMeanwhile: {
    en: 'Somebody has changed this device since you opened it. Load it again to see the change',
    zh: '该设备已被他人修改，请重新载入后再编辑',
    status: 409,
  },
  snTaken: { en: 'A device with this SN is registered already', zh: '该 SN 已登记', status: 422 },
  wrongSn: { en: 'This is not the SN of the device', zh: '输入的 SN 与该设备不一致', status: 422 },
  unknownProduct: { en: 'There is no such product of this kind', zh: '该类型下没有此产品', status: 422 },
  productDisabled: { en: 'This product is disabled', zh: '该产品已停用', status: 422 },
  unknownChannel: { en: 'There is no such distributor or agent', zh: '该经销商或代理商不存在', status: 422 },
  unknownGateway: { en: 'There is no such gateway', zh: '该网关不存在', status: 422 },
  noSubDevice: { en: 'Only sub-devices hang behind a gateway', zh: '只有子设备才能挂在网关下', status: 422 },
  hasSubDevices: {
    en: (p: { count: number }) =>
      `${p.count} sub-${p.count === 1 ? 'device hangs' : 'devices hang'} behind this gateway: take ${p.count === 1 ? 'it' : 'them'} out first`,
    zh: (p: { count: number }) => `该网关下还有 ${p.count} 台子设备，请先移除`,
    status: 409,
  },
  alreadyInstalled: {
    en: (p: { sn: string }) => `${p.sn} is installed already`,
    zh: (p: { sn: string }) => `设备 ${p.sn} 已安装`,
    status: 409,
  },
  notInstalled: {
    en: 'This device is not installed: install it first',
    zh: '该设备尚未安装，请先进行安装登记',
    status: 422,
  },
  staysInstalled: {
    en: 'An installed device is taken out by uninstalling it',
    zh: '已安装的设备请通过拆机登记取消安装',
    status: 422,
  },
  movesByTransfer: {
    en: 'A device changes its organisation by a transfer',
    zh: '更换所属组织请使用设备转移',
    status: 422,
  },
  otherDevice: {
    en: 'This SN belongs to a device that cannot be changed here: of another kind, another list or another organisation',
    zh: '该 SN 对应的设备不能在此修改：类型、列表或所属组织不同',
  },
  otherProduct: {
    en: 'This SN is registered with another product',
    zh: '该 SN 已登记在其他产品下',
  },
  snTwiceInFile: {
    en: (p: { row: number }) => `Row ${p.row} of this file has this SN already`,
    zh: (p: { row: number }) => `与本文件第 ${p.row} 行的 SN 重复`,
  },
  ambiguousOrganisation: {
    en: 'Several organisations have this name: write it with the one above it, as “A / B”',
    zh: '有多个组织使用该名称，请连同上级一起填写，如“上级 / 本级”',
  },
  ambiguousChannel: {
    en: 'Several distributors or agents have this name: write it with the one above it, as “A / B”',
    zh: '有多个经销商或代理商使用该名称，请连同上级一起填写，如“上级 / 本级”',
  },
  wrongTime: {
    en: 'A day or a time, as 2026-03-01 or 2026-03-01 09:30',
    zh: '请填写日期或时间，如 2026-03-01 或 2026-03-01 09:30',
  },
  wrongDays: {
    en: (p: { max: number }) => `Whole days, 0 to ${p.max}`,
    zh: (p: { max: number }) => `请填写 0 至 ${p.max} 的整数天数`,
  },
  wrongChannelType: {
    en: 'Direct, distributor, agent or online',
    zh: '请填写直销、经销商、代理商或线上',
  },
})
