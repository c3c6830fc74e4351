import { findText } from '@brigade/contract/catalogue.ts'
import { codeOf, codes } from '@brigade/contract/envelope.ts'
import type { Envelope, RefusalData } from '@brigade/contract/envelope.ts'
import { messagesByPath } from '@brigade/contract/field-message.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { systemText } from '@brigade/contract/refusal.text.ts'
import { allTexts } from '@brigade/contract/catalogue.ts'
import { say } from '@brigade/contract/text.ts'
import type { RefusalStatus } from '@brigade/contract/text.ts'
import type { z } from 'zod'
import { Refusal, type Said } from '../refusal.ts'

/** A refused call, ready to send: HTTP status and envelope say the same (product.md, Wire conventions). */
export type Refused = Readonly<{ status: RefusalStatus; envelope: Envelope<RefusalData> }>

export const success = <T>(data: T, locale: Locale): Envelope<T> => ({
  success: true,
  code: codes.success,
  msg: say(systemText['system.success'], locale),
  data,
})

/** Words of a key that is only known at run time; the key itself where a table lost it, which the catalogue test forbids. */
export function sayKey(key: string, locale: Locale, params?: unknown): string {
  const entry = findText(key)
  if (entry === undefined) return key
  const phrase = entry[locale]
  // oxlint-disable-next-line typescript/consistent-type-assertions -- refuse() checked the parameters against the key
  return typeof phrase === 'function' ? phrase(params as never) : phrase
}

const sayField = (said: string | Said, locale: Locale) =>
  typeof said === 'string' ? sayKey(said, locale) : sayKey(said.key, locale, said.params)

export function refusedBy(refusal: Refusal, locale: Locale): Refused {
  const status = findText(refusal.key)?.status ?? 400
  const { fields, reason, retryAfterSeconds } = refusal.details
  const data: RefusalData = { key: refusal.key }
  if (fields !== undefined) {
    data.fields = Object.fromEntries(Object.entries(fields).map(([path, said]) => [path, sayField(said, locale)]))
  }
  if (status === 401) data.reason = reason ?? 'invalid'
  if (retryAfterSeconds !== undefined) data.retryAfterSeconds = retryAfterSeconds
  return {
    status,
    envelope: { success: false, code: codeOf(status), msg: sayKey(refusal.key, locale, refusal.params), data },
  }
}

/** Input that its shape refuses: 422, each message at its path. */
export function refusedInput(error: z.ZodError, locale: Locale): Refused {
  const fields = messagesByPath(error.issues, locale, allTexts)
  return {
    status: 422,
    envelope: {
      success: false,
      code: codeOf(422),
      msg: sayKey('field.refused', locale),
      data: { key: 'field.refused', fields },
    },
  }
}

/** Why something failed is ours to know, not the caller's. */
export const failed = (locale: Locale): Refused => refusedBy(new Refusal('system.failed', undefined, {}), locale)
