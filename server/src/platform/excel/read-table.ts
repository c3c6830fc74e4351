import type { Readable } from 'node:stream'
import { refuse } from '../refusal.ts'
import { NotText, readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import type { TableCell, TableLimits, TableRow } from './table.ts'
import { XmlBroken } from './xml-scan.ts'
import { ArchiveBroken, ArchiveTooBig } from '../zip/read-archive.ts'

const standard = { maxColumns: 200, maxCellLength: 32_767 }
/** Limits for unpacking an xlsx of the largest size: sheets with repeated words shrink to a fiftieth. */
const xlsx = { maxUnfoldedBytes: 536_870_912, maxHeldBytes: 67_108_864, maxRatio: 250, maxEntries: 5000 }

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))
/** The first entry of an OpenDocument file is its media type, not compressed. */
const isOpenDocument = (bytes: Buffer) =>
  bytes.subarray(30, 77).toString('latin1').startsWith('mimetypeapplication/vnd.oasis.opendocument')
/** Old .xls, and an xlsx with a password. */
const isCompound = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))

/**
 * Yields the rows of an xlsx or CSV file (recognised by its bytes), the header first, as they are consumed. Rows may be
 * shorter than the header; empty rows are left out. A formula gives the value stored in the file; it is never
 * evaluated. A file that is not a table, too big or a zip bomb is refused with the words of job.text.ts when reading
 * reaches it. Of several visible sheets the one is read whose first row scores highest; of equal ones, and without
 * `score`, the first.
 */
export async function* readTable(
  source: Readable | Buffer,
  limits: TableLimits,
  score?: (head: readonly TableCell[]) => number,
): AsyncGenerator<TableRow> {
  const { maxRows, maxBytes, maxColumns, maxCellLength } = { ...standard, ...limits }
  const bytes = Buffer.isBuffer(source) ? source : await wholeOf(source, maxBytes)
  if (bytes.length > maxBytes) refuse('file.tooBig', { maxBytes })
  const overrun = {
    columns: () => refuse('job.tooManyColumns', { max: maxColumns }),
    held: () => refuse('job.unfoldsTooFar'),
    cell: (row: number) => refuse('job.cellTooLong', { row, max: maxCellLength }),
  }
  if (isZip(bytes) && isOpenDocument(bytes)) refuse('job.openDocument')
  let count = 0
  try {
    const rows = isZip(bytes)
      ? readXlsx(bytes, { ...xlsx, maxColumns }, overrun, score)
      : readCsv(textOf(bytes), { maxColumns, maxCellLength }, overrun)
    for await (const row of rows) {
      count += 1
      if (count > maxRows + 1) refuse('job.tooManyRows', { max: maxRows })
      if (row.cells.some((cell) => typeof cell === 'string' && cell.length > maxCellLength)) overrun.cell(row.row)
      yield row
    }
  } catch (error) {
    if (error instanceof ArchiveTooBig) refuse('job.unfoldsTooFar')
    if (error instanceof ArchiveBroken || error instanceof XmlBroken || error instanceof NotText) refuse('job.notTable')
    throw error
  }
  if (count === 0) refuse('job.noRows')
}

function textOf(bytes: Buffer): Buffer {
  if (isCompound(bytes)) refuse('job.oldExcel')
  return bytes
}

async function wholeOf(source: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of source) {
    const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    bytes += piece.length
    if (bytes > maxBytes) refuse('file.tooBig', { maxBytes })
    chunks.push(piece)
  }
  return Buffer.concat(chunks)
}
