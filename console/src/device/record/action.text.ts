import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

/** Lists load only these action names, not all texts of the record. */
export const deviceActionWords = {
  edit: word.edit,
  install: { en: 'Install', zh: '安装登记' },
  uninstall: { en: 'Uninstall', zh: '撤机' },
  transfer: { en: 'Transfer', zh: '转移' },
  unbind: { en: 'Unbind', zh: '解绑' },
  enable: word.enable,
  disable: word.disable,
  secret: { en: 'New secret', zh: '重置密钥' },
  remove: word.delete,
  nobodyHasIt: { en: 'No app user has it', zh: '没有应用用户绑定该设备' },
  nobodyHasThem: { en: 'No app user has any of them', zh: '所选设备均未被绑定' },
  allEnabled: { en: 'All are enabled already', zh: '所选设备均已启用' },
  allDisabled: { en: 'All are disabled already', zh: '所选设备均已停用' },
  pageOnly: {
    en: 'Works only on devices selected on one page',
    zh: '仅支持对本页所选设备操作',
  },
  undo: word.undo,
  undone: word.undone,
  enabled: {
    en: (p: { count: number; name: string }) =>
      p.count === 1 ? `${p.name} is enabled` : `${p.count} devices are enabled`,
    zh: (p: { count: number; name: string }) => (p.count === 1 ? `${p.name} 已启用` : `已启用 ${p.count} 台设备`),
  },
} as const
export const deviceActionText = words(deviceActionWords)
