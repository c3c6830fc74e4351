import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readXlsx as readWithHucre, writeXlsx } from 'hucre/xlsx'
import { until } from '../../testing/until.ts'
import { Refusal } from '../refusal.ts'
import { readTable } from './read-table.ts'
import type { TableCell, TableColumn, TableLimits } from './table.ts'
import { writeTable, type TableFormat, type WriteOptions } from './write-table.ts'
import { wallText } from './zone-time.ts'

const limits: TableLimits = { maxBytes: 20_971_520, maxRows: 1000 }
const formats = ['xlsx', 'csv'] as const

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function rowsOf(source: Readable | Buffer, given: TableLimits = limits): Promise<TableCell[][]> {
  const rows: TableCell[][] = []
  for await (const { cells } of readTable(source, given)) rows.push([...cells])
  return rows
}

const refusedWith = (key: string) => (error: unknown) => error instanceof Refusal && error.key === key

type Person = { name: string; age: number | null; seenAt: string | null; born: string | null }
const columns: readonly TableColumn<Person>[] = [
  { head: { en: 'Name', zh: '姓名' }, type: 'text', value: ({ name }) => name },
  { head: { en: 'Age', zh: '年龄' }, type: 'number', value: ({ age }) => age },
  { head: { en: 'Seen', zh: '最近在线' }, type: 'instant', value: ({ seenAt }) => seenAt },
  { head: { en: 'Born', zh: '出生日期' }, type: 'date', value: ({ born }) => born },
]
const people: Person[] = [
  { name: '欧阳娜娜，“云端”', age: 30, seenAt: '2026-03-01T23:30:05.900Z', born: '1996-02-29' },
  { name: 'O’Neil; "Bo"\nline two\t🍞 & <b>', age: -1.5, seenAt: null, born: null },
  { name: '_x0041_ \u{1}', age: null, seenAt: '1999-12-31T16:00:00.000Z', born: '1970-01-01' },
]
const shanghai: WriteOptions = { locale: 'zh', timeZone: 'Asia/Shanghai', sheetName: '人员 [1/2]' }
const written = (format: TableFormat, rows: Iterable<Person>, options = shanghai) =>
  bytesOf(writeTable(format, columns, rows, options))

test('a table is read back unchanged from xlsx, its times as the wall clock of the zone in the header', async () => {
  assert.deepEqual(await rowsOf(await written('xlsx', people)), [
    ['姓名', '年龄', '最近在线 (Asia/Shanghai)', '出生日期'],
    ['欧阳娜娜，“云端”', 30, '2026-03-02 07:30:05', '1996-02-29'],
    ['O’Neil; "Bo"\nline two\t🍞 & <b>', -1.5],
    ['_x0041_ \u{1}', '', '2000-01-01', '1970-01-01'],
  ])
})

test('a time of the hour that comes twice has its offset behind it, in every table and in both formats; others have none', async () => {
  const berlin = { ...shanghai, timeZone: 'Europe/Berlin' }
  const seen = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z', '2026-03-29T01:30:00Z']
  const rows = seen.map((seenAt) => ({ name: 'A', age: 1, seenAt, born: '2026-10-25' }))
  for (const format of formats) {
    const [, ...read] = await rowsOf(await written(format, rows, berlin))
    assert.deepEqual(
      read.map((cells) => cells[2]),
      ['2026-10-25 02:30:00 +02:00', '2026-10-25 02:30:00 +01:00', '2026-10-25 03:30:00', '2026-03-29 03:30:00'],
      format,
    )
    assert.deepEqual(new Set(read.map((cells) => cells[3])), new Set(['2026-10-25']), format)
  }
})

/** Cells as another reader has them, by the day and second that Excel shows of them. */
async function shownByExcel(bytes: Buffer): Promise<string[]> {
  const workbook = await readWithHucre(bytes, { readStyles: true })
  const cells = workbook.sheets[0]?.rows.slice(1).map((row) => row[2])
  // Excel rounds to the second that its format ends with.
  return (cells ?? []).map((cell) =>
    cell instanceof Date ? wallText(Math.round(cell.getTime() / 1000) * 1000) : String(cell ?? ''),
  )
}

