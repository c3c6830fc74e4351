import { attribute, XmlBroken, xmlScanner, xmlText, type XmlHandler } from './xml-scan.ts'
import { ArchiveBroken, readArchive, unfold, type ZipEntry } from '../zip/read-archive.ts'
import { numberCell, readNumberFormats, type ReadCell } from './number-cell.ts'
import type { NumberShown } from './number-format.ts'
import type { CellFault, TableCell, TableRow } from './table.ts'
import { textCell } from './text-cell.ts'

export type XlsxLimits = Readonly<{
  maxUnfoldedBytes: number
  maxRatio: number
  maxEntries: number
  maxColumns: number
  /** Limit for the parts that are held in memory: texts, formats, the list of sheets. */
  maxHeldBytes: number
}>

/** Called when a limit is exceeded; each function throws. */
export type Overrun = Readonly<{ columns: () => never; held: () => never; cell: (row: number) => never }>

type Sheet = Readonly<{
  entry: ZipEntry
  texts: readonly string[]
  formats: readonly NumberShown[]
  is1904: boolean
}>
type Archive = Readonly<{ bytes: Buffer; entries: ReadonlyMap<string, ZipEntry> }>

const longestText = 32_767
/** The most sheets in which the columns are looked for. */
const maxSheets = 20

/** Yields the rows of the visible sheet of a workbook whose first row scores highest, or of the first one. A formula gives its stored value. */
export async function* readXlsx(
  bytes: Buffer,
  limits: XlsxLimits,
  overrun: Overrun,
  score?: (head: readonly TableCell[]) => number,
): AsyncGenerator<TableRow> {
  const archive: Archive = { bytes, entries: readArchive(bytes, limits) }
  const sheets = await openSheets(archive, limits, overrun)
  const [first] = sheets
  if (first === undefined) throw new ArchiveBroken('no sheet')
  const rowsOf = (sheet: Sheet) => rowsOfSheet(bytes, sheet, limits, overrun)
  yield* rowsOf(score === undefined || sheets.length === 1 ? first : await bestOf(sheets, rowsOf, score))
}

async function bestOf(
  sheets: readonly Sheet[],
  rowsOf: (sheet: Sheet) => AsyncGenerator<TableRow>,
  score: (head: readonly TableCell[]) => number,
): Promise<Sheet> {
  let best: { sheet: Sheet; score: number } | undefined
  for (const sheet of sheets) {
    // Leaving the loop closes the generator: only the beginning of a sheet is unfolded.
    for await (const { cells } of rowsOf(sheet)) {
      const own = score(cells)
      if (best === undefined || own > best.score) best = { sheet, score: own }
      break
    }
  }
  const sheet = best?.sheet ?? sheets[0]
  if (sheet === undefined) throw new ArchiveBroken('no sheet')
  return sheet
}

async function* rowsOfSheet(
  bytes: Buffer,
  sheet: Sheet,
  limits: XlsxLimits,
  overrun: Overrun,
): AsyncGenerator<TableRow> {
  const found: TableRow[] = []
  const scanner = xmlScanner(sheetHandler(sheet, limits.maxColumns, overrun, (row) => found.push(row)))
  for await (const piece of unfold(bytes, sheet.entry)) {
    scanner.push(piece)
    // Reading pauses while the consumer handles these rows.
    yield* found.splice(0)
  }
  scanner.end()
  yield* found
}

/** The visible sheets, up to the limit; all of them if none is visible. */
async function openSheets(archive: Archive, limits: XlsxLimits, overrun: Overrun): Promise<readonly Sheet[]> {
  const read = (path: string, handler: XmlHandler) => readPart(archive, path, handler, limits, overrun)
  let workbookPath = ''
  await read('_rels/.rels', {
    ...silent,
    open: (tag, attributes) => {
      if (tag === 'Relationship' && attribute(attributes, 'Type')?.endsWith('/officeDocument') === true)
        workbookPath = resolved('', attribute(attributes, 'Target') ?? '')
    },
  })
  if (workbookPath === '') throw new ArchiveBroken('no workbook')
  const { relations, is1904 } = await readWorkbook(read, workbookPath)
  const folder = workbookPath.slice(0, workbookPath.lastIndexOf('/') + 1)
  const targets: { id: string; type: string; path: string }[] = []
  await read(`${folder}_rels/${workbookPath.slice(folder.length)}.rels`, {
    ...silent,
    open: (tag, attributes) => {
      if (tag !== 'Relationship') return
      targets.push({
        id: attribute(attributes, 'Id') ?? '',
        type: attribute(attributes, 'Type') ?? '',
        path: resolved(folder, attribute(attributes, 'Target') ?? ''),
      })
    },
  })
  const entries = relations.slice(0, maxSheets).flatMap((relation) => {
    const entry = archive.entries.get(targets.find(({ id }) => id === relation)?.path ?? '')
    return entry === undefined ? [] : [entry]
  })
  const pathOf = (type: string) => targets.find((target) => target.type.endsWith(`/${type}`))?.path ?? ''
  const [textPath, stylePath] = [pathOf('sharedStrings'), pathOf('styles')]
  const texts: string[] = []
  if (archive.entries.has(textPath))
    await read(
      textPath,
      textHandler((text) => texts.push(text)),
    )
  const formats: NumberShown[] = []
  if (archive.entries.has(stylePath))
    await read(
      stylePath,
      readNumberFormats((shown) => formats.push(shown)),
    )
  return entries.map((entry) => ({ entry, texts, formats, is1904 }))
}

