// @alone: measures memory.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { bareBook as base, book, relations, sheet, sheetName, zip } from '../../testing/malformed/hand-made-book.ts'
import { Refusal } from '../refusal.ts'
import { readTable } from './read-table.ts'
import type { TableCell } from './table.ts'

const limits = { maxBytes: 20_971_520, maxRows: 100_000 }

async function rowsOf(bytes: Buffer): Promise<TableCell[][]> {
  const rows: TableCell[][] = []
  for await (const { cells } of readTable(bytes, limits)) rows.push([...cells])
  return rows
}
/** Asserts a refusal with one of these words, with memory independent of the file's claims. */
async function isRefused(bytes: Buffer, ...keys: string[]) {
  const before = process.memoryUsage().rss
  await assert.rejects(rowsOf(bytes), (error) => error instanceof Refusal && keys.includes(error.key))
  const grownMb = (process.memoryUsage().rss - before) / 1_048_576
  assert.ok(grownMb < 256, `${Math.round(grownMb)} MB`)
}

const hello = '<row r="1"><c r="A1" t="inlineStr"><is><t>hello</t></is></c></row>'

test('a workbook made by hand is read', async () => {
  assert.deepEqual(await rowsOf(book(hello)), [['hello']])
  assert.deepEqual(await rowsOf(book(hello, [], { stored: true })), [['hello']])
})

test('a bomb with a truthful size is refused before anything is decompressed', async () => {
  const zeros = Buffer.alloc(100_000_000, ' ')
  await isRefused(zip([...base, { name: sheetName, data: zeros }]), 'job.unfoldsTooFar')
  const lying = { name: sheetName, data: sheet(hello), declared: 4_000_000_000 }
  await isRefused(zip([...base, lying]), 'job.unfoldsTooFar')
  const parts = Array.from({ length: 6000 }, (_, index) => ({ name: `${index}`, data: '', stored: true }))
  await isRefused(zip([...base, ...parts]), 'job.unfoldsTooFar')
})

test('a bomb that claims to be small is unfolded as far as it claims', async () => {
  const rows = `<row r="1">${'<c t="inlineStr"><is><t>x</t></is></c>'.repeat(50)}</row>`
  const data = sheet(rows + ' '.repeat(90_000_000))
  await isRefused(zip([...base, { name: sheetName, data, declared: 10_000 }]), 'job.unfoldsTooFar')
})

test('texts shared by all cells are held in memory, so there are not too many of them', async () => {
  const numbers = Array.from({ length: 3_600_000 }, (_, index) => `<si><t>${index}</t></si>`)
  const texts = `<sst>${numbers.join('')}</sst>`
  // Too large for memory, and with an inconspicuous ratio.
  assert.ok(texts.length > 67_108_864 && deflateRawSync(texts).length > texts.length / 250)
  const bytes = book(hello, [{ name: 'xl/sharedStrings.xml', data: texts }])
  numbers.length = 0
  await isRefused(bytes, 'job.unfoldsTooFar')
})

test('entities do not multiply: a document’s own are not known', async () => {
  const laughs = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
  const data = `${laughs}${sheet('<row r="1"><c t="inlineStr"><is><t>&b;&amp;&#x4e2d;</t></is></c></row>')}`
  const rows = await rowsOf(zip([...base, { name: sheetName, data }]))
  assert.deepEqual(rows.at(-1), ['&b;&中'])
  const outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
  const read = await rowsOf(
    zip([...base, { name: sheetName, data: `${outside}${sheet(hello.replace('hello', '&x;'))}` }]),
  )
  assert.deepEqual(read, [['&x;']])
})

test('paths in an archive lead nowhere: a name is only looked up', async () => {
  const target = `/tmp/brigade-${randomBytes(6).toString('hex')}`
  const up = '../'.repeat(12)
  const parts = [`${up}${target.slice(1)}`, target, `..\\..\\${target}`, 'xl/../../evil'].map((name) => ({
    name,
    data: 'x',
  }))
  assert.deepEqual(await rowsOf(book(hello, parts)), [['hello']])
  assert.equal(existsSync(target), false)
  const away = { name: 'xl/_rels/workbook.xml.rels', data: relations(['r1', 'worksheet', '../../../../etc/passwd']) }
  await isRefused(zip([...base.slice(0, 2), away, { name: sheetName, data: sheet(hello) }]), 'job.notTable')
})

test('cells far out, too many or too long are refused without making room for them', async () => {
  await isRefused(book('<row r="1"><c r="XFD1"><v>1</v></c></row>'), 'job.tooManyColumns')
  await isRefused(book('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'), 'job.tooManyColumns')
  const long = `<row r="1"><c t="inlineStr"><is><t>${'x'.repeat(3_000_000)}</t></is></c></row>`
  await isRefused(book(long), 'job.cellTooLong')
  // A format on cells far out is not a cell, and a row far down is one row.
  const far =
    '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="3"/></row><row r="1048576"><c r="A1048576"><v>2</v></c></row>'
  assert.deepEqual(await rowsOf(book(far)), [[1], [2]])
})

test('a workbook that no spreadsheet program writes is no table', async () => {
  const wrong: Record<string, Buffer> = {
    'rows out of order': book(`${hello.replace('r="1"', 'r="2"').replace('A1', 'A2')}${hello}`),
    'a row below nothing': book('<row r="0"><c><v>1</v></c></row>'),
    'a row of no number': book('<row r="x"><c><v>1</v></c></row>'),
    'a cell without place': book('<row r="1"><c r="1"><v>1</v></c></row>'),
    'a tag without end': zip([...base, { name: sheetName, data: `<worksheet><sheetData a="${'x'.repeat(200_000)}` }]),
    'a wrong sum': book(hello, [], { crc: 1 }),
    encrypted: book(hello, [], { flags: 1 }),
    'no parts': zip([]),
    'a part twice': zip([...base, { name: sheetName, data: sheet(hello) }, { name: sheetName, data: sheet('') }]),
    'a list too short': zip([...base, { name: sheetName, data: sheet(hello) }], { count: 40 }),
    'half an archive': book(hello).subarray(0, 300),
    'an old workbook': Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), randomBytes(600)]),
    picture: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
    'a web page': Buffer.from('\n<html><table><tr><td>1</td></tr></table></html>'),
    program: Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), randomBytes(2000)]),
  }
  for (const [what, bytes] of Object.entries(wrong)) {
    await assert.rejects(
      rowsOf(bytes),
      (error) =>
        error instanceof Refusal && error.key === (what === 'an old workbook' ? 'job.oldExcel' : 'job.notTable'),
      what,
    )
  }
})

test('a workbook with any byte changed is a table or refused', async () => {
  const whole = book(
    `${hello}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><v>45000.5</v></c></row>`,
    [{ name: 'xl/sharedStrings.xml', data: '<sst><si><t>中 &amp; a</t></si></sst>' }],
    { stored: true },
  )
  let refused = 0
  for (let at = 0; at < whole.length; at += 1) {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ (1 + (at % 255))
    try {
      await rowsOf(bytes)
    } catch (error) {
      if (!(error instanceof Refusal)) throw new Error(`byte ${at}`, { cause: error })
      refused += 1
    }
  }
  assert.ok(refused > 100)
})
