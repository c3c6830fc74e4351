import { isUtf8 } from 'node:buffer'
import { withoutGuard } from './csv-line.ts'
import type { TableRow } from './table.ts'

/** Not text in any encoding that spreadsheets write CSV in. */
export class NotText extends Error {
  override name = 'NotText'
}

const pieceBytes = 65_536
const separators = [',', ';', '\t'] as const

/** What text the bytes are: by their mark, else UTF-8 where they are that, else what Chinese Excel writes. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'gb18030'
}

// Line ends and tabs are the only control characters of a table.
// oxlint-disable-next-line no-control-regex -- it is control characters that tell a program from a text
const isBinary = (text: string) => /[\0-\x08\x0E-\x1F]/.test(text)
/** A page that calls itself a spreadsheet. */
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

/** The one that parts the first line most often; quoted ones do not count. */
function separatorOf(text: string): string {
  const line = text.replace(/"[^"]*"?/g, '').split(/[\r\n]/, 1)[0] ?? ''
  const counts = separators.map((separator) => line.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** The rows of CSV, as RFC 4180 and spreadsheets have it. `overrun` is told of a cell too long, or a row too wide; it throws. */
export function* readCsv(
  bytes: Buffer,
  { maxColumns, maxCellLength }: { maxColumns: number; maxCellLength: number },
  overrun: Readonly<{ cell: (row: number) => never; columns: () => never }>,
): Generator<TableRow> {
  let separator = ''
  let row = 1
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let wasQuoted = false
  let rest = ''

  function endCell() {
    if (cells.length >= maxColumns && (cell !== '' || cells.length > maxColumns * 10)) overrun.columns()
    if (cell.length > maxCellLength) overrun.cell(row)
    cells.push(withoutGuard(cell))
    cell = ''
    wasQuoted = false
  }
  function endRow(): TableRow | undefined {
    endCell()
    const ended = { row, cells: trimmed(cells) }
    row += 1
    cells = []
    return ended.cells.length === 0 ? undefined : ended
  }

  for (const piece of pieces(bytes)) {
    let text = rest + piece
    rest = ''
    if (separator === '') {
      const line = /^sep=(.)\r?\n/.exec(text)
      separator = line?.[1] ?? separatorOf(text)
      if (line !== null) {
        text = text.slice(line[0].length)
        row += 1
      }
    }
    let at = 0
    while (at < text.length) {
      const character = text[at] ?? ''
      if (isQuoted) {
        const end = text.indexOf('"', at)
        cell += end < 0 ? text.slice(at) : text.slice(at, end)
        if (cell.length > maxCellLength) overrun.cell(row)
        if (end < 0) break
        // Whether a quote at the end of a piece is one of two, the next piece tells.
        if (end + 1 === text.length) {
          rest = '"'
          break
        }
        if (text[end + 1] === '"') {
          cell += '"'
          at = end + 2
        } else {
          isQuoted = false
          wasQuoted = true
          at = end + 1
        }
      } else if (character === '"' && cell === '' && !wasQuoted) {
        isQuoted = true
        at += 1
      } else if (character === separator) {
        endCell()
        at += 1
      } else if (character === '\n' || character === '\r') {
        if (character === '\r' && at + 1 === text.length) {
          rest = '\r'
          break
        }
        const ended = endRow()
        if (ended !== undefined) yield ended
        at += character === '\r' && text[at + 1] === '\n' ? 2 : 1
      } else {
        const end = plainEnd(text, at + 1, separator)
        cell += text.slice(at, end)
        if (cell.length > maxCellLength) overrun.cell(row)
        at = end
      }
    }
  }
  // A quote that ended the file ended its cell; one that never ended takes the rest, as spreadsheets read it.
  if (cell !== '' || cells.length > 0 || wasQuoted || rest !== '') {
    const ended = endRow()
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
