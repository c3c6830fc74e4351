import { fahrenheitOf } from '@brigade/contract/celsius.rules.ts'
import { isMessageKind, messageKinds, type MessageKind } from '@brigade/contract/message/kind.text.ts'
import type { Formats } from '@brigade/contract/message/message-kind.ts'
import type { MessageText, MessageWords } from '@brigade/contract/message/message.model.ts'
import { withMinus } from '@brigade/contract/minus.rules.ts'
import { locales, type Locale } from '@brigade/contract/locale.ts'
import { z } from 'zod'

/** The form in which a receiver reads figures. */
export type Reader = Readonly<{ timeZone: string; units: 'metric' | 'british' }>

const Text = z.object({ title: z.string(), content: z.string() })
/** The stored texts of a push task: an empty title means that the language has no text. */
const Typed = z.object({ en: Text, zh: Text })
export type TypedWords = z.output<typeof Typed>

const nothingTyped: MessageText = { title: '', content: '' }

/** Formats are cached by zone: making one takes longer than all other steps of a message. */
const maxFormats = 1000
const formats = new Map<string, Intl.DateTimeFormat>()

function timeIn(timeZone: string): (instant: string) => string {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  // A zone may be written in many ways.
  if (formats.size >= maxFormats) formats.clear()
  formats.set(timeZone, format)
  return (instant) => format.format(new Date(instant))
}

function formatsOf({ timeZone, units }: Reader): Formats {
  const time = timeIn(timeZone)
  const temperature = (celsius: number) =>
    units === 'metric' ? `${shown(celsius)} °C` : `${shown(fahrenheitOf(celsius))} °F`
  return { time, temperature }
}
const shown = (value: number) => withMinus(String(Math.round(value * 10) / 10))

const entryOf = (kind: MessageKind, params: unknown, locale: Locale, formats: Formats): MessageText => {
  const entry = messageKinds[kind]
  // oxlint-disable-next-line typescript/consistent-type-assertions -- checked by the kind's own schema when it was announced
  return entry.text[locale](entry.params.parse(params) as never, formats)
}

/** The texts that a person typed; a language without one uses the other. */
export function typedWords(words: unknown): MessageWords {
  const { en, zh } = Typed.parse(words)
  return { en: en.title === '' ? zh : en, zh: zh.title === '' ? en : zh }
}
export const typedAs = (words: unknown): TypedWords => Typed.parse(words)

/** The texts of a message in both languages, as this reader reads figures. */
export function wordsOf({ kind, params }: { kind: string; params: unknown }, reader: Reader): MessageWords {
  if (kind === 'task') return typedWords(params)
  if (!isMessageKind(kind)) return { en: nothingTyped, zh: nothingTyped }
  const formats = formatsOf(reader)
  return { en: entryOf(kind, params, 'en', formats), zh: entryOf(kind, params, 'zh', formats) }
}

/** The text by which a list is searched: the titles in all languages, each once. */
export const titlesOf = (words: MessageWords): string =>
  [...new Set(locales.map((locale) => words[locale].title))].filter((title) => title !== '').join(' · ')
