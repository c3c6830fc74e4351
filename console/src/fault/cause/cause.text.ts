import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'
import { usualWords } from '../../shell/entity/entity-words.ts'

export const causeText = words({
  ...usualWords({ en: 'cause', zh: '故障原因' }),
  title: { en: 'Causes', zh: '故障原因' },
  name: word.name,
  otherName: word.nameInOtherLanguage,
  nameEn: word.nameInEnglish,
  nameZh: word.nameInChinese,
  changed: word.changed,
  state: word.state,
  inUse: { en: 'Can be chosen', zh: '可选择' },
  retired: { en: 'Retired', zh: '已停用' },
  inUseHint: {
    en: 'A retired cause stays with the records that were closed with it, and is offered no more.',
    zh: '停用后不再可选，已用其关闭的记录保持不变。',
  },
  stays: { en: 'Records were closed with it: retire it instead', zh: '已有记录以此原因关闭，请改为停用' },
  removeBody: { en: 'No record was closed with it.', zh: '没有记录以此原因关闭。' },
  emptyTitle: { en: 'No causes yet', zh: '暂无故障原因' },
  emptyHint: { en: 'Whoever closes a fault chooses one of them.', zh: '关闭故障时从中选择一个原因。' },
  loading: { en: 'The causes are loading', zh: '正在加载故障原因' },
})
