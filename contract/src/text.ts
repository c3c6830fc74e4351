import type { Locale, Words } from './locale.ts'

/** HTTP statuses a refusal may carry; the envelope's `code` follows from it (see envelope.ts). */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503

// A method signature on purpose: parameters are compared bivariantly, so that a table may hold words of any parameters.
type Phrase<P> = { bivarianceHack(params: P): string }['bivarianceHack']

/**
 * One text in English and Chinese. With parameters it is a function of them; a refusal has a status (400 by default).
 */
export type TextEntry<P = never> = Readonly<{
  en: string | Phrase<P>
  zh: string | Phrase<P>
  status?: RefusalStatus
}>
export type TextTable = Readonly<Record<string, TextEntry>>

export type ParamsOf<E> = E extends { en: (params: infer P) => string } ? P : undefined

type SameParams<T> = {
  [K in keyof T]: T[K] extends { en: (params: infer P) => string; zh: infer Z }
    ? Z extends string | ((params: P) => string)
      ? T[K]
      : never
    : T[K]
}

/** The words of a screen, en beside zh. A missing language, or languages of different parameters, do not compile. */
export const words = <const T extends TextTable>(table: T & SameParams<T>): T => table

/**
 * The words of one domain. A key without both languages, or with different parameters in its languages, does not compile. Keys get the
 * domain as prefix: `texts('session', { wrongPassword: … })` gives `session.wrongPassword`.
 */
export function texts<const D extends string, const T extends TextTable>(domain: D, table: T & SameParams<T>) {
  const entries = Object.entries(table).map(([key, entry]) => [`${domain}.${key}`, entry])
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys were just made so
  return Object.fromEntries(entries) as { readonly [K in keyof T & string as `${D}.${K}`]: T[K] }
}

/** Returns an entry in a language. */
export function formatText<P>(entry: TextEntry<P> | Words, locale: Locale, params?: P): string {
  const phrase = entry[locale]
  // oxlint-disable-next-line typescript/consistent-type-assertions -- entries without parameters ignore what they are given
  return typeof phrase === 'function' ? phrase(params as P) : phrase
}
