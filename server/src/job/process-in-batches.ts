import { z } from 'zod'
import type { Transaction } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { TableRow } from '../platform/excel/table.ts'
import { faultsOf, type ReadColumns } from '../platform/excel/damaged-cells.ts'
import type { RefusedRow, Work } from './long-work.ts'
import { readBatches, type Score } from './read-input.ts'

const atOnce = 500

/** The last row that was processed, and the outcome of the rows so far. */
const Checkpoint = z.object({
  row: z.number(),
  done: z.number(),
  failed: z.number(),
  counts: z.object({
    added: z.number(),
    updated: z.number(),
    erased: z.number().default(0),
    alike: z.number().default(0),
    alikeRow: z.number().default(0),
  }),
})
const atStart: z.output<typeof Checkpoint> = {
  row: 0,
  done: 0,
  failed: 0,
  counts: { added: 0, updated: 0, erased: 0, alike: 0, alikeRow: 0 },
}

/** Erased values and similar rows are named if there are any. */
const shownOf = ({ erased, alike, alikeRow, ...counts }: typeof atStart.counts) => ({
  ...counts,
  ...(erased === 0 ? {} : { erased }),
  ...(alike === 0 ? {} : { alike, alikeRow }),
})

/** The outcome of some rows; `refused` contains a row once for each of its reasons. `erased`: values that are no longer there. */
export type Taken = Readonly<{
  refused: readonly RefusedRow[]
  failed: number
  added: number
  updated: number
  erased?: number
  /** Accepted rows that resemble another one. */
  alike?: readonly number[]
}>

type ReadHead = Readonly<{ head: TableRow['cells']; total: number; columns: ReadColumns; score: Score }>

/**
 * Processes rows in batches; each batch is one transaction with its checkpoint. After an interruption it passes the rows before
 * the checkpoint to `note` again, because later rows may repeat them, and continues after the checkpoint. Rows with a cell that a
 * spreadsheet has changed are refused here, and passed on to neither.
 */
export async function processInBatches(
  work: Work,
  { head, total, columns, score }: ReadHead,
  note: (rows: readonly TableRow[]) => Promise<void> | void,
  take: (trx: Transaction, rows: readonly TableRow[]) => Promise<Taken>,
): Promise<void> {
  let behind = work.checkpoint === undefined ? atStart : Checkpoint.parse(work.checkpoint)
  await work.keepHead(head.map(String))
  await work.progress({ done: behind.done, total })
  for await (const batch of readBatches(work, score, atOnce)) {
    const row = batch.at(-1)?.row ?? 0
    const damaged = batch.map((each) => faultsOf(each, head, columns))
    const rows = batch.filter((_, index) => damaged[index]?.length === 0)
    const faults = damaged.flat()
    if (row <= behind.row) {
      await note(rows)
      continue
    }
    behind = await transaction(work.db, async (trx) => {
      const { refused, failed, added, updated, erased = 0, alike = [] } = await take(trx, rows)
      const { counts } = behind
      const now = {
        row,
        done: behind.done + batch.length,
        failed: behind.failed + failed + batch.length - rows.length,
        counts: {
          added: counts.added + added,
          updated: counts.updated + updated,
          erased: counts.erased + erased,
          alike: counts.alike + alike.length,
          alikeRow: counts.alikeRow === 0 ? (alike[0] ?? 0) : counts.alikeRow,
        },
      }
      await work.refuseRows([...faults, ...refused], trx)
      await work.progress({ done: now.done, failed: now.failed, counts: shownOf(now.counts), checkpoint: now }, trx)
      return now
    })
  }
}
