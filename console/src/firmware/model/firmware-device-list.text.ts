import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

export const deviceListText = words({
  title: { en: 'Devices with their firmware', zh: '设备固件' },
  keyword: { en: 'Serial number or name', zh: '设备 SN 或名称' },
  sn: word.device,
  name: word.deviceName,
  product: word.productModel,
  organisation: word.ofOrganisation,
  connection: { en: 'Connection', zh: '连接状态' },
  anyConnection: word.any,
  online: word.online,
  offline: word.offline,
  versions: { en: 'Reported versions', zh: '上报版本' },
  version: { en: 'Reported version', zh: '上报版本' },
  versionHint: { en: 'Such as 01.02.00', zh: '如 01.02.00' },
  module: word.module,
  moduleHint: { en: 'Such as DTU', zh: '如 DTU' },
  customer: { en: 'Customer', zh: '所属客户' },
  anyCustomer: { en: 'Any customer', zh: '全部客户' },
  reportedAt: { en: 'Last reported', zh: '最近上报' },
  none: { en: 'None reported', zh: '未上报' },
  export: word.export,
  emptyTitle: { en: 'No devices yet', zh: '暂无设备' },
  emptyHint: {
    en: 'Devices of your organisations appear here with the versions that they report.',
    zh: '所属组织内的设备及其上报的固件版本将显示在这里。',
  },
})
