/**
 * Characters with which a spreadsheet begins a formula, or which it skips to find one: = + - @, the same in full width,
 * tab and carriage return.
 */
const formulaStarts: readonly number[] = [0x3d, 0x2b, 0x2d, 0x40, 0xff1d, 0xff0b, 0xff0d, 0xff20, 0x09, 0x0d]
const apostrophe = 0x27
/** Spaces at an end too: some readers strip them when they are not quoted. */
const needsQuotes = /[",\r\n]|^\s|\s$/

/** Apostrophes before it count too: one of them is the guard, the others are the text's own. */
function looksLikeFormula(text: string): boolean {
  let at = 0
  while (text.charCodeAt(at) === apostrophe) at += 1
  return formulaStarts.includes(text.charCodeAt(at))
}

/**
 * One line of CSV. A text that a spreadsheet would read as a formula gets an apostrophe in front; numbers stay as they
 * are.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  let line = ''
  for (let index = 0; index < cells.length; index += 1) {
    if (index > 0) line += ','
    line += csvCell(cells[index] ?? '')
  }
  return `${line}\r\n`
}

function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  if (cell === '') return ''
  const text = looksLikeFormula(cell) ? `'${cell}` : cell
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Removes the apostrophe that `csvLine` added. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && looksLikeFormula(text) ? text.slice(1) : text
