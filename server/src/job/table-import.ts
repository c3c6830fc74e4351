import { z } from 'zod'
import { nameCellFault, textFault } from '@brigade/contract/cell-fault.rules.ts'
import type { JobKind } from '@brigade/contract/job/job.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import type { Db, Transaction } from '../platform/db/database.ts'
import { readColumnsOf } from '../platform/excel/damaged-cells.ts'
import { erases } from '../platform/excel/given-cell.ts'
import { matchHead, scoreOf } from '../platform/excel/match-head.ts'
import type { TableCell, TableRow } from '../platform/excel/table.ts'
import type { Ctx, Upload } from '../platform/http/context.ts'
import { refuse, textRef, type TextRef } from '../platform/refusal.ts'
import { findOwnJob } from './job.store.ts'
import { longWork, type LongWork, type RefusedRow, type Work } from './long-work.ts'
import { processInBatches, type Taken } from './process-in-batches.ts'
import { readHead, type Score } from './read-input.ts'
import { startJob } from './start-job.ts'

/** The parameters of an import that needs nothing but its file. */
export const NoParams = z.object({})
export type NoParams = z.output<typeof NoParams>

/**
 * The import of a table: a check, which shows what the rows would do and writes only its own progress, and the import
 * of the same file. A domain defines the columns, how a row is read, and how accepted rows are written.
 */
type Definition<P, C extends string, R> = Readonly<{
  kinds: Readonly<{ check: JobKind; import: JobKind }>
  access: Parameters<typeof longWork<P>>[0]['access']
  params: LongWork<P>['params']
  /** The file is deleted when the import has ended. */
  endsInput?: true
  columns: (params: P) => ImportColumns<C>
  open: (work: Work, sheet: Sheet<C>, params: P) => Promise<OpenImport<C, R>> | OpenImport<C, R>
}>

type ImportColumns<C extends string> = Readonly<{
  heads: HeadsOf<C>
  /** Other headers of columns that are read. */
  otherHeads?: HeadsOf<NoInfer<C>>
  /** Recognised and not read, so that an exported file can be imported. */
  ignored?: Readonly<Record<string, Words>>
  /** A table without one of them is refused; of several in brackets one is enough. */
  needed?: readonly (NoInfer<C> | readonly NoInfer<C>[])[]
  /** Hold numbers or times. */
  others?: readonly NoInfer<C>[]
  /** These columns are not stored with a refused row. */
  hidden?: readonly NoInfer<C>[]
  /** Converts a header of another program into a known one before it is looked up. */
  plainHead?: (cell: TableCell) => TableCell
  /** `read` handles unknown columns, which it finds in `unknownAt`. */
  takesUnknown?: true
}>

type HeadsOf<C extends string> = { readonly [Column in C]?: Words }

/** The head of one file during its import. */
export type Sheet<C extends string> = Readonly<{
  head: readonly TableCell[]
  at: ReadonlyMap<C, number>
  unknownAt: readonly number[]
  /** The first row of each thing that a file may name only once, by the domain's key. */
  rowOf: Map<string, number>
}>

/** The reason why a row is refused, with its column, or the place of one that has no name here. */
export type Reason<C extends string> = Readonly<{ column: C | number; why: TextRef }>
export type RefusedTableRow<C extends string> = Readonly<{ row: TableRow; reasons: readonly Reason<C>[] }>
export type ReadRows<C extends string, R> = Readonly<{
  passed: readonly R[]
  refused: readonly RefusedTableRow<C>[]
}>

type OpenImport<C extends string, R> = Readonly<{
  /** Separates accepted rows from refused ones. It stores nothing, and the same rows always get the same answer. */
  read: (db: Db, rows: readonly TableRow[]) => Promise<ReadRows<C, R>> | ReadRows<C, R>
  /** Rows before the checkpoint of an interrupted run: later ones may repeat them. By default they are read again. */
  note?: (rows: readonly TableRow[]) => void
  /** The outcome of rows that passed; of a dry run the one it would have. */
  write: (
    trx: Transaction,
    passed: readonly R[],
    options: Readonly<{ isDry: boolean }>,
  ) => Promise<Written<C>> | Written<C>
}>

type Written<C extends string> = Omit<Taken, 'refused' | 'failed'> &
  Readonly<{
    /** Rows that passed the check but could not be written. */
    refused?: readonly RefusedTableRow<C>[]
  }>

type TableImport<P> = Readonly<{
  /** The check and the import, for the manifest. */
  works: readonly LongWork<P>[]
  startCheck: (ctx: Ctx, params: P, upload: Upload) => Promise<{ jobId: string }>
  /** Uses the file of the check, in the time zone of the check. */
  startImport: (ctx: Ctx, params: P, checkedJobId: string) => Promise<{ jobId: string }>
}>

