import { findText, allTexts } from '@brigade/contract/catalogue.ts'
import { codeOf, codes, type Envelope } from '@brigade/contract/envelope.ts'
import type { RefusalData } from '@brigade/contract/refusal.model.ts'
import { messagesByPath } from '@brigade/contract/field-message.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import { systemText } from '@brigade/contract/refusal.text.ts'
import { formatText as textIn, type RefusalStatus } from '@brigade/contract/text.ts'
import type { z } from 'zod'
import { isDatabaseAway } from '../db/connection/database-away.ts'
import { Refusal, type TextRef } from '../refusal.ts'

/** A refused call, ready to send: HTTP status and envelope agree (product.md, Wire conventions). */
export type Refused = Readonly<{ status: RefusalStatus; envelope: Envelope<RefusalData> }>

export const success = <T>(data: T, locale: Locale): Envelope<T> => ({
  success: true,
  code: codes.success,
  msg: textIn(systemText['system.success'], locale),
  data,
})

/**
 * The text of a key that is only known at run time; the key itself if the texts lack it, which the catalogue test
 * forbids.
 */
export function textOfKey(key: string, locale: Locale, params?: unknown): string {
  const entry = findText(key)
  if (entry === undefined) return key
  const phrase = entry[locale]
  // oxlint-disable-next-line typescript/consistent-type-assertions -- refuse() checked the parameters against the key
  return typeof phrase === 'function' ? phrase(params as never) : phrase
}

const fieldText = (text: string | TextRef, locale: Locale) =>
  typeof text === 'string' ? textOfKey(text, locale) : textOfKey(text.key, locale, text.params)

const inEach = (textIn: (locale: Locale) => string): Words => ({ en: textIn('en'), zh: textIn('zh') })

export function refusedBy(refusal: Refusal, locale: Locale): Refused {
  const status = findText(refusal.key)?.status ?? 400
  const { fields, reason, retryAfterSeconds } = refusal.details
  const data: RefusalData = { key: refusal.key, words: inEach((one) => textOfKey(refusal.key, one, refusal.params)) }
  if (fields !== undefined) {
    const words = Object.entries(fields).map(([path, texts]) => [path, inEach((one) => fieldText(texts, one))] as const)
    data.fields = Object.fromEntries(words.map(([path, texts]) => [path, texts[locale]]))
    data.fieldWords = Object.fromEntries(words)
  }
  if (status === 401) data.reason = reason ?? 'invalid'
  if (retryAfterSeconds !== undefined) data.retryAfterSeconds = retryAfterSeconds
  return {
    status,
    envelope: { success: false, code: codeOf(status), msg: textOfKey(refusal.key, locale, refusal.params), data },
  }
}

/** Refuses input that does not match its schema: 422, each message at its path. */
export function refusedInput(error: z.ZodError, locale: Locale): Refused {
  const texts = { en: messagesByPath(error.issues, 'en', allTexts), zh: messagesByPath(error.issues, 'zh', allTexts) }
  const fieldWords = Object.fromEntries(
    Object.keys(texts.en).map((path) => [path, inEach((one) => texts[one][path] ?? '')]),
  )
  return {
    status: 422,
    envelope: {
      success: false,
      code: codeOf(422),
      msg: textOfKey('field.refused', locale),
      data: {
        key: 'field.refused',
        fields: texts[locale],
        words: inEach((one) => textOfKey('field.refused', one)),
        fieldWords,
      },
    },
  }
}

/** After a crash the database is usually available again within this time. */
export const backAfterSeconds = 5

/**
 * The cause of a failure is not shown to the caller, with one exception: an unavailable database, which recovers by
 * itself.
 */
export const failed = (locale: Locale, error: unknown): Refused =>
  refusedBy(
    isDatabaseAway(error)
      ? new Refusal('system.databaseAway', undefined, { retryAfterSeconds: backAfterSeconds })
      : new Refusal('system.failed', undefined, {}),
    locale,
  )
