import { sql } from 'kysely'
import { errorCode } from '../error-code.ts'
import type { Transaction } from './database.ts'

/** Of PostgreSQL's codes those that say that the data are to blame: they would fail again and again. */
const ofData = /^(22|23|42|54|P0)/

/**
 * Whether a failure is of what was being worked on alone. What another try may mend (a lost connection, a deadlock, a full disk, a
 * partition that is missing) is not.
 */
export function isOfData(error: unknown): boolean {
  if (error instanceof Error && 'routine' in error && error.routine === 'ExecFindPartition') return false
  const code = errorCode(error)
  if (code !== undefined) return ofData.test(code)
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError || isOfSchema(error)
}

const isOfSchema = (error: unknown): boolean => error instanceof Error && error.name.endsWith('ZodError')

/** Runs a part of a transaction. What it did is undone where its data are to blame, and the failure answered; all else fails the whole. */
export async function ownFailure(trx: Transaction, work: () => Promise<void>): Promise<unknown> {
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
