import { AsyncLocalStorage } from 'node:async_hooks'

/** The call to which the running work belongs. */
export type OperationMark = {
  /** UUID; null once the line of the call is written: later changes belong to no call. */
  id: string | null
  accountId: string | null
  /** `role.update` */
  call: string
}

const current = new AsyncLocalStorage<OperationMark>()

/**
 * Runs the work of a call with its mark, from which the database's triggers know which operation each statement belongs
 * to.
 */
export const withOperation = <T>(mark: OperationMark, work: () => Promise<T>): Promise<T> => current.run(mark, work)

const isWrite = /^\s*(insert|update|delete|merge|with)\b/i

/**
 * Puts the call into a comment in front of a writing statement, from which the trigger reads it with `current_query()`.
 * So no further statement is needed, inside a transaction or outside.
 */
export function markedStatement(statement: string): string {
  const mark = current.getStore()
  if (mark === undefined || mark.id === null || !isWrite.test(statement)) return statement
  return `/*operation ${mark.id} ${mark.accountId ?? ''} ${mark.call}*/${statement}`
}