test('xlsx and CSV of one export agree to the second, at every instant and in every zone', async (t) => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  t.diagnostic(`seed ${seed}`)
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    return state / 0x80_00_00_00
  }
  const corners = [
    '2026-03-01T23:59:59.999Z',
    '2025-12-31T15:59:59.999Z',
    '1969-12-31T23:59:59.999Z',
    '1969-12-31T15:59:59.500Z',
    '1970-01-01T00:00:00.000Z',
    '1900-02-28T12:00:00.900Z',
    '1900-01-01T12:00:00.900Z',
    '1899-12-30T12:00:00.900Z',
    '1815-06-18T10:00:00.900Z',
    '9999-12-31T10:00:00.999Z',
  ]
  const between = (from: string, to: string) =>
    new Date(Date.parse(from) + Math.floor(random() * (Date.parse(to) - Date.parse(from)))).toISOString()
  const some = Array.from({ length: 500 }, () => between('1930-01-01', '2090-01-01'))
  const beforeMidnight = Array.from(
    { length: 100 },
    () => `${between('1950-01-01', '2060-01-01').slice(0, 10)}T23:59:59.${500 + Math.floor(random() * 500)}Z`,
  )
  const instants = [...corners, ...some, ...beforeMidnight]
  const rows = instants.map((seenAt, index) => ({ name: `${index}`, age: null, seenAt, born: null }))
  for (const timeZone of ['UTC', 'Asia/Shanghai', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe']) {
    const options = { locale: 'en', timeZone } as const
    const csv = (await rowsOf(await written('csv', rows, options))).slice(1).map((row) => String(row[2]))
    const xlsx = await written('xlsx', rows, options)
    // A sheet shows a midnight without its time.
    const own = (await rowsOf(xlsx)).slice(1).map((row) => String(row[2]))
    assert.deepEqual(
      own.map((text) => (text.length === 10 ? `${text} 00:00:00` : text)),
      csv,
      `${timeZone}, seed ${seed}`,
    )
    // A time of a repeated hour is followed by its offset.
    const form = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: [+-]\d\d:\d\d)?$/
    assert.deepEqual(
      csv.flatMap((text, index) => (form.test(text) ? [] : [`${instants[index]} ${text}`])),
      [],
    )
    // The other reader differs in the days before March 1900, because Excel has one day too many there, so these are
    // not compared.
    const since1901 = (text: string, index: number) => ((csv[index] ?? '') > '1901' ? text : '')
    assert.deepEqual((await shownByExcel(xlsx)).map(since1901), csv.map(since1901), `${timeZone}, seed ${seed}`)
  }
})

test('a table is read back unchanged from CSV, each cell a text', async () => {
  const rows = people.filter(({ name }) => !name.includes('\u{1}'))
  const bytes = await written('csv', rows, { locale: 'en', timeZone: 'America/New_York' })
  assert.deepEqual(await rowsOf(bytes), [
    ['Name', 'Age', 'Seen (America/New_York)', 'Born'],
    ['欧阳娜娜，“云端”', '30', '2026-03-01 18:30:05', '1996-02-29'],
    ['O’Neil; "Bo"\nline two\t🍞 & <b>', '-1.5'],
  ])
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], 'Excel needs the mark')
})

test('another reader finds numbers and times in the cells of an xlsx, and the sheet under its name', async () => {
  const workbook = await readWithHucre(await written('xlsx', people), { readStyles: true })
  const sheet = workbook.sheets[0]
  assert.equal(sheet?.name, '人员  1 2')
  const [, age, seenAt] = sheet.rows[1] ?? []
  assert.equal(age, 30)
  assert.ok(seenAt instanceof Date)
  assert.equal(seenAt.toISOString().slice(0, 16), '2026-03-02T07:30')
})

