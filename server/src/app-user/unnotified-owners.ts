import { takeUnnotified } from '../device/binding/binding.store.ts'
import type { Transaction } from '../platform/db/database.ts'

/** For messages, which do not know devices: owners whose bindings staff ended and who were not notified yet. */
export const takeUnnotifiedOwners = (trx: Transaction, limit: number) => takeUnnotified(trx, limit)
