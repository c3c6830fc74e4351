import { attribute, XmlBroken, xmlScanner, xmlText, type XmlHandler } from './xml-scan.ts'
import { ArchiveBroken, readArchive, unfold, type ZipEntry } from '../zip/read-archive.ts'
import { numberCell, readNumberKinds, type NumberKind } from './number-cell.ts'
import type { TableCell, TableRow } from './table.ts'

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

type Sheet = Readonly<{ entry: ZipEntry; texts: readonly string[]; kinds: readonly NumberKind[]; is1904: boolean }>
type Archive = Readonly<{ bytes: Buffer; entries: ReadonlyMap<string, ZipEntry> }>

const longestText = 32_767

/** Yields the rows of a workbook's first visible sheet. A formula gives its stored value. */
export async function* readXlsx(bytes: Buffer, limits: XlsxLimits, overrun: Overrun): AsyncGenerator<TableRow> {
  const archive: Archive = { bytes, entries: readArchive(bytes, limits) }
  const sheet = await openSheet(archive, limits, overrun)
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

async function openSheet(archive: Archive, limits: XlsxLimits, overrun: Overrun): Promise<Sheet> {
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
  const { relation, is1904 } = await readWorkbook(read, workbookPath)
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
  const entry = archive.entries.get(targets.find(({ id }) => id === relation)?.path ?? '')
  if (entry === undefined) throw new ArchiveBroken('no sheet')
  const pathOf = (type: string) => targets.find((target) => target.type.endsWith(`/${type}`))?.path ?? ''
  const [textPath, stylePath] = [pathOf('sharedStrings'), pathOf('styles')]
  const texts: string[] = []
  if (archive.entries.has(textPath))
    await read(
      textPath,
      textHandler((text) => texts.push(text)),
    )
  const kinds: NumberKind[] = []
  if (archive.entries.has(stylePath))
    await read(
      stylePath,
      readNumberKinds((kind) => kinds.push(kind)),
    )
  return { entry, texts, kinds, is1904 }
}

async function readWorkbook(
  read: (path: string, handler: XmlHandler) => Promise<void>,
  path: string,
): Promise<{ relation: string; is1904: boolean }> {
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
  const sheet = sheets.find(({ shows }) => shows) ?? sheets[0]
  if (sheet === undefined) throw new ArchiveBroken('no sheet')
  return { relation: sheet.relation, is1904 }
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
  { texts, kinds, is1904 }: Sheet,
  maxColumns: number,
  overrun: Overrun,
  add: (row: TableRow) => void,
): XmlHandler {
  let row = 0
  let cells: TableCell[] = []
  let column = -1
  let type = ''
  let style = 0
  let raw = ''
  let isValue = false
  let isReading = false

  function cell(): TableCell {
    if (raw === '') return ''
    if (type === 's') return texts[Number(raw)] ?? ''
    if (type === 'b') return raw === '1' || raw === 'true'
    if (type === 'str' || type === 'inlineStr' || type === 'e') return unescaped(xmlText(raw))
    if (type === 'd') return raw.slice(0, 19).replace('T', ' ')
    return numberCell(raw, kinds[style] ?? 'number', is1904)
  }

  return {
    open: (tag, attributes) => {
      if (tag === 'row') {
        const given = Number(attribute(attributes, 'r') ?? row + 1)
        if (!Number.isInteger(given) || given <= row) throw new XmlBroken('rows out of order')
        row = given
        cells = []
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
        const value = cell()
        // Distant empty cells only carry a format.
        if (value === '') return
        if (column >= maxColumns) overrun.columns()
        while (cells.length < column) cells.push('')
        cells[column] = value
      } else if (tag === 'row' && cells.some((value) => value !== '')) add({ row, cells })
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