export function tableImport<P, C extends string, R>(definition: Definition<P, C, R>): TableImport<P> {
  const { kinds, access, params, endsInput, columns, open } = definition
  const run = async (work: Work, given: P, isDry: boolean): Promise<void> => {
    const { sheet, total, score } = await readSheet(work, columns(given))
    const { read, note, write } = await open(work, sheet, given)
    const { head, at } = sheet
    const { others, hidden = [] } = columns(given)
    const readAs = { ...readColumnsOf(at, others), hidden: new Set(hidden.flatMap((column) => at.get(column) ?? [])) }
    await processInBatches(
      work,
      { head, total, score, columns: readAs },
      async (rows) => (note === undefined ? void (await read(work.db, rows)) : note(rows)),
      async (trx, rows) => {
        const { passed, refused } = await read(trx, rows)
        const { refused: late = [], ...counts } = await write(trx, passed, { isDry })
        const all = [...refused, ...late]
        return { ...counts, refused: refusedRows(sheet, columns(given), all), failed: all.length }
      },
    )
  }
  const check = longWork({ kind: kinds.check, access, params, run: (work, given: P) => run(work, given, true) })
  const started = longWork({
    kind: kinds.import,
    access,
    params,
    endsInput: endsInput ?? false,
    run: (work, given: P) => run(work, given, false),
  })
  return {
    works: [check, started],
    startCheck: (ctx, given, upload) => startJob(ctx, check, given, { fileName: upload.name, input: upload }),
    startImport: async (ctx, given, checkedJobId) => {
      const checked = await findOwnJob(ctx.db, ctx.caller, checkedJobId)
      const input = { ofJob: checkedJobId, kind: kinds.check }
      const timeZone = checked?.timeZone ?? ctx.timeZone
      return startJob({ ...ctx, timeZone }, started, given, { fileName: checked?.fileName ?? '', input })
    },
  }
}

/** The head, its columns, and the number of rows: the whole file is read before its first row changes anything. */
async function readSheet<C extends string>(
  work: Work,
  { heads, otherHeads = {}, ignored = {}, needed = [], plainHead = (cell) => cell, takesUnknown }: ImportColumns<C>,
): Promise<Readonly<{ sheet: Sheet<C>; total: number; score: Score }>> {
  const isRead = (key: string): key is C => key in heads
  const named: Record<string, Words> = { ...ignored }
  for (const [key, words] of Object.entries<Words | undefined>(otherHeads)) if (words) named[`other ${key}`] = words
  for (const [key, words] of Object.entries<Words | undefined>(heads)) if (words) named[key] = words
  const score: Score = (cells) => scoreOf(named)(cells.map(plainHead))
  const { head, total } = await readHead(work, score)
  const { at: found, unknown, repeated } = matchHead(head.map(plainHead), named)
  if (unknown.length > 0 && !takesUnknown) refuse('job.unknownColumns', { columns: unknown.join(', ') })
  if (repeated.length > 0) refuse('job.repeatedColumns', { columns: repeated.join(', ') })
  const at = new Map<C, number>()
  for (const [key, index] of found) {
    const column = key.replace(/^other /, '')
    if (isRead(column)) at.set(column, index)
  }
  const missing = needed
    .map((one) => (typeof one === 'string' ? [one] : one))
    .filter((anyOf) => !anyOf.some((column) => at.has(column)))
    .map(([column]) => (column === undefined ? '' : (heads[column]?.[work.locale] ?? column)))
  if (missing.length > 0) refuse('job.missingColumns', { columns: missing.join(', ') })
  const known = new Set(found.values())
  const unknownAt = head.flatMap((cell, index) => (known.has(index) || String(cell).trim() === '' ? [] : [index]))
  return { sheet: { head, at, unknownAt, rowOf: new Map() }, total, score }
}

/**
 * Refused rows name the column as the file does, for the person who corrects the row; by our own name if the file has
 * none.
 */
function refusedRows<C extends string>(
  { head, at }: Sheet<C>,
  { heads, hidden = [] }: ImportColumns<C>,
  refused: readonly RefusedTableRow<C>[],
): RefusedRow[] {
  const concealed = new Set(hidden.map((column) => at.get(column)))
  const nameOf = (column: C | number): string =>
    typeof column === 'number'
      ? String(head[column] ?? '')
      : String(head[at.get(column) ?? -1] ?? heads[column]?.en ?? column)
  return refused.flatMap(({ row: { row, cells }, reasons }) => {
    const kept = cells.map((cell, index) => (concealed.has(index) ? '' : cell))
    return reasons.map(({ column, why }) => ({ row, cells: kept, column: nameOf(column), why }))
  })
}

export const cellText = (cells: readonly TableCell[], index: number | undefined): string =>
  String(cells[index ?? -1] ?? '').trim()

/** Records a row, and returns the first row with its key. */
export function firstRow({ rowOf }: Pick<Sheet<string>, 'rowOf'>, key: string, row: number): number {
  const first = rowOf.get(key) ?? row
  rowOf.set(key, first)
  return first
}

type CellRule = Readonly<{
  /** The limit in characters. */
  max: number
  /** Several lines, and not a name. */
  isText?: boolean
  isRequired?: boolean
  /** A hyphen cannot erase it. */
  isKept?: boolean
}>

/** The texts of a row by their rules, with every reason against it and not only the first. */
export function readTexts<C extends string>(
  { at }: Pick<Sheet<C>, 'at'>,
  cells: readonly TableCell[],
  empty: Readonly<Record<C, string>>,
  ruleOf: (column: C) => CellRule,
) {
  const texts: Record<C, string> = { ...empty }
  const reasons: Reason<C>[] = []
  const refuseCell = (column: C, why: TextRef) => void reasons.push({ column, why })
  for (const [column, index] of at) {
    const { max, isText } = ruleOf(column)
    const text = cellText(cells, index)
    texts[column] = text
    const fault = (isText ? textFault : nameCellFault)(text, max)
    if (fault !== undefined) refuseCell(column, fault)
  }
  for (const column in empty) {
    const { isRequired, isKept } = ruleOf(column)
    if (isRequired && texts[column] === '') refuseCell(column, textRef('field.required', undefined))
    if (isKept && texts[column] === erases) refuseCell(column, textRef('job.notErasable', undefined))
  }
  return { texts, reasons, refuse: refuseCell }
}
