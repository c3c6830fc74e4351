import { Readable } from 'node:stream'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import type { Locale } from '@brigade/contract/locale.ts'
import { dayMs } from '@brigade/contract/time.ts'
import type { ColumnType, TableColumn } from './table.ts'
import { csvLine } from './csv-line.ts'
import { doubledOffset, wallText, zoneOffset } from './zone-time.ts'

export type TableFormat = 'xlsx' | 'csv'

export type WriteOptions = Readonly<{
  /** The language of the header. */
  locale: Locale
  /**
   * IANA name: instants are written as wall clock times of this zone, which the header names. A time of a repeated hour
   * is followed by its offset, and is a text in Excel too.
   */
  timeZone: string
  sheetName?: string
}>

/** Excel's serial number for 1970-01-01. */
const epochSerial = 25_569
/** 1900-03-01. */
const firstRightSerial = 61
/** Excel's own limit; a longer text would make the file unreadable. */
const maxCharacters = 32_767
const csvChunkCharacters = 65_536

/** `@`: text typed into such a cell stays unchanged, so that a serial number keeps its zeros. */
const numberFormats: Partial<Record<ColumnType, string>> = {
  text: '@',
  instant: 'yyyy-mm-dd hh:mm:ss',
  date: 'yyyy-mm-dd',
}
/** Rows of a template that have the formats of their columns: a format belongs to a cell. */
const templateRows = 1000
const widths: Record<ColumnType, number> = { text: 20, number: 12, instant: 20, date: 12 }

/**
 * Writes a table as a stream of bytes, row by row: memory does not grow with the rows, and a slow reader slows `rows`.
 * Cells are typed: numbers and times are such in Excel, and a text stays a text whatever it begins with. CSV has no
 * types, so there a text that a spreadsheet would read as a formula gets an apostrophe in front (readTable removes it).
 */
export function writeTable<R>(
  format: TableFormat,
  columns: readonly TableColumn<R>[],
  rows: AsyncIterable<R> | Iterable<R>,
  options: WriteOptions,
): Readable {
  const head = columns.map(({ head: words, type }) =>
    type === 'instant' ? `${words[options.locale]} (${options.timeZone})` : words[options.locale],
  )
  const offset = zoneOffset(options.timeZone)
  if (format === 'csv') return bytes(csvOf(head, columns, rows, offset))
  const read = columns.map((column) => xlsxCell(column, offset))
  return bytes(
    writeXlsxStream(xlsxRows(read, rows), {
      name: sheetName(options.sheetName ?? 'Sheet1'),
      columns: columns.map(({ type, width }, index) => ({
        header: safeText(head[index] ?? ''),
        width: width ?? widths[type],
        ...(numberFormats[type] === undefined ? {} : { numFmt: numberFormats[type] }),
      })),
      freezePane: { rows: 1 },
    }),
  )
}

/** An empty table to be filled in. */
export const writeTemplate = <R>(
  format: TableFormat,
  columns: readonly TableColumn<R>[],
  options: WriteOptions,
): Readable =>
  writeTable(
    format,
    columns.map((column) => ({ ...column, value: () => null })),
    format === 'csv' ? [] : Array.from({ length: templateRows }),
    options,
  )

const bytes = (chunks: AsyncIterable<Uint8Array | string>) => Readable.from(chunks, { objectMode: false })

/** Replaces lone surrogates, and escapes texts that look like Excel's own escapes (`_x0041_`). */
function safeText(text: string): string {
  const short = text.length > maxCharacters ? text.slice(0, maxCharacters) : text
  const whole = short.isWellFormed() ? short : short.toWellFormed()
  return whole.includes('_x') ? whole.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : whole
}

/**
 * The wall clock that a cell shows, cut to the second or the day of its format; undefined if the text is not a time.
 */
function wallOf(type: 'instant' | 'date', text: string, offset: (at: number) => number): number | undefined {
  const at = Date.parse(text)
  if (Number.isNaN(at)) return undefined
  const unit = type === 'date' ? dayMs : 1000
  return Math.floor((at + (type === 'instant' ? offset(at) : 0)) / unit) * unit
}

