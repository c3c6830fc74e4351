import { categoryNames, severityNames } from '@brigade/contract/fault/fault-words.ts'
import {
  faultCategories,
  faultLimits,
  severities,
  type FaultCategory,
  type Severity,
} from '@brigade/contract/fault/record.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import {
  firstRow,
  readTexts,
  type ReadRows,
  type Reason,
  type RefusedTableRow,
  type Sheet,
} from '../../../job/table-import.ts'
import { erases } from '../../../platform/excel/given-cell.ts'
import type { TableRow } from '../../../platform/excel/table.ts'
import { textRef } from '../../../platform/refusal.ts'
import type { ImportColumn } from './code-columns.ts'

/** `rowOf`: the first row of each code. */
type CodeSheet = Sheet<ImportColumn> & Readonly<{ productOf: ReadonlyMap<string, string> }>

/** A valid row; words that the row leaves as they are are left out, and erased ones are empty. */
export type ReadCode = Readonly<{
  productId: string
  identifier: string
  code: string
  severity: Severity
  category: FaultCategory
  words: Readonly<Partial<Record<WordColumn, string>>>
}>
export type WordColumn = 'enName' | 'name' | 'enReason' | 'reason' | 'enRemedy' | 'remedy' | 'partNumber'

/** Limits in characters; the first two are required. */
const longest: Readonly<Record<WordColumn, number>> = {
  enName: faultLimits.name,
  name: faultLimits.name,
  enReason: faultLimits.remedy,
  reason: faultLimits.remedy,
  enRemedy: faultLimits.remedy,
  remedy: faultLimits.remedy,
  partNumber: 40,
}
const names: ReadonlySet<ImportColumn> = new Set(['enName', 'name', 'partNumber'])
export const wordColumns: readonly WordColumn[] = [
  'enName',
  'name',
  'enReason',
  'reason',
  'enRemedy',
  'remedy',
  'partNumber',
]

export function validateCodes(sheet: CodeSheet, rows: readonly TableRow[]): ReadRows<ImportColumn, ReadCode> {
  const passed: ReadCode[] = []
  const refused: RefusedTableRow<ImportColumn>[] = []
  for (const row of rows) {
    const { read, reasons } = readRow(sheet, row)
    if (read !== undefined && reasons.length === 0) passed.push(read)
    else refused.push({ row, reasons })
  }
  return { passed, refused }
}

/** A word of an enumeration in either language, or its own name. */
function chosen<K extends string>(
  values: readonly K[],
  names: Readonly<Record<K, Words>>,
  written: string,
): K | undefined {
  const wanted = written.toLowerCase()
  return values.find(
    (value) => value === wanted || names[value].en.toLowerCase() === wanted || names[value].zh === written,
  )
}

const emptyTexts: Readonly<Record<ImportColumn, string>> = {
  productKey: '',
  identifier: '',
  code: '',
  severity: '',
  category: '',
  enName: '',
  name: '',
  enReason: '',
  reason: '',
  enRemedy: '',
  remedy: '',
  partNumber: '',
}
const limits: Readonly<Partial<Record<ImportColumn, number>>> = {
  ...longest,
  identifier: faultLimits.code,
  code: faultLimits.code,
}
const required: ReadonlySet<ImportColumn> = new Set(['identifier', 'enName', 'name'])

function readRow(
  sheet: CodeSheet,
  { row, cells }: TableRow,
): { read: ReadCode | undefined; reasons: Reason<ImportColumn>[] } {
  const { at, productOf } = sheet
  const { texts, reasons, refuse } = readTexts(sheet, cells, emptyTexts, (column) => ({
    max: limits[column] ?? Infinity,
    isText: !names.has(column),
    isRequired: required.has(column),
    isKept: required.has(column),
  }))
  const { identifier, code } = texts
  const productId = productOf.get(texts.productKey)
  if (productId === undefined) refuse('productKey', textRef('fault.unknownProductKey', undefined))
  const severity = chosen(severities, severityNames, texts.severity)
  if (severity === undefined) refuse('severity', textRef('fault.unknownSeverity', undefined))
  const category = chosen(faultCategories, categoryNames, texts.category)
  if (category === undefined) refuse('category', textRef('fault.unknownCategory', undefined))
  const words = Object.fromEntries(
    wordColumns.flatMap((column) => {
      if (!at.has(column)) return []
      const text = texts[column]
      return text === '' ? [] : [[column, text === erases ? '' : text]]
    }),
  )
  const first = firstRow(sheet, JSON.stringify([productId, identifier, code]), row)
  if (first !== row && productId !== undefined) refuse('code', textRef('fault.codeTwice', { row: first }))
  if (productId === undefined || severity === undefined || category === undefined) return { read: undefined, reasons }
  return { read: { productId, identifier, code, severity, category, words }, reasons }
}
