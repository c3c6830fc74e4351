/** What a spreadsheet begins a formula with, or reads past to find one. */
const looksLikeFormula = /^[=+\-@\t\r]/
const needsQuotes = /[",\r\n]|^\s|\s$/

/** One line of CSV. A text that would be a formula gets an apostrophe in front; a number is one, and stays as it is. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  const text = looksLikeFormula.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Takes off the apostrophe that `csvLine` put there. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && looksLikeFormula.test(text.slice(1)) ? text.slice(1) : text
