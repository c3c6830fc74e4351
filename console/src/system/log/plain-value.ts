import { formatTime } from '../../platform/format.ts'

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)$/

export type YesAndNo = Readonly<{ yes: string; no: string }>

/** A value as a reader reads it: times in the own zone, a list of words in a line. Undefined: as JSON. */
export function plainValue(value: unknown, words: YesAndNo): string | undefined {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'string') return instant.test(value) ? formatTime(value) : value
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(', ') : undefined
}
