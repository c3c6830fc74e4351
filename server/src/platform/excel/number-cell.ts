import { dayMs } from '@brigade/contract/time.ts'
import { builtInFormat, ownFormat, shownWithZeros, type NumberShown } from './number-format.ts'
import type { CellFault, TableCell } from './table.ts'
import { attribute, type XmlHandler } from './xml-scan.ts'
import { wallText } from './zone-time.ts'

const epoch1900 = -25_569
const epoch1904 = -24_107
/** 9999-12-31, the last day of Excel. */
const lastSerial = 2_958_466
/** Spreadsheets keep fifteen digits: a longer number was cut. */
const firstCut = 1e15

/** Reads the number formats of a workbook and calls `add` with the format of each cell style, in order. */
export function readNumberFormats(add: (shown: NumberShown) => void): XmlHandler {
  const own = new Map<number, NumberShown>()
  let isCells = false
  return {
    open: (tag, attributes) => {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      if (tag === 'numFmt') own.set(id, ownFormat(attribute(attributes, 'formatCode') ?? ''))
      else if (tag === 'cellXfs') isCells = true
      else if (tag === 'xf' && isCells) add(own.get(id) ?? builtInFormat(id))
    },
    close: (tag) => {
      if (tag === 'cellXfs') isCells = false
    },
    text: () => undefined,
  }
}

/** A cell, and how the spreadsheet has changed it if it is no longer what was typed. */
export type ReadCell = Readonly<{ value: TableCell; fault?: CellFault }>

/** A number as in the file, or as its format of zeros shows it; a day or time as `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, as the sheet shows it. */
export function numberCell(raw: string, shown: NumberShown, is1904: boolean): ReadCell {
  const value = Number(raw)
  if (!Number.isFinite(value)) return { value: raw }
  if (Math.abs(value) >= firstCut) return { value, fault: 'cut' }
  if (shown.is === 'scientific') return { value, fault: 'scientific' }
  if (shown.is === 'zeros') return { value: shownWithZeros(value, shown.parts) ?? value }
  if (shown.is === 'number' || value < 0 || value >= lastSerial) return { value }
  return { value: timeText(value, is1904), fault: 'date' }
}

function timeText(value: number, is1904: boolean): string {
  // Excel has a 29 February 1900, which did not exist.
  const days = value + (is1904 ? epoch1904 : epoch1900) + (!is1904 && value < 60 ? 1 : 0)
  // Binary fractions of a day differ slightly from the second they mean.
  const text = wallText(Math.round((days * dayMs) / 1000) * 1000)
  if (value < 1) return text.slice(11)
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text
}
