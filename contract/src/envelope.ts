import type { RefusalStatus } from './text.ts'

/** Every JSON answer (product.md, Wire conventions). */
export type Envelope<T> = { success: boolean; code: number; msg: string; data: T }

/** Spec 8: 103 login invalid, 102 not authorised. The others equal the HTTP status. */
export const codes = { success: 200, notAuthorised: 102, loginInvalid: 103 } as const

export function codeOf(status: RefusalStatus): number {
  if (status === 401) return codes.loginInvalid
  if (status === 403) return codes.notAuthorised
  return status
}
