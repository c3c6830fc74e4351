import { z } from 'zod'
import { findOwnJob } from '../../job/job.store.ts'
import { longWork, type RefusedRow, type Work } from '../../job/long-work.ts'
import { readBatches, readHead } from '../../job/read-input.ts'
import { startJob } from '../../job/start-job.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { matchHead } from '../../platform/excel/match-head.ts'
import type { TableRow } from '../../platform/excel/table.ts'
import type { Ctx, Upload } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { exportHeads, importHeads, type ImportColumn } from './customer-columns.ts'
import { putCustomers, type GivenField } from './import.store.ts'
import { judgeRows, type Judged, type Sheet } from './judge-rows.ts'
import { areaFinder, headOf } from './read-row.ts'

const atOnce = 500

/** How far it is: the last row gone through, and what came of the rows so far. */
const Checkpoint = z.object({
  row: z.number(),
  done: z.number(),
  failed: z.number(),
  counts: z.object({ added: z.number(), updated: z.number() }),
})
const atStart: z.output<typeof Checkpoint> = { row: 0, done: 0, failed: 0, counts: { added: 0, updated: 0 } }

/** The first door: what an import would do, row by row. Writes nothing but its own progress. */
export const checkCustomerImport = longWork({
  kind: 'customer.check-import',
  access: 'customer:import',
  params: z.object({}),
  run: (work) => goThrough(work, { isDry: true }),
})

/** The second: the same file again, and what passes is added or changed. */
export const importCustomers = longWork({
  kind: 'customer.import',
  access: 'customer:import',
  params: z.object({}),
  run: (work) => goThrough(work, { isDry: false }),
})

export const startCheck = (ctx: Ctx, upload: Upload): Promise<{ jobId: string }> =>
  startJob(ctx, checkCustomerImport, {}, { fileName: upload.name, input: upload })

export async function startImport(ctx: Ctx, checkedJobId: string): Promise<{ jobId: string }> {
  const checked = await findOwnJob(ctx.db, ctx.caller.accountId, checkedJobId)
  const input = { ofJob: checkedJobId, kind: checkCustomerImport.kind }
  return startJob(ctx, importCustomers, {}, { fileName: checked?.fileName ?? '', input })
}

/**
 * Row by row in batches, each one transaction with its checkpoint. Begun anew after an interruption, it looks at the rows before
 * the checkpoint again, because later ones may repeat them, and goes on behind it.
 */
async function goThrough(work: Work, { isDry }: { isDry: boolean }): Promise<void> {
  const { db, caller, clock } = work
  const { head, at, total } = await readColumns(work)
  const given = givenBy(at)
  const sheet: Sheet = { at, findArea: areaFinder(), rowOf: new Map() }
  let behind = work.checkpoint === undefined ? atStart : Checkpoint.parse(work.checkpoint)
  await work.keepHead(head.map(String))
  await work.progress({ done: behind.done, total })
  for await (const rows of readBatches(work, atOnce)) {
    const row = rows.at(-1)?.row ?? 0
    if (row <= behind.row) {
      await judgeRows(db, caller, sheet, rows)
      continue
    }
    behind = await transaction(db, async (trx) => {
      const { passed, refused, added } = await judgeRows(trx, caller, sheet, rows)
      const isNew = isDry ? added : await putCustomers(trx, passed, given, clock.now())
      const now = {
        row,
        done: behind.done + rows.length,
        failed: behind.failed + refused.length,
        counts: { added: behind.counts.added + isNew, updated: behind.counts.updated + passed.length - isNew },
      }
      await work.refuseRows(refusedRows(refused, head, at), trx)
      await work.progress({ done: now.done, failed: now.failed, counts: now.counts, checkpoint: now }, trx)
      return now
    })
  }
}

/** A customer keeps what the file has no column for; a zone is one thing, whichever of its levels there are. */
function givenBy(at: Sheet['at']): ReadonlySet<GivenField> {
  const fields = [...at.keys()].filter((column) => column !== 'name' && column !== 'parent')
  const hasZone = fields.some((field) => field === 'province' || field === 'city' || field === 'region')
  return new Set([...fields, ...(hasZone ? (['province', 'city', 'region'] as const) : [])])
}

const refusedRows = (refused: Judged['refused'], head: TableRow['cells'], at: Sheet['at']): RefusedRow[] =>
  refused.flatMap(({ row: { row, cells }, reasons }) =>
    reasons.map(({ column, why }) => ({ row, cells, column: headOf(column, head, at), why })),
  )

/** The head, and how many rows follow: the file is read whole before its first row does anything. */
async function readColumns(work: Work): Promise<{ head: TableRow['cells']; at: Sheet['at']; total: number }> {
  const { head, total } = await readHead(work)
  const { at, unknown, repeated } = matchHead(head, { ...importHeads, ...exportHeads })
  if (unknown.length > 0) refuse('job.unknownColumns', { columns: unknown.join(', ') })
  if (repeated.length > 0) refuse('job.repeatedColumns', { columns: repeated.join(', ') })
  if (!at.has('name')) refuse('job.missingColumns', { columns: importHeads.name[work.locale] })
  return {
    head,
    total,
    at: new Map([...at].filter((entry): entry is [ImportColumn, number] => entry[0] in importHeads)),
  }
}
