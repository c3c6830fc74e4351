import { texts } from '../../text.ts'

/** Refusals when devices are added or removed. */
export const recordText = texts('device', {
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
  noSubDevice: { en: 'Only sub-devices can be behind a gateway', zh: '只有子设备才能挂在网关下', status: 422 },
  hasSubDevices: {
    en: (p: { count: number }) =>
      `${p.count} sub-${p.count === 1 ? 'device is' : 'devices are'} behind this gateway: remove ${p.count === 1 ? 'it' : 'them'} first`,
    zh: (p: { count: number }) => `该网关下还有 ${p.count} 台子设备，请先移除`,
    status: 409,
  },
  boundToNobody: { en: 'Nobody has this device in the app', zh: '没有用户绑定该设备', status: 409 },
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
    en: 'To take out an installed device, uninstall it',
    zh: '已安装的设备请通过撤机登记取消安装',
    status: 422,
  },
  movesByTransfer: {
    en: 'To change the organisation of a device, transfer it',
    zh: '更换所属组织请使用设备转移',
    status: 422,
  },
})
