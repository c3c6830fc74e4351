import type { MessageRow } from '@brigade/contract/telemetry/message.model.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import { codeWords, shadowCodeWords, topicWords } from './message.text.ts'

/** Describes the messages of a topic; returns an empty string for a topic outside the link protocol. */
export const topicText = (topic: string, locale: Locale): string =>
  topicWords.find(([pattern]) => pattern.test(topic))?.[1][locale] ?? ''

/** Every topic of a device begins with its key and name, so only the rest is shown. */
export const shortTopic = (topic: string): string => topic.replace(/^\/(sys|ota|shadow|ext)\/(.*)$/, cut)
const cut = (whole: string, root: string, rest: string): string =>
  root === 'sys' ? `…/${rest.split('/').slice(2).join('/')}` : whole

/** A code with its meaning, if it has one: devices answer with codes of their own too. */
export function codeText({ topic, code }: Pick<MessageRow, 'topic' | 'code'>, locale: Locale): string {
  const known = topic.startsWith('/shadow/') ? shadowCodes : codes
  return [code === null ? '' : String(code), known.get(String(code))?.[locale]].filter(Boolean).join(' · ')
}
type Field = Pick<MessageRow['dropped'][number], 'identifier'>
/** Whether a message was dropped as a whole because none of its fields could be identified. */
export const isWhole = ({ identifier }: Field): boolean => identifier === '$'
/** `whole`: the word for the whole message. */
export const fieldName = (field: Field, whole: string): string => (isWhole(field) ? whole : field.identifier)
const codes: ReadonlyMap<string, Words> = new Map(Object.entries(codeWords))
const shadowCodes: ReadonlyMap<string, Words> = new Map([
  ...Object.entries(shadowCodeWords),
  ['200', codeWords[200]] as const,
])
