import { z } from 'zod'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import { findOwnJob } from '../../job/job.store.ts'
import { readColumnsOf } from '../../platform/excel/damaged-cells.ts'
import { longWork, type RefusedRow, type Work } from '../../job/long-work.ts'
import { processInBatches, readColumns } from '../../job/process-in-batches.ts'
import { startJob } from '../../job/start-job.ts'
import type { TableRow } from '../../platform/excel/table.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Ctx, Upload } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { exportHeads, importHeads, type ImportColumn } from './app-user-columns.ts'
import { completePerson, insertPeople } from './import.store.ts'
import { headOf, validateRows, type Sheet, type Validated } from './validate-rows.ts'

/** The first step: shows what an import would do, row by row. It writes nothing but its own progress. */
export const checkAppUserImport = longWork({
  kind: 'app-user.check-import',
  access: 'app-user:import',
  params: z.object({}),
  run: (work) => run(work, { isDry: true }),
})

/**
 * The second step, with the same file again. It adds people of an existing app; a person with one of the addresses
 * already exists.
 */
export const importAppUsers = longWork({
  kind: 'app-user.import',
  access: 'app-user:import',
  params: z.object({}),
  run: (work) => run(work, { isDry: false }),
})

/** Only the platform sees people without a device. */
export async function startCheck(ctx: Ctx, upload: Upload): Promise<{ jobId: string }> {
  await requirePlatformStaff(ctx, 'system.platformOnly')
  return startJob(ctx, checkAppUserImport, {}, { fileName: upload.name, input: upload })
}

export async function startImport(ctx: Ctx, checkedJobId: string): Promise<{ jobId: string }> {
  await requirePlatformStaff(ctx, 'system.platformOnly')
  const checked = await findOwnJob(ctx.db, ctx.caller, checkedJobId)
  const input = { ofJob: checkedJobId, kind: checkAppUserImport.kind }
  return startJob(ctx, importAppUsers, {}, { fileName: checked?.fileName ?? '', input })
}

/** Rows before the checkpoint are validated again, because later ones may repeat them. */
async function run(work: Work, { isDry }: { isDry: boolean }): Promise<void> {
  const { head, at: found, total, score } = await readColumns(work, { ...importHeads, ...exportHeads })
  const at = new Map([...found].filter((entry): entry is [ImportColumn, number] => entry[0] in importHeads))
  if (!at.has('nickname') || !(at.has('phone') || at.has('email')))
    refuse('job.missingColumns', {
      columns: [importHeads.nickname, importHeads.phone].map((each) => each[work.locale]).join(', '),
    })
  const sheet: Sheet = { at, secretKey: work.settings.secretKey, rowOf: new Map() }
  await processInBatches(
    work,
    { head, total, score, columns: readColumnsOf(at) },
    async (rows) => void (await validateRows(work.db, sheet, rows)),
    async (trx, rows) => {
      const { passed, refused } = await validateRows(trx, sheet, rows)
      const added = isDry
        ? passed.filter(({ id }) => id === undefined).length
        : await put(trx, passed, work.clock.now())
      return { refused: refusedRows(refused, head, at), failed: refused.length, added, updated: passed.length - added }
    },
  )
}

async function put(trx: Transaction, passed: Validated['passed'], at: number): Promise<number> {
  for (const { person, id } of passed) if (id !== undefined) await completePerson(trx, id, person)
  const fresh = passed.flatMap(({ person, id }) => (id === undefined ? [person] : []))
  return insertPeople(trx, fresh, at)
}

const refusedRows = (refused: Validated['refused'], head: TableRow['cells'], at: Sheet['at']): RefusedRow[] =>
  refused.flatMap(({ row: { row, cells }, reasons }) =>
    reasons.map(({ column, why }) => ({ row, cells, column: headOf(column, head, at), why })),
  )
