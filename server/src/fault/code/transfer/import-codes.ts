import { z } from 'zod'
import { requirePlatformStaff } from '../../../customer/data-scope.ts'
import { findOwnJob } from '../../../job/job.store.ts'
import { readColumnsOf } from '../../../platform/excel/damaged-cells.ts'
import { longWork, type RefusedRow, type Work } from '../../../job/long-work.ts'
import { processInBatches, readColumns } from '../../../job/process-in-batches.ts'
import { startJob } from '../../../job/start-job.ts'
import type { Ctx, Upload } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { listProductKeys, putCodes } from './code-import.store.ts'
import { exportHeads, importHeads, type ImportColumn } from './code-columns.ts'
import { validateCodes, type Sheet, type Validated } from './validate-codes.ts'

/** The first step: shows what an import would do, row by row. It writes nothing but its own progress. */
export const checkCodeImport = longWork({
  kind: 'fault.check-codes',
  access: 'fault-code:import',
  params: z.object({}),
  run: (work) => run(work, { isDry: true }),
})

/** The second step, with the same file again. An existing description is replaced by its row. */
export const importCodes = longWork({
  kind: 'fault.import-codes',
  access: 'fault-code:import',
  params: z.object({}),
  run: (work) => run(work, { isDry: false }),
})

/** Codes belong to products, which are shared: only the platform's own staff describes them. */
export async function startCodeCheck(ctx: Ctx, upload: Upload): Promise<{ jobId: string }> {
  await requirePlatformStaff(ctx)
  return startJob(ctx, checkCodeImport, {}, { fileName: upload.name, input: upload })
}

export async function startCodeImport(ctx: Ctx, checkedJobId: string): Promise<{ jobId: string }> {
  await requirePlatformStaff(ctx)
  const checked = await findOwnJob(ctx.db, ctx.caller, checkedJobId)
  const input = { ofJob: checkedJobId, kind: checkCodeImport.kind }
  return startJob(ctx, importCodes, {}, { fileName: checked?.fileName ?? '', input })
}

const needed: readonly ImportColumn[] = ['productKey', 'identifier', 'code', 'severity', 'category', 'enName', 'name']

/** Rows before the checkpoint are validated again, because later ones may repeat them. */
async function run(work: Work, { isDry }: { isDry: boolean }): Promise<void> {
  await requirePlatformStaff(work)
  const { head, at: found, total, score } = await readColumns(work, { ...importHeads, ...exportHeads })
  const at = new Map([...found].filter((entry): entry is [ImportColumn, number] => entry[0] in importHeads))
  const missing = needed.filter((column) => !at.has(column))
  if (missing.length > 0)
    refuse('job.missingColumns', { columns: missing.map((column) => importHeads[column][work.locale]).join(', ') })
  const sheet: Sheet = { head, at, productOf: await listProductKeys(work.db), rowOf: new Map() }
  await processInBatches(
    work,
    { head, total, score, columns: readColumnsOf(at) },
    (rows) => void validateCodes(sheet, rows),
    async (trx, rows) => {
      const { passed, refused } = validateCodes(sheet, rows)
      const counts = await putCodes(trx, passed, isDry ? undefined : work.clock.now())
      return { refused: refusedRows(refused), failed: refused.length, ...counts }
    },
  )
}

const refusedRows = (refused: Validated['refused']): RefusedRow[] =>
  refused.flatMap(({ row: { row, cells }, reasons }) => reasons.map(({ column, why }) => ({ row, cells, column, why })))