type TimeColumn = Readonly<{ type: 'instant' | 'date'; hasOffsetBeside?: true | undefined }>

/** A time that its wall clock alone does not name, with its offset. */
function doubledText(
  { type, hasOffsetBeside }: TimeColumn,
  text: string,
  wall: number,
  offset: (at: number) => number,
): string | undefined {
  if (type === 'date' || hasOffsetBeside === true) return undefined
  const mark = doubledOffset(offset, Date.parse(text))
  return mark === undefined ? undefined : `${timeText(type, wall)} ${mark}`
}

/** CSV and cells that are texts show a time in the same words. */
const timeText = (type: 'instant' | 'date', wall: number) => wallText(wall).slice(0, type === 'date' ? 10 : 19)

/**
 * Excel's number of a wall clock time; undefined before 1900, for which Excel has none. It counts a 29 February 1900,
 * which did not exist.
 */
function serialOf(wall: number): number | undefined {
  const days = wall / dayMs + epochSerial
  const serial = days < firstRightSerial ? days - 1 : days
  return serial < 1 ? undefined : serial
}

function xlsxCell<R>({ type, value, hasOffsetBeside }: TableColumn<R>, offset: (at: number) => number) {
  return (row: R): string | number | null => {
    const is = value(row)
    if (is === null || is === '') return null
    if (type === 'number') return Number(is)
    if (type === 'text') return safeText(String(is))
    const wall = wallOf(type, String(is), offset)
    if (wall === undefined) return safeText(String(is))
    return doubledText({ type, hasOffsetBeside }, String(is), wall, offset) ?? serialOf(wall) ?? timeText(type, wall)
  }
}

async function* xlsxRows<R>(
  read: readonly ((row: R) => string | number | null)[],
  rows: AsyncIterable<R> | Iterable<R>,
): AsyncGenerator<(string | number | null)[]> {
  for await (const row of rows) yield read.map((cell) => cell(row))
}

async function* csvOf<R>(
  head: readonly string[],
  columns: readonly TableColumn<R>[],
  rows: AsyncIterable<R> | Iterable<R>,
  offset: (at: number) => number,
): AsyncGenerator<string> {
  const read = columns.map(({ type, value, hasOffsetBeside }) => (row: R): string | number => {
    const is = value(row)
    if (is === null) return ''
    if (type === 'number') return Number(is)
    if (type === 'text') return is
    const wall = wallOf(type, String(is), offset)
    return wall === undefined
      ? is
      : (doubledText({ type, hasOffsetBeside }, String(is), wall, offset) ?? timeText(type, wall))
  })
  // Without the byte order mark, Excel takes UTF-8 for the machine's own encoding.
  let text = `\uFEFF${csvLine(head)}`
  for await (const row of rows) {
    text += csvLine(read.map((cell) => cell(row)))
    if (text.length < csvChunkCharacters) continue
    yield text
    text = ''
  }
  yield text
}

/** Excel accepts at most 31 characters, and some not at all. */
function sheetName(name: string): string {
  const safe = name
    .replace(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31)
  return safe === '' ? 'Sheet1' : safe
}

export type Sheet = Readonly<{ name: string; rows: readonly (readonly (string | number | null)[])[] }>

/** A workbook of several small sheets, each with its first row as the header. */
export async function writeSheets(sheets: readonly Sheet[]): Promise<Readable> {
  const safe = (cell: string | number | null) => (typeof cell === 'string' ? safeText(cell) : cell)
  const file = await writeXlsx({
    sheets: sheets.map(({ name, rows }) => ({
      name: sheetName(name),
      rows: rows.map((row) => row.map(safe)),
      columns: (rows[0] ?? []).map(() => ({ width: 24 })),
      freezePane: { rows: 1 },
    })),
  })
  return bytes(Readable.from([file]))
}