async function readWorkbook(
  read: (path: string, handler: XmlHandler) => Promise<void>,
  path: string,
): Promise<{ relations: readonly string[]; is1904: boolean }> {
  const sheets: { relation: string; shows: boolean }[] = []
  let is1904 = false
  await read(path, {
    ...silent,
    open: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '')
      if (tag !== 'sheet') return
      const shows = (attribute(attributes, 'state') ?? 'visible') === 'visible'
      sheets.push({ relation: attribute(attributes, 'id') ?? '', shows })
    },
  })
  const visible = sheets.filter(({ shows }) => shows)
  return { relations: (visible.length > 0 ? visible : sheets).map(({ relation }) => relation), is1904 }
}

const silent: XmlHandler = { open: () => undefined, close: () => undefined, text: () => undefined }

async function readPart(
  { bytes, entries }: Archive,
  path: string,
  handler: XmlHandler,
  { maxHeldBytes }: XlsxLimits,
  overrun: Overrun,
): Promise<void> {
  const entry = entries.get(path)
  if (entry === undefined) throw new ArchiveBroken(`no ${path}`)
  if (entry.bytes > maxHeldBytes) overrun.held()
  const scanner = xmlScanner(handler)
  for await (const piece of unfold(bytes, entry)) scanner.push(piece)
  scanner.end()
}

/** Resolves a relationship's target to a name in the archive. It cannot lead elsewhere: names are only looked up. */
function resolved(folder: string, target: string): string {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const part of target.split('/').filter(Boolean)) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Decodes Excel's escapes for characters that XML does not allow. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** The shared texts, one by one; readings of Chinese and Japanese (`rPh`) are not part of them. */
function textHandler(add: (text: string) => void): XmlHandler {
  let raw = ''
  let isText = false
  let isReading = false
  return {
    open: (tag) => {
      if (tag === 'si') raw = ''
      else if (tag === 'rPh') isReading = true
      else if (tag === 't') isText = !isReading
    },
    text: (piece) => {
      if (isText) raw += piece
    },
    close: (tag) => {
      if (tag === 't') isText = false
      else if (tag === 'rPh') isReading = false
      else if (tag === 'si') add(unescaped(xmlText(raw)))
    },
  }
}

function sheetHandler(
  { texts, formats, is1904 }: Sheet,
  maxColumns: number,
  overrun: Overrun,
  add: (row: TableRow) => void,
): XmlHandler {
  let row = 0
  let cells: TableCell[] = []
  let faults = new Map<number, CellFault>()
  let column = -1
  let type = ''
  let style = 0
  let raw = ''
  let isValue = false
  let isReading = false

  function cell(): ReadCell {
    if (raw === '') return { value: '' }
    if (type === 's') return textCell(texts[Number(raw)] ?? '')
    if (type === 'b') return { value: raw === '1' || raw === 'true' }
    if (type === 'e') return { value: unescaped(xmlText(raw)), fault: 'error' }
    if (type === 'str' || type === 'inlineStr') return textCell(unescaped(xmlText(raw)))
    if (type === 'd') return { value: raw.slice(0, 19).replace('T', ' '), fault: 'date' }
    return numberCell(raw, formats[style] ?? { is: 'number' }, is1904)
  }
  /** A row is there once its cells are: some programs write a row element for each cell. */
  const endRow = () => {
    if (cells.some((value) => value !== '')) add({ row, cells, ...(faults.size === 0 ? {} : { faults }) })
    cells = []
    faults = new Map()
  }

  return {
    open: (tag, attributes) => {
      if (tag === 'row') {
        const given = Number(attribute(attributes, 'r') ?? row + 1)
        if (!Number.isInteger(given) || given < row || given < 1) throw new XmlBroken('rows out of order')
        if (given > row) endRow()
        row = given
        column = -1
      } else if (tag === 'c') {
        const reference = attribute(attributes, 'r')
        column = reference === undefined ? column + 1 : columnOf(reference)
        type = attribute(attributes, 't') ?? ''
        style = Number(attribute(attributes, 's') ?? 0)
        raw = ''
      } else if (tag === 'v' || tag === 't') isValue = !isReading
      else if (tag === 'rPh') isReading = true
    },
    text: (piece) => {
      if (!isValue) return
      raw += piece
      // Entities and escapes make a text at most seven times as long.
      if (raw.length > longestText * 7) overrun.cell(row)
    },
    close: (tag) => {
      if (tag === 'v' || tag === 't') isValue = false
      else if (tag === 'rPh') isReading = false
      else if (tag === 'c') {
        const { value, fault } = cell()
        // Distant empty cells only carry a format.
        if (value === '') return
        if (column >= maxColumns) overrun.columns()
        while (cells.length < column) cells.push('')
        cells[column] = value
        if (fault === undefined) faults.delete(column)
        else faults.set(column, fault)
      } else if (tag === 'sheetData') endRow()
    },
  }
}

/** The column of `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length && at < 4; at += 1) {
    const code = reference.charCodeAt(at) & ~32
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  if (column === 0) throw new XmlBroken('a cell without a place')
  return column - 1
}
