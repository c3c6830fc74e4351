import type { ReadCell } from './number-cell.ts'

/** The errors of formulas, as Excel and LibreOffice write them into CSV, and as they are pasted as values. */
const errors: ReadonlySet<string> = new Set([
  '#N/A',
  '#NV',
  '#REF!',
  '#DIV/0!',
  '#VALUE!',
  '#NUM!',
  '#NAME?',
  '#NULL!',
  '#SPILL!',
  '#CALC!',
  '#FIELD!',
  '#BLOCKED!',
  '#CONNECT!',
  '#UNKNOWN!',
  '#GETTING_DATA',
])
const ownError = /^Err:5\d\d$/
/** A number that is too wide for its cell as a spreadsheet writes it: the omitted digits are lost. */
const shortened = /^-?\d(?:[.,]\d+)?E[+-]\d{2,3}$/

/** A cell of text with the changes by a spreadsheet. */
export function textCell(value: string): ReadCell {
  // Most cells begin with neither, and an import has millions.
  const first = value.charCodeAt(0)
  if (first === 0x23 && errors.has(value)) return { value, fault: 'error' }
  if (first === 0x45 && ownError.test(value)) return { value, fault: 'error' }
  const isNumber = (first >= 0x30 && first <= 0x39) || first === 0x2d
  return isNumber && shortened.test(value) ? { value, fault: 'scientific' } : { value }
}
