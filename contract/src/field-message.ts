import type { z } from 'zod'
import { fieldText } from './field.text.ts'
import { say } from './text.ts'
import type { TextEntry } from './text.ts'
import type { Locale } from './locale.ts'

type Issue = z.core.$ZodIssue

/** The text of one validation issue in a language. `words` has the tables of every domain, for rules that name their own key. */
export function messageOf(
  issue: Issue,
  locale: Locale,
  words: Readonly<Record<string, TextEntry>> = fieldText,
): string {
  const own = words[issue.message]
  // oxlint-disable-next-line typescript/consistent-type-assertions -- whoever wrote the rule gave it the parameters of its words
  if (own !== undefined) return say(own, locale, issue.code === 'custom' ? (issue.params as never) : undefined)
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return say(fieldText['field.required'], locale)
      if (issue.expected === 'int') return say(fieldText['field.notWhole'], locale)
      if (issue.expected === 'number') return say(fieldText['field.notNumber'], locale)
      return say(fieldText['field.invalid'], locale)
    case 'too_big': {
      const max = Number(issue.maximum)
      if (issue.origin === 'string') return say(fieldText['field.tooLong'], locale, { max })
      if (issue.origin === 'array') return say(fieldText['field.tooMany'], locale, { max })
      return say(fieldText['field.tooBig'], locale, { max })
    }
    case 'too_small': {
      const min = Number(issue.minimum)
      if (issue.origin === 'string') {
        return min === 1 ? say(fieldText['field.required'], locale) : say(fieldText['field.tooShort'], locale, { min })
      }
      if (issue.origin === 'array') return say(fieldText['field.tooFew'], locale, { min })
      return say(fieldText['field.tooSmall'], locale, { min })
    }
    case 'invalid_value':
      return say(fieldText['field.notOneOf'], locale)
    case 'unrecognized_keys':
      return say(fieldText['field.unknownKey'], locale, { keys: issue.keys.join(', ').slice(0, 120) })
    case 'invalid_union': {
      const first = issue.errors.flat()[0]
      return first === undefined ? say(fieldText['field.invalid'], locale) : messageOf(first, locale, words)
    }
    default:
      return say(fieldText['field.invalid'], locale)
  }
}

/** All issues as `{ path: message }`, the first one at each path (product.md, Wire conventions). */
export function messagesByPath(
  issues: readonly Issue[],
  locale: Locale,
  words?: Readonly<Record<string, TextEntry>>,
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
    const key = path.map(String).join('.')
    fields[key] ??= messageOf(issue, locale, words)
  }
  return fields
}
