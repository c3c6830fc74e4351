import type { z } from 'zod'
import { fieldText } from './field.text.ts'
import { formatText, type TextEntry } from './text.ts'
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
  if (own !== undefined) return formatText(own, locale, issue.code === 'custom' ? (issue.params as never) : undefined)
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return formatText(fieldText['field.required'], locale)
      if (issue.expected === 'int') return formatText(fieldText['field.notWhole'], locale)
      if (issue.expected === 'number') return formatText(fieldText['field.notNumber'], locale)
      return formatText(fieldText['field.invalid'], locale)
    case 'too_big': {
      const max = Number(issue.maximum)
      if (issue.origin === 'string') return formatText(fieldText['field.tooLong'], locale, { max })
      if (issue.origin === 'array') return formatText(fieldText['field.tooMany'], locale, { max })
      return formatText(fieldText['field.tooBig'], locale, { max })
    }
    case 'too_small': {
      const min = Number(issue.minimum)
      if (issue.origin === 'string') {
        return min === 1
          ? formatText(fieldText['field.required'], locale)
          : formatText(fieldText['field.tooShort'], locale, { min })
      }
      if (issue.origin === 'array') return formatText(fieldText['field.tooFew'], locale, { min })
      return formatText(fieldText['field.tooSmall'], locale, { min })
    }
    case 'invalid_value':
      return formatText(fieldText['field.notOneOf'], locale)
    case 'unrecognized_keys':
      return formatText(fieldText['field.unknownKey'], locale, { keys: issue.keys.join(', ').slice(0, 120) })
    case 'invalid_union': {
      const first = issue.errors.flat()[0]
      return first === undefined ? formatText(fieldText['field.invalid'], locale) : messageOf(first, locale, words)
    }
    default:
      return formatText(fieldText['field.invalid'], locale)
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
