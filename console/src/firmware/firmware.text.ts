import { counting } from '@brigade/contract/plural.ts'
import { words } from '../platform/locale.ts'

/** Words that the screens of firmware share. */
export const firmwareText = words({
  model: { en: 'Firmware model', zh: '固件型号' },
  anyModel: { en: 'Any model', zh: '全部型号' },
  type: { en: 'Type', zh: '固件类型' },
  anyType: { en: 'Any type', zh: '全部类型' },
  module: { en: 'Module', zh: '模块' },
  ownModule: { en: 'Device', zh: '设备' },
  version: { en: 'Version', zh: '版本号' },
  alias: { en: 'Alias', zh: '别名' },
  notes: { en: 'Release notes', zh: '版本说明' },
  devices: { en: 'Devices', zh: '设备数' },
  online: { en: 'Online', zh: '在线' },
  status: { en: 'Status', zh: '状态' },
  creator: { en: 'By', zh: '创建人' },
  created: { en: 'Created', zh: '创建时间' },
  changed: { en: 'Changed', zh: '更新时间' },
  remark: { en: 'Remark', zh: '备注' },
  someoneGone: { en: 'a deleted account', zh: '已注销账号' },

  enabled: { en: 'Enabled', zh: '已启用' },
  disabled: { en: 'Disabled', zh: '已停用' },
  archived: { en: 'Archived', zh: '已归档' },
  currentMark: { en: 'Current', zh: '当前版本' },

  edit: { en: 'Edit', zh: '编辑' },
  remove: { en: 'Delete', zh: '删除' },
  view: { en: 'View', zh: '查看' },
  save: { en: 'Save', zh: '保存' },
  cancel: { en: 'Cancel', zh: '取消' },
  copySha: { en: 'Copy the SHA-256', zh: '复制 SHA-256' },
  copyMd5: { en: 'Copy the MD5', zh: '复制 MD5' },
  copyDigest: { en: 'Copy the digest', zh: '复制摘要' },
  listMark: { en: ', ', zh: '、' },

  reported: { en: 'Reported as', zh: '设备上报版本' },
  noVersion: { en: 'None reported', zh: '未上报' },
  shares: { en: 'Devices by version', zh: '版本分布' },
  sharesNote: {
    en: (p: { all: string }) => counting(p.all, 'device'),
    zh: (p: { all: string }) => `共 ${p.all} 台`,
  },
  share: { en: 'Share', zh: '占比' },
  foreign: { en: 'Not registered here', zh: '非平台登记版本' },
  noShares: {
    en: 'Your organisations have no devices of these product models yet.',
    zh: '所属组织内暂无该型号设备。',
  },
})
