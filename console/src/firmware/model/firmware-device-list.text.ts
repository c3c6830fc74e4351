import { words } from '../../platform/locale.ts'

export const deviceListText = words({
  title: { en: 'Devices with their firmware', zh: '设备固件' },
  keyword: { en: 'Serial number or name', zh: '设备 SN 或名称' },
  sn: { en: 'Device', zh: '设备' },
  name: { en: 'Name', zh: '设备名称' },
  product: { en: 'Product model', zh: '产品型号' },
  organisation: { en: 'Organisation', zh: '所属组织' },
  connection: { en: 'Connection', zh: '连接状态' },
  anyConnection: { en: 'Any', zh: '全部' },
  online: { en: 'Online', zh: '在线' },
  offline: { en: 'Offline', zh: '离线' },
  versions: { en: 'Reported versions', zh: '上报版本' },
  version: { en: 'Reported version', zh: '上报版本' },
  versionHint: { en: 'Such as 01.02.00', zh: '如 01.02.00' },
  module: { en: 'Module', zh: '模块' },
  moduleHint: { en: 'Such as DTU', zh: '如 DTU' },
  customer: { en: 'Customer', zh: '所属客户' },
  anyCustomer: { en: 'Any customer', zh: '全部客户' },
  reportedAt: { en: 'Last reported', zh: '最近上报' },
  none: { en: 'None reported', zh: '未上报' },
  export: { en: 'Export', zh: '导出' },
  emptyTitle: { en: 'No devices yet', zh: '暂无设备' },
  emptyHint: {
    en: 'Devices of your organisations appear here with the versions that they report.',
    zh: '所属组织内的设备及其上报的固件版本将显示在这里。',
  },
})
