import { sql } from 'kysely'
import { errorCode } from '../error-code.ts'
import type { Transaction } from './database.ts'

/** The classes of SQLSTATE that blame the data: a retry would fail again. */
const ofData = /^(22|23|42|54|P0)/

/**
 * Whether the failure comes from the data of this work. A failure that a retry may fix (a lost connection, a deadlock,
 * a full disk, a missing partition) does not.
 */
export function isOfData(error: unknown): boolean {
  if (error instanceof Error && 'routine' in error && error.routine === 'ExecFindPartition') return false
  const code = errorCode(error)
  if (code !== undefined) return ofData.test(code)
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError || isOfSchema(error)
}

const isOfSchema = (error: unknown): boolean => error instanceof Error && error.name.endsWith('ZodError')

/**
 * Runs a part of a transaction in a savepoint. If its data is to blame, the part is rolled back and the error returned;
 * any other error fails the whole transaction.
 */
export async function dataFailure(trx: Transaction, work: () => Promise<void>): Promise<unknown> {
  await sql`savepoint own`.execute(trx)
  try {
    await work()
  } catch (error) {
    if (!isOfData(error)) throw error
    await sql`rollback to savepoint own`.execute(trx)
    return error
  }
  await sql`release savepoint own`.execute(trx)
  return undefined
}
