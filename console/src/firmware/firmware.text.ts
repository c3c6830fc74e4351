import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

/** Words that the screens of firmware share. */
export const firmwareText = words({
  model: word.firmwareModel,
  anyModel: { en: 'Any model', zh: '全部型号' },
  type: { en: 'Type', zh: '固件类型' },
  anyType: word.anyType,
  module: word.module,
  ownModule: word.device,
  version: { en: 'Version', zh: '版本号' },
  alias: { en: 'Alias', zh: '别名' },
  notes: { en: 'Release notes', zh: '版本说明' },
  devices: word.deviceCount,
  online: word.online,
  status: word.status,
  creator: { en: 'By', zh: '创建人' },
  created: word.created,
  changed: word.changed,
  remark: { en: 'Remark', zh: '备注' },
  someoneGone: { en: 'a deleted account', zh: '已注销账号' },

  enabled: word.enabled,
  disabled: word.disabled,
  archived: { en: 'Archived', zh: '已归档' },
  currentMark: { en: 'Current', zh: '当前版本' },

  edit: word.edit,
  remove: word.delete,
  view: word.view,
  save: word.save,
  cancel: word.cancel,
  copySha: { en: 'Copy the SHA-256', zh: '复制 SHA-256' },
  copyMd5: { en: 'Copy the MD5', zh: '复制 MD5' },
  copyDigest: { en: 'Copy the digest', zh: '复制摘要' },
  listMark: word.listMark,

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
