import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

/** The texts of the buttons beside a list; the others are loaded when one is pressed. */
export const transferButtons = {
  import: word.import,
  triples: { en: 'Credentials', zh: '三元组' },
  importTriples: { en: 'Import credentials', zh: '导入三元组' },
  exportAll: { en: 'Export credentials of all found', zh: '导出筛选结果的三元组' },
} as const
export const transferButtonText = words(transferButtons)
