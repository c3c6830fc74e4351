import { words } from '@brigade/contract/text.ts'
import { transferButtons } from './transfer.text.ts'

/** Tables of devices and files of triples, in and out. */
export const deviceTransferText = words({
  ...transferButtons,
  importOvens: { en: 'Import ovens', zh: '导入烤箱设备' },
  importCoolers: { en: 'Import refrigeration devices', zh: '导入制冷设备' },
  importUninstalledOvens: { en: 'Import ovens not installed', zh: '导入未安装烤箱设备' },
  importUninstalledCoolers: { en: 'Import refrigeration devices not installed', zh: '导入未安装制冷设备' },
  installedIntro: {
    en: 'Rows with a new SN are added and installed; rows with an existing SN are updated. Secrets of new devices are generated; export their credentials afterwards.',
    zh: '序列号不存在的行将新增并完成安装登记，已存在的行将更新。新设备的密钥自动生成，导入后可导出三元组。',
  },
  uninstalledIntro: {
    en: 'Rows with a new SN are added to the list of devices not installed; rows with an existing SN are updated. Secrets of new devices are generated; export their credentials afterwards.',
    zh: '序列号不存在的行将新增到未安装列表，已存在的行将更新。新设备的密钥自动生成，导入后可导出三元组。',
  },
  triplesIntro: {
    en: 'Registers devices with their existing secrets. A device that already exists takes its secret from the file: its previous secret stops working at once.',
    zh: '按已有密钥登记设备。设备已存在时，密钥以文件为准，原密钥立即失效。',
  },
  triplesForm: { en: 'File format', zh: '文件格式' },
  triplesFormHint: {
    en: 'CSV as Alibaba Cloud exports it, with the header ProductKey,DeviceName,DeviceSecret and one device per row.',
    zh: '与阿里云导出的 CSV 一致：表头为 ProductKey,DeviceName,DeviceSecret，每行一台设备。',
  },
  triplesAsk: {
    en: 'This file sets device secrets: enter your sign-in password.',
    zh: '该文件将写入设备密钥，请输入登录密码确认。',
  },
  exportTriples: { en: 'Export credentials', zh: '导出三元组' },
  exportBody: {
    en: (p: { what: string }) =>
      `A CSV with the product key, device name and device secret of ${p.what}. Anyone with this file can connect as these devices.`,
    zh: (p: { what: string }) =>
      `将导出${p.what}的 ProductKey、DeviceName 与 DeviceSecret（CSV）。持有该文件即可冒用这些设备接入，请妥善保管。`,
  },
  allFound: { en: 'all devices that match the filters', zh: '当前筛选的全部设备' },
  someDevices: {
    en: (p: { count: number }) => (p.count === 1 ? 'the selected device' : `the ${p.count} selected devices`),
    zh: (p: { count: number }) => `所选 ${p.count} 台设备`,
  },
})
