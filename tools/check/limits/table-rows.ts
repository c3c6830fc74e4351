/** A row of a table in a document: its cells, without the marks of code, and its line. */
export type TableRow = Readonly<{ line: number; cells: readonly string[] }>

const bare = (cell: string) => cell.trim().replaceAll('`', '')

/** The rows of all tables of a document; heads and separators are none. */
export function tableRows(text: string): readonly TableRow[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const isHead = /^\|[ :|-]+\|$/.test(lines[index + 1] ?? '')
    if (!line.startsWith('|') || /^\|[ :|-]+\|$/.test(line) || isHead) return []
    return [{ line: index + 1, cells: line.slice(1, -1).split('|').map(bare) }]
  })
}
