import { textFault } from '@brigade/contract/cell-fault.rules.ts'
import { pointsFit } from '@brigade/contract/letters/points.rules.ts'
import { wordLimits, type LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import {
  cellText,
  firstRow,
  type ReadRows,
  type Reason,
  type RefusedTableRow,
  type Sheet,
} from '../../../job/table-import.ts'
import type { TableRow } from '../../../platform/excel/table.ts'
import { textRef, type TextRef } from '../../../platform/refusal.ts'

/** `keys`: of the product's words. `rowOf`: the first row of each key. */
type WordSheet = Sheet<'key' | LanguageTag> & Readonly<{ keys: ReadonlySet<string> }>

/** `texts` as the cells have them: a hyphen erases a text that is no hyphen. */
export type ReadWord = Readonly<{ key: string; texts: ReadonlyMap<LanguageTag, string> }>

export function validateWords(sheet: WordSheet, rows: readonly TableRow[]): ReadRows<'key' | LanguageTag, ReadWord> {
  const passed: ReadWord[] = []
  const refused: RefusedTableRow<'key' | LanguageTag>[] = []
  for (const row of rows) {
    const key = cellText(row.cells, sheet.at.get('key'))
    const reasons: Reason<'key' | LanguageTag>[] = []
    const whyNot = keyFault(sheet, key, row.row)
    if (whyNot !== undefined) reasons.push({ column: 'key', why: whyNot })
    const texts = new Map<LanguageTag, string>()
    for (const [column, index] of sheet.at) {
      const text = cellText(row.cells, index)
      // An empty cell removes no word: a translator of one language leaves the others empty.
      if (column === 'key' || text === '') continue
      texts.set(column, text)
      const fault = textFault(text, Infinity)
      if (fault !== undefined) reasons.push({ column, why: fault })
      if (!pointsFit(text, wordLimits.text))
        reasons.push({ column, why: textRef('product.wordTooLong', { max: wordLimits.text }) })
    }
    // A text in a column that is not known would be lost.
    for (const column of sheet.unknownAt) {
      const name = String(sheet.head[column] ?? '').trim()
      if (cellText(row.cells, column) !== '') reasons.push({ column, why: textRef('product.columnUnknown', { name }) })
    }
    if (reasons.length === 0) passed.push({ key, texts })
    else refused.push({ row, reasons })
  }
  return { passed, refused }
}

function keyFault(sheet: WordSheet, key: string, row: number): TextRef | undefined {
  if (key === '') return textRef('field.required', undefined)
  if (!sheet.keys.has(key)) return textRef('product.wordUnknown', undefined)
  const first = firstRow(sheet, key, row)
  return first === row ? undefined : textRef('product.wordTwice', { row: first })
}
