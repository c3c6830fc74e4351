import { requirePlatformStaff } from '../../customer/data-scope.ts'
import { NoParams, tableImport } from '../../job/table-import.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Ctx, Upload } from '../../platform/http/context.ts'
import { exportHeads, importHeads, type ImportColumn } from './app-user-columns.ts'
import { completePerson, insertPeople } from './import.store.ts'
import { validateRows, type Passed } from './validate-rows.ts'

/** People of an existing app are added; a person with one of the addresses already exists. */
export const appUserImport = tableImport<NoParams, ImportColumn, Passed>({
  kinds: { check: 'app-user.check-import', import: 'app-user.import' },
  access: 'app-user:import',
  params: NoParams,
  columns: () => ({ heads: importHeads, ignored: exportHeads, needed: ['nickname', ['phone', 'email']] }),
  open: async (work, sheet) => {
    await requirePlatformStaff(work, 'system.platformOnly')
    const found = { ...sheet, secretKey: work.settings.secretKey }
    return {
      read: (db, rows) => validateRows(db, found, rows),
      write: async (trx, passed, { isDry }) => {
        const added = isDry
          ? passed.filter(({ id }) => id === undefined).length
          : await put(trx, passed, work.clock.now())
        return { added, updated: passed.length - added }
      },
    }
  },
})

/** Only the platform sees people without a device. */
export async function startCheck(ctx: Ctx, upload: Upload): Promise<{ jobId: string }> {
  await requirePlatformStaff(ctx, 'system.platformOnly')
  return appUserImport.startCheck(ctx, {}, upload)
}

export async function startImport(ctx: Ctx, checkedJobId: string): Promise<{ jobId: string }> {
  await requirePlatformStaff(ctx, 'system.platformOnly')
  return appUserImport.startImport(ctx, {}, checkedJobId)
}

async function put(trx: Transaction, passed: readonly Passed[], at: number): Promise<number> {
  for (const { person, id } of passed) if (id !== undefined) await completePerson(trx, id, person)
  const fresh = passed.flatMap(({ person, id }) => (id === undefined ? [person] : []))
  return insertPeople(trx, fresh, at)
}
