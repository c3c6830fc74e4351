/** Writes rows for a spreadsheet: with quotes if needed, and no text that it would read as a formula. */
export function rowsCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

function cellOf(text: string): string {
  const isFormula = /^[=+@＝＋－＠\t\r-]/.test(text) && !/^-?[\d.]+$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
