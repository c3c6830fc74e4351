// Writes the cells of a JSON file as a workbook: `sheetjs` or `exceljs`.
import { readFileSync } from 'node:fs'

const [, , program, from, to] = process.argv
const rows = JSON.parse(readFileSync(from, 'utf8'))
const time = 'yyyy-mm-dd hh:mm:ss'
// They are installed beside this file, and are not among our packages.
const packages = { sheetjs: 'xlsx', exceljs: 'exceljs' }
const { default: library } = await import(packages[program])

if (program === 'sheetjs') {
  const xlsx = library
  const sheet = {}
  for (const [at, row] of rows.entries())
    for (const [column, given] of row.entries()) {
      if (given.kind === 'blank') continue
      const name = xlsx.utils.encode_cell({ r: at, c: column })
      if (given.kind === 'text') sheet[name] = { t: 's', v: given.text }
      else if (given.kind === 'number') sheet[name] = { t: 'n', v: given.number, z: given.format }
      else if (given.kind === 'time') sheet[name] = { t: 'n', v: given.days, z: time }
      else sheet[name] = { t: 'e', v: 0x2a }
    }
  sheet['!ref'] = xlsx.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length - 1, c: rows[0].length - 1 } })
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, sheet, 'Sheet1')
  xlsx.writeFile(book, to)
} else {
  const book = new library.Workbook()
  const sheet = book.addWorksheet('Sheet1')
  for (const [at, row] of rows.entries())
    for (const [column, given] of row.entries()) {
      if (given.kind === 'blank') continue
      const cell = sheet.getCell(at + 1, column + 1)
      if (given.kind === 'text') cell.value = given.text
      else if (given.kind === 'error') cell.value = { error: given.error }
      else {
        cell.value = given.kind === 'time' ? given.days : given.number
        cell.numFmt = given.kind === 'time' ? time : given.format
      }
    }
  await book.xlsx.writeFile(to)
}