test('a workbook of another writer is read: shared and rich texts, times, truth, formulas by their kept value', async () => {
  const bytes = await writeXlsx({
    sheets: [
      { name: 'hidden', hidden: true, rows: [['not this one']] },
      {
        name: '客户',
        columns: [{ numFmt: '@' }, { numFmt: 'yyyy"年"m"月"d"日"' }, {}, {}, { numFmt: '0.00 "days"' }],
        rows: [
          ['名称', '日期', '启用', '合计', '天'],
          ['上海', new Date('2026-05-06T00:00:00Z'), true, 0, 3],
          [null, null, null, null, null],
          ['上海', new Date('2026-05-06T13:14:15Z'), false, null, 4.5],
        ],
        cells: new Map([
          ['1,3', { value: 7, type: 'formula', formula: 'SUM(1,6)', formulaResult: 7 }],
          ['3,3', { value: null, type: 'richText', richText: [{ text: '富' }, { text: '文本' }] }],
        ]),
      },
    ],
  })
  const rows: [number, readonly TableCell[]][] = []
  for await (const { row, cells } of readTable(Buffer.from(bytes), limits)) rows.push([row, cells])
  assert.deepEqual(rows, [
    [1, ['名称', '日期', '启用', '合计', '天']],
    [2, ['上海', '2026-05-06', true, 7, 3]],
    [4, ['上海', '2026-05-06 13:14:15', false, '富文本', 4.5]],
  ])
})

test('a text that looks like a formula to a spreadsheet stays a text, and a number below zero a number', async () => {
  const risky = ['=1+1', '+86 138', '-cmd', '@sum', '\t=1', '\r=1', "'=kept", '-5', '＝1+1', '＋86', '－cmd', '＠sum']
  const row = { age: -5, seenAt: null, born: null }
  const csv = (
    await written(
      'csv',
      risky.map((name) => ({ name, ...row })),
    )
  )
    .toString('utf8')
    .split('\r\n')
    .slice(1)
  assert.deepEqual(csv.slice(0, 4), ["'=1+1,-5,,", "'+86 138,-5,,", "'-cmd,-5,,", "'@sum,-5,,"])
  assert.ok(csv.every((line) => !/(^|,)"?[=@＝＋－＠]/.test(line)))
  for (const format of formats) {
    const bytes = await written(
      format,
      risky.map((name) => ({ name, ...row })),
    )
    const names = (await rowsOf(bytes)).slice(1).map(([name]) => name)
    assert.deepEqual(names, risky, format)
  }
  const workbook = await readWithHucre(await written('xlsx', [{ name: '=1+1', ...row }]))
  assert.equal(workbook.sheets[0]?.rows[1]?.[0], '=1+1')
  assert.equal(workbook.sheets[0].cells?.get('1,0')?.formula, undefined)
})

// iconv -f utf-8 -t gb18030 of 名称,备注\r\n北京烤箱,好\r\n𠀀,€
const gb18030 = Buffer.from(
  'c3fbb3c62cb1b8d7a20d0ab1b1bea9bfbecfe42cbac30d0a95328236 2c a2e3'.replaceAll(' ', ''),
  'hex',
)
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const texts: readonly [string, Buffer, TableCell[][]][] = [
  [
    'UTF-8 with its mark',
    Buffer.from('\uFEFF名称,备注\r\n北京,好'),
    [
      ['名称', '备注'],
      ['北京', '好'],
    ],
  ],
  [
    'UTF-8 without',
    Buffer.from('名称,备注\n北京,好\n'),
    [
      ['名称', '备注'],
      ['北京', '好'],
    ],
  ],
  [
    'GB18030 of Chinese Excel',
    gb18030,
    [
      ['名称', '备注'],
      ['北京烤箱', '好'],
      ['𠀀', '€'],
    ],
  ],
  [
    'UTF-16 with tabs, “Unicode text”',
    utf16('名称\t备注\r\n北京\t好'),
    [
      ['名称', '备注'],
      ['北京', '好'],
    ],
  ],
  [
    'semicolons',
    Buffer.from('a;b,c;d\r1;2;3'),
    [
      ['a', 'b,c', 'd'],
      ['1', '2', '3'],
    ],
  ],
  ['a line that names the separator', Buffer.from('sep=;\r\na,b;c\r\n'), [['a,b', 'c']]],
  [
    'quotes',
    Buffer.from('a,"b ""x"", y","line\r\ntwo",""\n"",,\n,"z"'),
    [
      ['a', 'b "x", y', 'line\r\ntwo'],
      ['', 'z'],
    ],
  ],
  [
    'ragged rows',
    Buffer.from('a,b,c\n1\n1,2,3,4\n\n,,\n,x'),
    [['a', 'b', 'c'], ['1'], ['1', '2', '3', '4'], ['', 'x']],
  ],
]
for (const [what, bytes, expected] of texts) {
  test(`CSV is read: ${what}`, async () => {
    assert.deepEqual(await rowsOf(bytes), expected)
    // The bytes come in pieces, as from a stream.
    assert.deepEqual(await rowsOf(Readable.from([...bytes].map((byte) => Buffer.from([byte])))), expected)
  })
}

test('rows count from the head on, empty ones too, so that a person finds them', async () => {
  const rows: number[] = []
  for await (const { row } of readTable(Buffer.from('a\n\n\nb\n"c\nd"\ne'), limits)) rows.push(row)
  assert.deepEqual(rows, [1, 4, 5, 6])
})

test('a long CSV is read right across the pieces it is decoded in', async () => {
  const lines = Array.from({ length: 5000 }, (_, index) => `${index},"一二三 ""四"" ${'x'.repeat(index % 37)}\r\n",中`)
  const rows = await rowsOf(Buffer.from(lines.join('\r\n')), { ...limits, maxRows: 5000 })
  assert.equal(rows.length, 5000)
  for (const [index, row] of rows.entries())
    assert.deepEqual(row, [String(index), `一二三 "四" ${'x'.repeat(index % 37)}\r\n`, '中'])
})

test('an empty file, and one of empty rows, is refused', async () => {
  await assert.rejects(rowsOf(Buffer.alloc(0)), refusedWith('job.noRows'))
  await assert.rejects(rowsOf(Buffer.from('\uFEFF\r\n,,\r\n')), refusedWith('job.noRows'))
  const empty = Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows: [] }] }))
  await assert.rejects(rowsOf(empty), refusedWith('job.noRows'))
})

