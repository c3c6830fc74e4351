/** One sheet for every writer: what a person types, and what a spreadsheet makes of it. */

type Cell =
  | Readonly<{ kind: 'text'; text: string }>
  /** A number with a format of zeros. */
  | Readonly<{ kind: 'number'; number: number; format: string }>
  | Readonly<{ kind: 'error'; error: '#N/A' }>
  /** A day and a time, as the number of days since the epoch of spreadsheets. */
  | Readonly<{ kind: 'time'; days: number }>
  | Readonly<{ kind: 'blank' }>

const text = (value: string): Cell => ({ kind: 'text', text: value })
const number = (value: number, format = 'General'): Cell => ({ kind: 'number', number: value, format })
const blank: Cell = { kind: 'blank' }

/** 2026-03-31 23:59:59.999: a clock that is rounded by the day would show April. */
const beforeMidnight: Cell = { kind: 'time', days: 46_112 + 86_399.999 / 86_400 }

const heads = ['SN', 'Name', 'Product key', 'Customer', 'Place', 'Installed at', 'Note'] as const

export type Given = Readonly<{ productKey: string; customer: string }>
/** The expected outcome of a row: a device with this serial number and note, or a refusal at a column. */
export type Wanted = Readonly<{ sn: string; note: string } | { refusedAt: string }>

type Case = Readonly<{ sn: Cell; note: Cell; wanted: Wanted }>
export const casesOf = (prefix: string): readonly Case[] => [
  { sn: text(`${prefix}-0001`), note: text('00042'), wanted: { sn: `${prefix}-0001`, note: '00042' } },
  { sn: number(70_020, `"${prefix}"00000000`), note: blank, wanted: { sn: `${prefix}00070020`, note: '' } },
  {
    sn: text(`${prefix}1234567890123456789`),
    note: text("'=1+1"),
    wanted: { sn: `${prefix}1234567890123456789`, note: "'=1+1" },
  },
  { sn: number(1_234_567_890_123_456), note: text('16 digits'), wanted: { refusedAt: 'SN' } },
  { sn: { kind: 'error', error: '#N/A' }, note: text('an error'), wanted: { refusedAt: 'SN' } },
  { sn: text(`${prefix}-0006`), note: { kind: 'error', error: '#N/A' }, wanted: { refusedAt: 'Note' } },
  { sn: text(`${prefix}-0007`), note: number(7, '00000'), wanted: { sn: `${prefix}-0007`, note: '00007' } },
]

/** The rows of the sheet, the head first, as cells. */
export const rowsOf = (prefix: string, { productKey, customer }: Given): readonly (readonly Cell[])[] => [
  heads.map(text),
  ...casesOf(prefix).map(({ sn, note }, index) => [
    sn,
    text(`Oven ${index + 1}`),
    text(productKey),
    text(customer),
    text('Hamburg'),
    beforeMidnight,
    note,
  ]),
]
