import { takeUntold } from '../device/binding/binding.store.ts'
import type { Transaction } from '../platform/db/database.ts'

/** For messages, which do not know devices: owners whose bindings staff ended and who were not notified yet. */
export const takeUntoldOwners = (trx: Transaction, limit: number) => takeUntold(trx, limit)
