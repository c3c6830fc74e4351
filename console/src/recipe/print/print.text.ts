import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

export const printText = words({
  print: { en: 'Print', zh: '打印' },
  language: word.language,
  version: word.version,
  draft: word.draft,
  page: { en: 'One A4 page', zh: '一页 A4' },
  loading: { en: 'The page is loading', zh: '正在加载' },
})
