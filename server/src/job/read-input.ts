import { tableLimits } from '@brigade/contract/job/job.model.ts'
import { readTable } from '../platform/excel/read-table.ts'
import type { TableCell, TableRow } from '../platform/excel/table.ts'
import { refuse } from '../platform/refusal.ts'
import type { Work } from './long-work.ts'

/** How well a row fits as the header: of several sheets the best one is read. */
export type Score = (cells: readonly TableCell[]) => number

/** The header of the job's input table, and the number of rows under it; a table without rows is refused. */
export async function readHead(work: Work, score: Score): Promise<{ head: TableRow['cells']; total: number }> {
  let head: TableRow['cells'] | undefined
  let total = 0
  for await (const { cells } of readTable(await work.input(), tableLimits, score)) {
    if (head === undefined) head = cells
    else total += 1
  }
  return head === undefined || total === 0 ? refuse('job.noRows') : { head, total }
}

/** Yields the rows in batches; the last one may be smaller. */
export async function* readBatches(work: Work, score: Score, atOnce: number): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = []
  let isHead = true
  for await (const row of readTable(await work.input(), tableLimits, score)) {
    if (isHead) {
      isHead = false
      continue
    }
    batch.push(row)
    if (batch.length === atOnce) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
