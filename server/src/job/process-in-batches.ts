import type { Words } from '@brigade/contract/locale.ts'
import { z } from 'zod'
import type { Transaction } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { matchHead } from '../platform/excel/match-head.ts'
import type { TableRow } from '../platform/excel/table.ts'
import { refuse } from '../platform/refusal.ts'
import type { RefusedRow, Work } from './long-work.ts'
import { readBatches, readHead } from './read-input.ts'

const atOnce = 500

/** The last row that was processed, and the outcome of the rows so far. */
const Checkpoint = z.object({
  row: z.number(),
  done: z.number(),
  failed: z.number(),
  counts: z.object({ added: z.number(), updated: z.number() }),
})
const atStart: z.output<typeof Checkpoint> = { row: 0, done: 0, failed: 0, counts: { added: 0, updated: 0 } }

/** The head, its columns, and the number of rows: the whole file is read before its first row changes anything. */
export async function readColumns<K extends string>(work: Work, columns: Readonly<Record<K, Words>>) {
  const { head, total } = await readHead(work)
  const { at, unknown, repeated } = matchHead(head, columns)
  if (unknown.length > 0) refuse('job.unknownColumns', { columns: unknown.join(', ') })
  if (repeated.length > 0) refuse('job.repeatedColumns', { columns: repeated.join(', ') })
  return { head, at, total }
}

/** The outcome of some rows; `refused` contains a row once for each of its reasons. */
export type Taken = Readonly<{ refused: readonly RefusedRow[]; failed: number; added: number; updated: number }>

/**
 * Processes rows in batches; each batch is one transaction with its checkpoint. After an interruption it passes the rows before
 * the checkpoint to `note` again, because later rows may repeat them, and continues after the checkpoint.
 */
export async function processInBatches(
  work: Work,
  { head, total }: Readonly<{ head: TableRow['cells']; total: number }>,
  note: (rows: readonly TableRow[]) => Promise<void> | void,
  take: (trx: Transaction, rows: readonly TableRow[]) => Promise<Taken>,
): Promise<void> {
  let behind = work.checkpoint === undefined ? atStart : Checkpoint.parse(work.checkpoint)
  await work.keepHead(head.map(String))
  await work.progress({ done: behind.done, total })
  for await (const rows of readBatches(work, atOnce)) {
    const row = rows.at(-1)?.row ?? 0
    if (row <= behind.row) {
      await note(rows)
      continue
    }
    behind = await transaction(work.db, async (trx) => {
      const { refused, failed, added, updated } = await take(trx, rows)
      const now = {
        row,
        done: behind.done + rows.length,
        failed: behind.failed + failed,
        counts: { added: behind.counts.added + added, updated: behind.counts.updated + updated },
      }
      await work.refuseRows(refused, trx)
      await work.progress({ done: now.done, failed: now.failed, counts: now.counts, checkpoint: now }, trx)
      return now
    })
  }
}
