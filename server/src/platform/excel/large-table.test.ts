// @alone: measures memory.
import assert from 'node:assert/strict'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { readTable } from './read-table.ts'
import type { TableColumn } from './table.ts'
import { writeTable } from './write-table.ts'

const rows = 100_000
/**
 * Limit for the growth of memory in use after a collection, at any moment. All rows together would take over 200 MB.
 */
const maxGrowth = { write: 48_000_000, read: 64_000_000 }

setFlagsFromString('--expose-gc')
const collect = z.custom<() => void>((value) => typeof value === 'function').parse(runInNewContext('gc'))
const inUse = () => {
  collect()
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
}

const columns: readonly TableColumn<number>[] = Array.from({ length: 15 }, (_, index) => ({
  head: { en: `Column ${index}`, zh: `第 ${index} 列` },
  type: index % 5 === 4 ? 'instant' : index % 3 === 1 ? 'number' : 'text',
  value: (row: number) =>
    index % 5 === 4
      ? new Date(1_700_000_000_000 + row * 61_000).toISOString()
      : index % 3 === 1
        ? row * index
        : `设备 ${row} 的第 ${index} 项`,
}))

for (const format of ['xlsx', 'csv'] as const) {
  test(`100,000 rows of 15 columns are written to and read from ${format} at flat memory`, async (t) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'brigade-large-'))
    const file = path.join(folder, `large.${format}`)
    try {
      let peak = 0
      const look = (row: number) => {
        if (row % 5000 === 0) peak = Math.max(peak, inUse())
      }
      async function* many() {
        for (let row = 1; row <= rows; row += 1) {
          look(row)
          yield row
        }
      }
      const beforeWriting = inUse()
      const stream = writeTable(format, columns, many(), { locale: 'zh', timeZone: 'Asia/Shanghai' })
      await pipeline(stream, createWriteStream(file))
      const written = peak - beforeWriting
      assert.ok(written < maxGrowth.write, `writing held ${Math.round(written / 1e6)} MB`)

      peak = 0
      const beforeReading = inUse()
      let count = 0
      const { size } = await stat(file)
      for await (const { row, cells } of readTable(createReadStream(file), { maxBytes: 40_000_000, maxRows: rows })) {
        count += 1
        look(count)
        if (count === rows + 1)
          assert.deepEqual([row, cells[0], String(cells[1])], [rows + 1, `设备 ${rows} 的第 0 项`, String(rows)])
      }
      assert.equal(count, rows + 1)
      const read = peak - beforeReading - size
      t.diagnostic(
        `${Math.round(written / 1e5) / 10} MB more while writing, ${Math.round(read / 1e5) / 10} MB while reading`,
      )
      assert.ok(read < maxGrowth.read, `reading held ${Math.round(read / 1e6)} MB beside the file`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}
