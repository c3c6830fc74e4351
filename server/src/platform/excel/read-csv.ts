import { isUtf8 } from 'node:buffer'
import { withoutGuard } from './csv-line.ts'
import type { TableRow } from './table.ts'
import { textCell } from './text-cell.ts'

/** The bytes are not text in any encoding that spreadsheets write CSV in. */
export class NotText extends Error {
  override name = 'NotText'
}

const pieceBytes = 65_536
const separators = [',', ';', '\t'] as const

/**
 * The encoding of the bytes: from the byte order mark; else UTF-8 if they are valid UTF-8; else GB 18030, which Chinese
 * Excel writes.
 */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'gb18030'
}

// Line ends and tabs are the only control characters of a table.
// oxlint-disable-next-line no-control-regex -- control characters distinguish a program from a text
const isBinary = (text: string) => /[\0-\x08\x0E-\x1F]/.test(text)
/** An HTML page that claims to be a spreadsheet. */
const isMarkup = (text: string) => /^\s*<(?:!doctype|html|table|\?xml)/i.test(text)

function* pieces(bytes: Buffer): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const text = decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })
      if (isBinary(text) || (at === 0 && isMarkup(text))) throw new NotText()
      yield text
    }
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? new NotText() : error
  }
}

/** The most frequent separator in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line = text.replace(/"[^"]*"?/g, '').split(/[\r\n]/, 1)[0] ?? ''
  const counts = separators.map((separator) => line.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

type Limits = Readonly<{ maxColumns: number; maxCellLength: number }>
/** Called for a cell too long, or a row too wide; both throw. */
type Overrun = Readonly<{ cell: (row: number) => never; columns: () => never }>

/** The state of reading the current row. */
type Reading = Readonly<{ limits: Limits; overrun: Overrun }> & {
  separator: string
  row: number
  cells: string[]
  cell: string
  isQuoted: boolean
  wasQuoted: boolean
  /** The end of a piece, which needs the next one to be understood. */
  rest: string
}

function endCell(reading: Reading) {
  const { limits, overrun, cells, cell } = reading
  if (cells.length >= limits.maxColumns && (cell !== '' || cells.length > limits.maxColumns * 10)) overrun.columns()
  if (cell.length > limits.maxCellLength) overrun.cell(reading.row)
  cells.push(withoutGuard(cell))
  reading.cell = ''
  reading.wasQuoted = false
}

/** Ends a row; undefined if it is empty. */
function endRow(reading: Reading): TableRow | undefined {
  endCell(reading)
  const cells = trimmed(reading.cells)
  const faults = new Map(
    cells.flatMap((text, index) => {
      const { fault } = textCell(text)
      return fault === undefined ? [] : [[index, fault] as const]
    }),
  )
  const ended = { row: reading.row, cells, ...(faults.size === 0 ? {} : { faults }) }
  reading.row += 1
  reading.cells = []
  return ended.cells.length === 0 ? undefined : ended
}

function extendCell(reading: Reading, text: string) {
  reading.cell += text
  if (reading.cell.length > reading.limits.maxCellLength) reading.overrun.cell(reading.row)
}

/** Reads within quotes, from `at`. Returns the position to continue at. */
function readQuoted(reading: Reading, text: string, at: number): number {
  const end = text.indexOf('"', at)
  extendCell(reading, end < 0 ? text.slice(at) : text.slice(at, end))
  if (end < 0) return text.length
  // The next piece decides whether a quote at the end of a piece is doubled.
  if (end + 1 === text.length) {
    reading.rest = '"'
    return text.length
  }
  if (text[end + 1] === '"') {
    reading.cell += '"'
    return end + 2
  }
  reading.isQuoted = false
  reading.wasQuoted = true
  return end + 1
}

function* readPiece(reading: Reading, text: string, from: number): Generator<TableRow> {
  let at = from
  while (at < text.length) {
    const character = text[at] ?? ''
    if (reading.isQuoted) at = readQuoted(reading, text, at)
    else if (character === '"' && reading.cell === '' && !reading.wasQuoted) {
      reading.isQuoted = true
      at += 1
    } else if (character === reading.separator) {
      endCell(reading)
      at += 1
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && at + 1 === text.length) {
        reading.rest = '\r'
        return
      }
      const ended = endRow(reading)
      if (ended !== undefined) yield ended
      at += character === '\r' && text[at + 1] === '\n' ? 2 : 1
    } else {
      const end = plainEnd(text, at + 1, reading.separator)
      extendCell(reading, text.slice(at, end))
      at = end
    }
  }
}

/** The rows of CSV, by RFC 4180 and the practice of spreadsheets. */
export function* readCsv(bytes: Buffer, limits: Limits, overrun: Overrun): Generator<TableRow> {
  const reading: Reading = {
    limits,
    overrun,
    separator: '',
    row: 1,
    cells: [],
    cell: '',
    isQuoted: false,
    wasQuoted: false,
    rest: '',
  }
  for (const piece of pieces(bytes)) {
    const text = reading.rest + piece
    let from = 0
    reading.rest = ''
    if (reading.separator === '') {
      const line = /^sep=(.)\r?\n/.exec(text)
      reading.separator = line?.[1] ?? separatorOf(text)
      if (line !== null) {
        from = line[0].length
        reading.row += 1
      }
    }
    yield* readPiece(reading, text, from)
  }
  // A quote at the end of the file ends its cell; an open quote takes the rest, as in spreadsheets.
  if (reading.cell !== '' || reading.cells.length > 0 || reading.wasQuoted || reading.rest !== '') {
    const ended = endRow(reading)
    if (ended !== undefined) yield ended
  }
}

function plainEnd(text: string, from: number, separator: string): number {
  let at = from
  for (; at < text.length; at += 1) {
    const character = text[at]
    if (character === separator || character === '\n' || character === '\r') break
  }
  return at
}

function trimmed(cells: readonly string[]): string[] {
  let length = cells.length
  while (length > 0 && cells[length - 1] === '') length -= 1
  return cells.slice(0, length)
}
