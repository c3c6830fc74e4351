import { nameCellFault, textFault } from '@brigade/contract/cell-fault.rules.ts'
import { categoryNames, severityNames } from '@brigade/contract/fault/fault-words.ts'
import {
  faultCategories,
  faultLimits,
  severities,
  type FaultCategory,
  type Severity,
} from '@brigade/contract/fault/record.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { erases } from '../../../platform/excel/given-cell.ts'
import type { TableCell, TableRow } from '../../../platform/excel/table.ts'
import { textRef, type TextRef } from '../../../platform/refusal.ts'
import { importHeads, type ImportColumn } from './code-columns.ts'

/** The state of one file during its import. `rowOf`: the first row of each code. */
export type Sheet = Readonly<{
  head: readonly TableCell[]
  at: ReadonlyMap<ImportColumn, number>
  productOf: ReadonlyMap<string, string>
  rowOf: Map<string, number>
}>

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
type Reason = Readonly<{ column: string; why: TextRef }>
export type Validated = Readonly<{
  passed: readonly ReadCode[]
  refused: readonly Readonly<{ row: TableRow; reasons: readonly Reason[] }>[]
}>

/** In characters; the first two are required. */
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

/** Returns every reason against each row, not only the first. The result for the same rows is always the same. */
export function validateCodes(sheet: Sheet, rows: readonly TableRow[]): Validated {
  const passed: ReadCode[] = []
  const refused: Validated['refused'][number][] = []
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

function readRow(sheet: Sheet, { row, cells }: TableRow): { read: ReadCode | undefined; reasons: Reason[] } {
  const { head, at, productOf, rowOf } = sheet
  const reasons: Reason[] = []
  const refuse = (column: ImportColumn, why: TextRef) =>
    void reasons.push({ column: String(head[at.get(column) ?? -1] ?? importHeads[column].en), why })
  const written = (column: ImportColumn): string => String(cells[at.get(column) ?? -1] ?? '').trim()
  const checked = (column: ImportColumn, max: number, isRequired: boolean): string => {
    const text = written(column)
    if (isRequired && text === '') refuse(column, textRef('field.required', undefined))
    const fault = (names.has(column) ? nameCellFault : textFault)(text, max)
    if (fault !== undefined) refuse(column, fault)
    if (isRequired && text === erases) refuse(column, textRef('job.notErasable', undefined))
    return text
  }
  const productId = productOf.get(written('productKey'))
  if (productId === undefined) refuse('productKey', textRef('fault.unknownProductKey', undefined))
  const identifier = checked('identifier', faultLimits.code, true)
  const code = checked('code', faultLimits.code, false)
  const severity = chosen(severities, severityNames, written('severity'))
  if (severity === undefined) refuse('severity', textRef('fault.unknownSeverity', undefined))
  const category = chosen(faultCategories, categoryNames, written('category'))
  if (category === undefined) refuse('category', textRef('fault.unknownCategory', undefined))
  const words = Object.fromEntries(
    wordColumns.flatMap((column) => {
      if (!at.has(column)) return []
      const text = checked(column, longest[column], column === 'enName' || column === 'name')
      return text === '' ? [] : [[column, text === erases ? '' : text]]
    }),
  )
  const key = JSON.stringify([productId, identifier, code])
  const first = rowOf.get(key) ?? row
  rowOf.set(key, first)
  if (first !== row && productId !== undefined) refuse('code', textRef('fault.codeTwice', { row: first }))
  if (productId === undefined || severity === undefined || category === undefined) return { read: undefined, reasons }
  return { read: { productId, identifier, code, severity, category, words }, reasons }
}
