import { AsyncLocalStorage } from 'node:async_hooks'

/** The call that what runs now belongs to. */
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
 * A statement that writes, with its call in a comment in front, which the trigger reads from `current_query()`. So no statement
 * more is sent, within a transaction or without one.
 */
export function markedStatement(statement: string): string {
  const mark = current.getStore()
  if (mark === undefined || mark.id === null || !isWrite.test(statement)) return statement
  return `/*operation ${mark.id} ${mark.accountId ?? ''} ${mark.call}*/${statement}`
}
