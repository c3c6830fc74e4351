import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx as readWithHucre } from 'hucre/xlsx'
import { bareBook, book, relations, sheet, sheetName, zip } from '../../testing/malformed/hand-made-book.ts'
import { Refusal } from '../refusal.ts'
import { csvLine } from './csv-line.ts'
import { scoreOf } from './match-head.ts'
import { ownFormat } from './number-format.ts'
import { readTable } from './read-table.ts'
import type { TableCell, TableColumn } from './table.ts'
import { writeTable, writeTemplate } from './write-table.ts'

/** Tests how an import treats cells that a spreadsheet has changed after somebody typed them. */

const limits = { maxBytes: 20_971_520, maxRows: 1000 }
type Read = readonly [value: TableCell, fault: string | undefined]

async function cellsOf(bytes: Buffer): Promise<Read[]> {
  const read: Read[] = []
  for await (const { cells, faults } of readTable(bytes, limits))
    read.push(...cells.map((cell, index): Read => [cell, faults?.get(index)]))
  return read
}

/** A row of number cells, each with a format of its own: a built-in one by its number, or its code. */
const numbers = (given: readonly (readonly [raw: string, format: number | string])[]): Buffer => {
  const own = given.map(([, format], index) =>
    typeof format === 'string' ? { id: 164 + index, code: format } : undefined,
  )
  const escaped = (code: string) => code.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const styles = `<styleSheet><numFmts>${own
    .map((each) => (each === undefined ? '' : `<numFmt numFmtId="${each.id}" formatCode="${escaped(each.code)}"/>`))
    .join('')}</numFmts><cellXfs>${given
    .map(([, format], index) => `<xf numFmtId="${typeof format === 'string' ? 164 + index : format}"/>`)
    .join('')}</cellXfs></styleSheet>`
  const cells = given.map(([raw], index) => `<c s="${index}"><v>${raw}</v></c>`).join('')
  const parts = bareBook.map((part) =>
    part.name.endsWith('workbook.xml.rels')
      ? { ...part, data: relations(['r1', 'worksheet', 'worksheets/sheet1.xml'], ['r3', 'styles', 'styles.xml']) }
      : part,
  )
  return zip([
    ...parts,
    { name: 'xl/styles.xml', data: styles },
    { name: sheetName, data: sheet(`<row r="1">${cells}</row>`) },
  ])
}

test('a number with a format of zeros is read as the sheet shows it, with the characters between them', async () => {
  const shown = await cellsOf(
    numbers([
      ['42', '00000000'],
      ['1025030318', '"BX"0000000000'],
      ['12345678', '0000-0000'],
      ['123456789', '0000-0000'],
      ['7', '000;[Red]-000'],
      ['7', '[$-804]000'],
      ['7', '\\N000'],
      ['7.5', '000'],
      ['-7', '000'],
      ['7', '0'],
      ['7', '0.00'],
      ['1234567', '#,##0'],
      ['7', 1],
    ]),
  )
  assert.deepEqual(shown, [
    ['00000042', undefined],
    ['BX1025030318', undefined],
    ['1234-5678', undefined],
    ['12345-6789', undefined],
    ['007', undefined],
    ['007', undefined],
    ['N007', undefined],
    [7.5, undefined],
    [-7, undefined],
    [7, undefined],
    [7, undefined],
    [1_234_567, undefined],
    [7, undefined],
  ])
})

test('a number whose digits the spreadsheet has cut, a text that it made a number or a day, and an error are named', async () => {
  const shown = await cellsOf(
    numbers([
      ['999999999999999', 0],
      ['1000000000000000', 0],
      ['1.23456789012345E+18', '0'],
      ['100000', 11],
      ['100000', '0.00E+00'],
      ['46000', 14],
      ['0.5', 'h:mm'],
    ]),
  )
  assert.deepEqual(shown, [
    [999_999_999_999_999, undefined],
    [1e15, 'cut'],
    [1_234_567_890_123_450_000, 'cut'],
    [100_000, 'scientific'],
    [100_000, 'scientific'],
    ['2025-12-09', 'date'],
    ['12:00:00', 'date'],
  ])
  assert.deepEqual(
    await cellsOf(
      book(
        '<row r="1"><c t="e"><v>#DIV/0!</v></c><c t="str"><v>#N/A</v></c><c t="inlineStr"><is><t>#1</t></is></c></row>',
      ),
    ),
    [
      ['#DIV/0!', 'error'],
      ['#N/A', 'error'],
      ['#1', undefined],
    ],
  )
})

test('a format that is longer than Excel’s shows a plain number: reading it would take seconds', () => {
  for (const character of ['[', '0', '"', '\\'])
    assert.deepEqual(ownFormat(character.repeat(60_000)), { is: 'number' }, character)
  assert.equal(ownFormat('0'.repeat(255)).is, 'zeros')
})

