import { z } from 'zod'
import type { RefusalStatus } from './text.ts'

/** Every JSON answer (product.md, Wire conventions). */
export type Envelope<T> = { success: boolean; code: number; msg: string; data: T }

const Words = z.object({ en: z.string(), zh: z.string() })

/** Content of `data` in a refusal: the key of the text, and messages at fields, if any. */
export const RefusalData = z.object({
  key: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** `msg` and `fields` in every language, for screens that switch the language while they show a refusal. */
  words: Words.optional(),
  fieldWords: z.record(z.string(), Words).optional(),
  /** Only with code 103: `expired` opens the sign-in dialog, `invalid` goes to /login. */
  reason: z.enum(['expired', 'invalid']).optional(),
  /** Only if waiting helps (429, 503). */
  retryAfterSeconds: z.number().optional(),
})
export type RefusalData = z.infer<typeof RefusalData>

/** Spec 8: 103 login invalid, 102 not authorised. The others equal the HTTP status. */
export const codes = { success: 200, notAuthorised: 102, loginInvalid: 103 } as const

export function codeOf(status: RefusalStatus): number {
  if (status === 401) return codes.loginInvalid
  if (status === 403) return codes.notAuthorised
  return status
}
