import type { TableCell } from './table.ts'
import { attribute, type XmlHandler } from './xml-scan.ts'
import { wallText } from './zone-time.ts'

/** The kind of value that a number format shows. */
export type NumberKind = 'number' | 'time'

const dayMs = 86_400_000
const epoch1900 = -25_569
const epoch1904 = -24_107
/** 9999-12-31, the last day of Excel. */
const lastSerial = 2_958_466

/** Excel's built-in formats by number, including Chinese and Japanese ones. */
const isBuiltInTime = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Matches `yyyy"年"m"月"`, but not `0.00 "days"` or `[Red]0`. */
const isTimeFormat = (format: string) =>
  /[ymdhs]/i.test(format.replace(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]|general/gi, ''))

/** Reads the number formats of a workbook: calls `add` with the kind of each cell style, in order. */
export function readNumberKinds(add: (kind: NumberKind) => void): XmlHandler {
  const own = new Map<number, boolean>()
  let isCells = false
  return {
    open: (tag, attributes) => {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      if (tag === 'numFmt') own.set(id, isTimeFormat(attribute(attributes, 'formatCode') ?? ''))
      else if (tag === 'cellXfs') isCells = true
      else if (tag === 'xf' && isCells) add((own.get(id) ?? isBuiltInTime(id)) ? 'time' : 'number')
    },
    close: (tag) => {
      if (tag === 'cellXfs') isCells = false
    },
    text: () => undefined,
  }
}

/** A number as in the file; a day or time as `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, as the sheet shows it. */
export function numberCell(raw: string, kind: NumberKind, is1904: boolean): TableCell {
  const value = Number(raw)
  if (!Number.isFinite(value)) return raw
  if (kind === 'number' || value < 0 || value >= lastSerial) return value
  // Excel has a 29 February 1900, which did not exist.
  const days = value + (is1904 ? epoch1904 : epoch1900) + (!is1904 && value < 60 ? 1 : 0)
  // Binary fractions of a day differ slightly from the second they mean.
  const text = wallText(Math.round((days * dayMs) / 1000) * 1000)
  if (value < 1) return text.slice(11)
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text
}
