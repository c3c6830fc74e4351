import { words } from '../../platform/locale.ts'

export const printText = words({
  print: { en: 'Print', zh: '打印' },
  language: { en: 'Language', zh: '语言' },
  version: { en: 'Version', zh: '版本' },
  draft: { en: 'Draft', zh: '草稿' },
  page: { en: 'One A4 page', zh: '一页 A4' },
  loading: { en: 'The page is loading', zh: '正在加载' },
})
