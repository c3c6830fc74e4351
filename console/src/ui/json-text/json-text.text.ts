import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

export const differenceText = words({
  lines: {
    en: (p: { added: number; removed: number }) => `${p.added} added, ${p.removed} removed`,
    zh: (p: { added: number; removed: number }) => `新增 ${p.added} 行，删除 ${p.removed} 行`,
  },
  same: { en: 'There is no difference.', zh: '内容相同。' },
  addedLine: word.addedInside,
  removedLine: { en: 'removed', zh: '删除' },
  skipped: {
    en: (p: { count: number }) => counting(p.count, 'equal line'),
    zh: (p: { count: number }) => `${p.count} 行相同`,
  },
})
