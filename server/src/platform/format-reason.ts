import { findText } from '@brigade/contract/catalogue.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { formatText } from '@brigade/contract/text.ts'
import type { TextRef } from './refusal.ts'

/** A reason in the reader's language; its key if there are no words for it. */
export function formatReason({ key, params }: TextRef, locale: Locale): string {
  const entry = findText(key)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- whoever refused it gave the parameters of its words
  return entry === undefined ? key : formatText(entry, locale, params as never)
}