test('CSV has the same changes as text: errors, and numbers with an exponent', async () => {
  assert.deepEqual(await cellsOf(Buffer.from('#N/A,#REF!,Err:502,1.02503E+15,"1,02E+15",E5,1E5,#No. 5,1025030318')), [
    ['#N/A', 'error'],
    ['#REF!', 'error'],
    ['Err:502', 'error'],
    ['1.02503E+15', 'scientific'],
    ['1,02E+15', 'scientific'],
    ['E5', undefined],
    ['1E5', undefined],
    ['#No. 5', undefined],
    ['1025030318', undefined],
  ])
})

test('a sheet with a row element for each of its cells is read as its rows', async () => {
  const cell = (place: string, text: string) =>
    `<row r="${place.slice(1)}"><c r="${place}" t="inlineStr"><is><t>${text}</t></is></c></row>`
  const rows: unknown[] = []
  for await (const row of readTable(
    book(
      ['A1,a', 'B1,b', 'A3,c', 'C3,d']
        .map((each) => {
          const [place = '', text = ''] = each.split(',')
          return cell(place, text)
        })
        .join(''),
    ),
    limits,
  ))
    rows.push(row)
  assert.deepEqual(rows, [
    { row: 1, cells: ['a', 'b'] },
    { row: 3, cells: ['c', '', 'd'] },
  ])
})

test('of several sheets the one with the columns is read, wherever it stands; a hidden one is not', async () => {
  const row = (...texts: string[]) =>
    `<row r="1">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  const sheets = [
    '<sheet name="a" r:id="r1"/>',
    '<sheet name="b" state="hidden" r:id="r2"/>',
    '<sheet name="c" r:id="r3"/>',
  ]
  const bytes = zip([
    ...bareBook.slice(0, 1),
    { name: 'xl/workbook.xml', data: `<workbook><sheets>${sheets.join('')}</sheets></workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(
        ['r1', 'worksheet', 'worksheets/1.xml'],
        ['r2', 'worksheet', 'worksheets/2.xml'],
        ['r3', 'worksheet', 'worksheets/3.xml'],
      ),
    },
    { name: 'xl/worksheets/1.xml', data: sheet(row('Notes for the person who fills it in')) },
    { name: 'xl/worksheets/2.xml', data: sheet(row('SN', 'Name', 'Note')) },
    { name: 'xl/worksheets/3.xml', data: sheet(row('Name', 'SN')) },
  ])
  const columns = { sn: { en: 'SN', zh: 'SN' }, name: { en: 'Name', zh: '名称' }, note: { en: 'Note', zh: '备注' } }
  const first = async (score?: (cells: readonly TableCell[]) => number) => {
    for await (const { cells } of readTable(bytes, limits, score)) return cells
    return []
  }
  assert.deepEqual(await first(scoreOf(columns)), ['Name', 'SN'])
  assert.deepEqual(await first(), ['Notes for the person who fills it in'])
})

test('an OpenDocument table, and an old or locked workbook, are refused by their names', async () => {
  const refusal = async (bytes: Buffer) => {
    try {
      await cellsOf(bytes)
    } catch (error) {
      return error instanceof Refusal ? error.key : error
    }
    return 'read'
  }
  const mediaType = { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet', stored: true }
  assert.equal(await refusal(zip([mediaType, { name: 'content.xml', data: '<x/>' }])), 'job.openDocument')
  assert.equal(await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex')), 'job.oldExcel')
})

test('a text that begins with apostrophes before a formula comes back from CSV as it was', async () => {
  const texts = ["'=kept", "''=kept", "'", "''", "'plain", '=1', "'-5", '-5']
  const bytes = Buffer.from(csvLine(texts))
  assert.deepEqual(
    (await cellsOf(bytes)).map(([value]) => value),
    texts,
  )
  assert.doesNotMatch(bytes.toString(), /(^|,)"?[=-]/)
})

test('what is typed into a text column of a template or an export stays as it is typed', async () => {
  const columns: readonly TableColumn<{ sn: string }>[] = [
    { head: { en: 'SN', zh: 'SN' }, type: 'text', value: ({ sn }) => sn },
    { head: { en: 'Days', zh: '天数' }, type: 'number', value: () => 1 },
  ]
  const options = { locale: 'en', timeZone: 'UTC' } as const
  const formatsOf = async (stream: NodeJS.ReadableStream, row: number) => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(Buffer.from(chunk))
    const bytes = Buffer.concat(chunks)
    const { sheets } = await readWithHucre(bytes, { readStyles: true })
    const of = (column: number) => sheets[0]?.cells?.get(`${row},${column}`)?.style?.numFmt ?? 'General'
    return [of(0), of(1)]
  }
  assert.deepEqual(await formatsOf(writeTable('xlsx', columns, [{ sn: '007' }], options), 1), ['@', 'General'])
  for (const row of [1, 500, 1000])
    assert.deepEqual(await formatsOf(writeTemplate('xlsx', columns, options), row), ['@', 'General'], `row ${row}`)
})
