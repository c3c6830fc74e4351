import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readTable } from './read-table.ts'
import type { TableCell } from './table.ts'

/** One sheet as each program wrote it (`npm run hard -- tables` writes them again, and imports them). */
const folder = fileURLToPath(new URL('../../testing/tables/', import.meta.url))
const limits = { maxBytes: 1_000_000, maxRows: 100 }

/** Without the columns that are texts in every row. */
const shown = (cells: readonly TableCell[]) => [cells[0], cells[5] ?? null, cells[6] ?? null]

test('a sheet of another program is read as its cells are shown, and what a spreadsheet has changed is named, whoever wrote it', async () => {
  const names = await readdir(folder)
  assert.deepEqual(
    names.toSorted(),
    ['excelize', 'exceljs', 'gnumeric', 'libreoffice', 'openpyxl', 'poi', 'sheetjs', 'xlsxwriter'].map(
      (program) => `${program}.xlsx`,
    ),
  )
  // A millisecond before midnight is read to the nearest second.
  const at = '2026-04-01'
  for (const name of names) {
    const rows: (readonly unknown[])[] = []
    const changed: string[] = []
    for await (const { row, cells, faults } of readTable(await readFile(`${folder}${name}`), limits)) {
      rows.push(shown(cells))
      for (const [column, fault] of faults ?? []) if (column !== 5) changed.push(`${row} ${column}: ${fault}`)
    }
    const cut = rows[4]?.[0]
    assert.ok(typeof cut === 'number' && Math.abs(cut - 1_234_567_890_123_456) < 10, name)
    assert.deepEqual(
      rows,
      [
        ['SN', 'Installed at', 'Note'],
        ['T-0001', at, '00042'],
        ['T00070020', at, null],
        ['T1234567890123456789', at, "'=1+1"],
        // LibreOffice itself keeps 15 digits of it.
        [cut, at, '16 digits'],
        ['#N/A', at, 'an error'],
        ['T-0006', at, '#N/A'],
        ['T-0007', at, '00007'],
      ],
      name,
    )
    assert.deepEqual(changed, ['5 0: cut', '6 0: error', '7 6: error'], name)
  }
})
