import { z } from 'zod'

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
