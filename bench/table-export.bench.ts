import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import type { TableColumn } from '@brigade/server/platform/excel/table.ts'
import { writeTable } from '@brigade/server/platform/excel/write-table.ts'
import type { Figure } from './run.ts'

const rows = 100_000
const runs = 3

type Row = Readonly<{ id: number; name: string; city: string; createdAt: string; seenAt: string }>
/** A row as a store returns it. It is a new object each time, like the rows of a database. */
const rowOf = (id: number): Row => ({
  id,
  name: `客户 ${id}`,
  city: id % 3 === 0 ? '浙江省 杭州市' : 'Rotterdam',
  createdAt: new Date(1_700_000_000_000 + id * 61_000).toISOString(),
  seenAt: new Date(1_760_000_000_000 + id * 7000).toISOString(),
})
async function* source(): AsyncGenerator<Row> {
  for (let id = 1; id <= rows; id += 1) yield rowOf(id)
}

const text = (index: number): TableColumn<Row> => ({
  head: { en: `Text ${index}`, zh: `文本 ${index}` },
  type: 'text',
  value: ({ name, city }) => (index % 2 === 0 ? name : city),
})
const number = (index: number): TableColumn<Row> => ({
  head: { en: `Number ${index}`, zh: `数值 ${index}` },
  type: 'number',
  value: ({ id }) => id * index,
})
const columns: readonly TableColumn<Row>[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(text),
  ...[1, 2, 3, 4].map(number),
  { head: { en: 'Created', zh: '创建时间' }, type: 'instant', value: ({ createdAt }) => createdAt },
  { head: { en: 'Seen', zh: '最近在线' }, type: 'instant', value: ({ seenAt }) => seenAt },
]

/** Baseline without our code: the same cells passed to the library, with times unformatted. */
async function* bareRows() {
  for await (const { id, name, city, createdAt, seenAt } of source())
    yield [
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => (index % 2 === 0 ? name : city)),
      id,
      id * 2,
      id * 3,
      id * 4,
      new Date(createdAt),
      new Date(seenAt),
    ]
}
const heads = columns.map(({ head }) => head.en)
const writers = {
  xlsx: {
    ours: () => writeTable('xlsx', columns, source(), { locale: 'en', timeZone: 'Asia/Shanghai' }),
    bare: () =>
      writeXlsxStream(bareRows(), {
        name: 'Sheet1',
        columns: heads.map((header, index) => ({ header, ...(index > 12 ? { numFmt: 'yyyy-mm-dd hh:mm:ss' } : {}) })),
      }),
  },
  csv: {
    ours: () => writeTable('csv', columns, source(), { locale: 'en', timeZone: 'Asia/Shanghai' }),
    bare: () => writeCsvStream(bareRows(), { headers: heads }),
  },
} as const

async function secondsOf(stream: AsyncIterable<unknown>): Promise<number> {
  const started = performance.now()
  for await (const _ of stream);
  return (performance.now() - started) / 1000
}

/**
 * Compares rows a second of writeTable with the library alone on the same cells, in turns; the best run of each counts.
 */
export async function measure(): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const [format, { ours, bare }] of Object.entries(writers)) {
    let [best, bestBare] = [Infinity, Infinity]
    for (let run = 0; run < runs; run += 1) {
      bestBare = Math.min(bestBare, await secondsOf(bare()))
      best = Math.min(best, await secondsOf(ours()))
    }
    const rate = (seconds: number) => `${Math.round(rows / seconds).toLocaleString('en')} rows/s`
    figures.push({
      name: `export of 100,000 x 15, ${format}, against the bare writer`,
      measured: rate(best),
      against: rate(bestBare),
      ratio: bestBare / best,
      goal: '>= 0.7',
    })
  }
  return figures
}
