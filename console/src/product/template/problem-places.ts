import { messagesByPath } from '@brigade/contract/field-message.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { productText, templateFaultWords } from '@brigade/contract/product/product.text.ts'
import type { TemplateFault } from '@brigade/contract/product/template/template.model.ts'
import { thingModelText } from '@brigade/contract/thing-model/thing-model.text.ts'
import type { z } from 'zod'

const words = { ...fieldText, ...thingModelText, ...productText }

/** The problems of a content by the rules of the contract, by place. */
export function contentProblems(
  schema: z.ZodType,
  content: unknown,
  locale: Locale,
  chooseFunction: string,
): Readonly<Record<string, string>> {
  const checked = schema.safeParse(content)
  if (checked.success) return {}
  const messages = messagesByPath(checked.error.issues, locale, words)
  // An empty choice is not a wrong identifier.
  return Object.fromEntries(
    Object.entries(messages).map(([path, message]) => [
      path,
      valueAt(content, path) === '' && isFunction(path) ? chooseFunction : message,
    ]),
  )
}

/** The problems by the published thing model, by place. */
export const faultMessages = (faults: readonly TemplateFault[], locale: Locale): Readonly<Record<string, string>> =>
  Object.fromEntries(
    faults.map(({ path, identifier, reason }) => [
      path,
      reason === 'outOfRange'
        ? templateFaultWords[reason][locale]
        : `${identifier}: ${templateFaultWords[reason][locale]}`,
    ]),
  )

function valueAt(content: unknown, path: string): unknown {
  let at = content
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null) return undefined
    at = new Map<string, unknown>(Object.entries(at)).get(part)
  }
  return at
}

const functionPlaces = new Set(['property', 'identifier', 'headline', 'current', 'target', 'humidity', 'power'])
const isFunction = (path: string): boolean => functionPlaces.has(path.split('.').at(-1) ?? '')
