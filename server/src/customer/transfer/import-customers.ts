import { z } from 'zod'
import { readColumnsOf } from '../../platform/excel/damaged-cells.ts'
import { processInBatches, readColumns } from '../../job/process-in-batches.ts'
import { findOwnJob } from '../../job/job.store.ts'
import { longWork, type RefusedRow, type Work } from '../../job/long-work.ts'
import type { Score } from '../../job/read-input.ts'
import { startJob } from '../../job/start-job.ts'
import type { TableRow } from '../../platform/excel/table.ts'
import type { Ctx, Upload } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { exportHeads, importHeads, type ImportColumn } from './customer-columns.ts'
import { putCustomers } from './import.store.ts'
import { validateRows, type Sheet, type Validated } from './validate-rows.ts'
import { headOf } from './read-row.ts'
import { placeFinder } from '../../system/area/find-place.ts'

/** The first step: shows what an import would do, row by row. It writes nothing but its own progress. */
export const checkCustomerImport = longWork({
  kind: 'customer.check-import',
  access: 'customer:import',
  params: z.object({}),
  run: (work) => run(work, { isDry: true }),
})

/** The second step, with the same file again: valid rows are added or updated. */
export const importCustomers = longWork({
  kind: 'customer.import',
  access: 'customer:import',
  params: z.object({}),
  run: (work) => run(work, { isDry: false }),
})

export const startCheck = (ctx: Ctx, upload: Upload): Promise<{ jobId: string }> =>
  startJob(ctx, checkCustomerImport, {}, { fileName: upload.name, input: upload })

export async function startImport(ctx: Ctx, checkedJobId: string): Promise<{ jobId: string }> {
  const checked = await findOwnJob(ctx.db, ctx.caller, checkedJobId)
  const input = { ofJob: checkedJobId, kind: checkCustomerImport.kind }
  return startJob(ctx, importCustomers, {}, { fileName: checked?.fileName ?? '', input })
}

/** Rows before the checkpoint are validated again, because later ones may repeat them. */
async function run(work: Work, { isDry }: { isDry: boolean }): Promise<void> {
  const { db, caller, clock } = work
  const { head, at, total, score } = await readCustomerColumns(work)
  const sheet: Sheet = { at, findPlace: placeFinder(), rowOf: new Map() }
  await processInBatches(
    work,
    { head, total, score, columns: readColumnsOf(at) },
    async (rows) => void (await validateRows(db, caller, sheet, rows)),
    async (trx, rows) => {
      const { passed, refused, erased, added: wouldAdd } = await validateRows(trx, caller, sheet, rows)
      const added = isDry ? wouldAdd : await putCustomers(trx, passed, clock.now())
      const reasons = refusedRows(refused, head, at)
      return { refused: reasons, failed: refused.length, added, updated: passed.length - added, erased }
    },
  )
}

const refusedRows = (refused: Validated['refused'], head: TableRow['cells'], at: Sheet['at']): RefusedRow[] =>
  refused.flatMap(({ row: { row, cells }, reasons }) =>
    reasons.map(({ column, why }) => ({ row, cells, column: headOf(column, head, at), why })),
  )

async function readCustomerColumns(
  work: Work,
): Promise<{ head: TableRow['cells']; at: Sheet['at']; total: number; score: Score }> {
  const { head, at, total, score } = await readColumns(work, { ...importHeads, ...exportHeads })
  if (!at.has('name')) refuse('job.missingColumns', { columns: importHeads.name[work.locale] })
  return {
    head,
    total,
    score,
    at: new Map([...at].filter((entry): entry is [ImportColumn, number] => entry[0] in importHeads)),
  }
}
