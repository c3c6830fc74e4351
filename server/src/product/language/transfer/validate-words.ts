import { textFault } from '@brigade/contract/cell-fault.rules.ts'
import { pointsFit } from '@brigade/contract/letters/points.rules.ts'
import { wordLimits, type LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import type { TableCell, TableRow } from '../../../platform/excel/table.ts'
import { textRef, type TextRef } from '../../../platform/refusal.ts'

/** The facts about one file while it is processed. */
export type WordSheet = Readonly<{
  head: readonly TableCell[]
  keyAt: number
  languagesAt: ReadonlyMap<LanguageTag, number>
  /** Unknown columns; a text in one of them would be lost. */
  unknownAt: readonly number[]
  /** The keys of the product's words. */
  keys: ReadonlySet<string>
  /** The first row of each key. */
  rowOf: Map<string, number>
}>

/** As the cells have them: a hyphen erases a text that is no hyphen. */
export type Texts = ReadonlyMap<LanguageTag, string>
export type ValidatedWords = Readonly<{
  passed: readonly Readonly<{ key: string; texts: Texts }>[]
  refused: readonly Readonly<{ row: TableRow; reasons: readonly Readonly<{ column: string; why: TextRef }>[] }>[]
}>

const textAt = (cells: readonly TableCell[], index: number): string => String(cells[index] ?? '').trim()

/** Returns every reason against each row, not only the first. The result for the same rows is always the same. */
export function validateWords(sheet: WordSheet, rows: readonly TableRow[]): ValidatedWords {
  const passed: { key: string; texts: Texts }[] = []
  const refused: ValidatedWords['refused'][number][] = []
  for (const row of rows) {
    const key = textAt(row.cells, sheet.keyAt)
    const reasons: { column: string; why: TextRef }[] = []
    const refuse = (index: number, why: TextRef) => void reasons.push({ column: String(sheet.head[index] ?? ''), why })
    const whyNot = keyFault(sheet, key, row.row)
    if (whyNot !== undefined) refuse(sheet.keyAt, whyNot)
    const texts = new Map<LanguageTag, string>()
    for (const [language, index] of sheet.languagesAt) {
      const text = textAt(row.cells, index)
      // An empty cell removes no word: a translator of one language leaves the others empty.
      if (text === '') continue
      texts.set(language, text)
      const fault = textFault(text, Infinity)
      if (fault !== undefined) refuse(index, fault)
      if (!pointsFit(text, wordLimits.text)) refuse(index, textRef('product.wordTooLong', { max: wordLimits.text }))
    }
    for (const index of sheet.unknownAt) {
      const name = String(sheet.head[index] ?? '').trim()
      if (textAt(row.cells, index) !== '') refuse(index, textRef('product.columnUnknown', { name }))
    }
    if (reasons.length === 0) passed.push({ key, texts })
    else refused.push({ row, reasons })
  }
  return { passed, refused }
}

function keyFault({ keys, rowOf }: WordSheet, key: string, row: number): TextRef | undefined {
  if (key === '') return textRef('field.required', undefined)
  if (!keys.has(key)) return textRef('product.wordUnknown', undefined)
  const first = rowOf.get(key) ?? row
  rowOf.set(key, first)
  return first === row ? undefined : textRef('product.wordTwice', undefined)
}