test('more rows, columns, characters or bytes than allowed are refused, in both formats', async () => {
  const many = Array.from({ length: 12 }, () => people[1] ?? people[0]).filter((person) => person !== undefined)
  for (const format of formats) {
    const bytes = await written(format, many)
    assert.equal((await rowsOf(bytes, { ...limits, maxRows: 12 })).length, 13)
    await assert.rejects(rowsOf(bytes, { ...limits, maxRows: 11 }), refusedWith('job.tooManyRows'))
    await assert.rejects(rowsOf(bytes, { ...limits, maxColumns: 3 }), refusedWith('job.tooManyColumns'))
    await assert.rejects(rowsOf(bytes, { ...limits, maxCellLength: 20 }), refusedWith('job.cellTooLong'))
    await assert.rejects(rowsOf(Readable.from([bytes]), { ...limits, maxBytes: 50 }), refusedWith('file.tooBig'))
  }
})

test('rows are read no faster than they are consumed, and written no faster than they are read', async () => {
  let made = 0
  async function* many() {
    for (;;) {
      made += 1
      yield { name: `row ${made} ${'x'.repeat(100)}`, age: made, seenAt: null, born: null }
    }
  }
  for (const format of formats) {
    made = 0
    const stream = writeTable(format, columns, many(), shanghai)
    const chunks = stream[Symbol.asyncIterator]()
    await chunks.next()
    let before = -1
    let quiet = 0
    await until(`${format} to stand still`, async () => {
      quiet = made === before ? quiet + 1 : 0
      before = made
      return quiet === 5
    })
    assert.ok(made < 20_000, `${format} made ${made} rows ahead`)
    stream.destroy()
  }
})

test('an error of the rows is an error of the stream, and a stream that is left early releases the rows', async () => {
  let isLeft = false
  async function* failing() {
    try {
      yield* people
      throw new Error('the database went')
    } finally {
      isLeft = true
    }
  }
  for (const format of formats) {
    await assert.rejects(bytesOf(writeTable(format, columns, failing(), shanghai)), /the database went/)
    isLeft = false
    async function* endless() {
      try {
        for (;;) yield* people
      } finally {
        isLeft = true
      }
    }
    for await (const chunk of writeTable(format, columns, endless(), shanghai)) if (Buffer.isBuffer(chunk)) break
    await until(`${format} to let its rows go`, () => isLeft)
  }
})
