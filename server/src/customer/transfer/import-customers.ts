import { NoParams, tableImport } from '../../job/table-import.ts'
import { placeFinder } from '../../system/area/find-place.ts'
import { exportHeads, importHeads, type ImportColumn } from './customer-columns.ts'
import { putCustomers } from './import.store.ts'
import { validateRows, type Passed } from './validate-rows.ts'

/** Valid rows are added or updated. */
export const customerImport = tableImport<NoParams, ImportColumn, Passed>({
  kinds: { check: 'customer.check-import', import: 'customer.import' },
  access: 'customer:import',
  params: NoParams,
  columns: () => ({ heads: importHeads, ignored: exportHeads, needed: ['name'] }),
  open: ({ caller, clock }, sheet) => {
    const found = { ...sheet, findPlace: placeFinder() }
    return {
      read: (db, rows) => validateRows(db, caller, found, rows),
      write: async (trx, passed, { isDry }) => {
        const customers = passed.map(({ customer }) => customer)
        const added = isDry
          ? customers.filter(({ id }) => id === null).length
          : await putCustomers(trx, customers, clock.now())
        const erased = passed.reduce((sum, row) => sum + row.erased, 0)
        return { added, updated: passed.length - added, erased }
      },
    }
  },
})
