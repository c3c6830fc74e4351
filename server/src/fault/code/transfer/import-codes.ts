import { requirePlatformStaff } from '../../../customer/data-scope.ts'
import { NoParams, tableImport } from '../../../job/table-import.ts'
import type { Ctx, Upload } from '../../../platform/http/context.ts'
import { listProductKeys, putCodes } from './code-import.store.ts'
import { exportHeads, importHeads, type ImportColumn } from './code-columns.ts'
import { validateCodes, type ReadCode } from './validate-codes.ts'

/** An existing description is replaced by its row. */
export const codeImport = tableImport<NoParams, ImportColumn, ReadCode>({
  kinds: { check: 'fault.check-codes', import: 'fault.import-codes' },
  access: 'fault-code:import',
  params: NoParams,
  columns: () => ({
    heads: importHeads,
    ignored: exportHeads,
    needed: ['productKey', 'identifier', 'code', 'severity', 'category', 'enName', 'name'],
  }),
  open: async (work, sheet) => {
    await requirePlatformStaff(work)
    const found = { ...sheet, productOf: await listProductKeys(work.db) }
    return {
      read: (_db, rows) => validateCodes(found, rows),
      write: (trx, passed, { isDry }) => putCodes(trx, passed, isDry ? undefined : work.clock.now()),
    }
  },
})

/** Codes belong to products, which are shared: only the platform's own staff describes them. */
export async function startCodeCheck(ctx: Ctx, upload: Upload): Promise<{ jobId: string }> {
  await requirePlatformStaff(ctx)
  return codeImport.startCheck(ctx, {}, upload)
}

export async function startCodeImport(ctx: Ctx, checkedJobId: string): Promise<{ jobId: string }> {
  await requirePlatformStaff(ctx)
  return codeImport.startImport(ctx, {}, checkedJobId)
}
