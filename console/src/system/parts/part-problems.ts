import { messagesByPath } from '@brigade/contract/field-message.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { PartList, type Part } from '@brigade/contract/system/parts/parts.model.ts'
import { partsText as contractText } from '@brigade/contract/system/parts/parts.text.ts'

const words = { ...fieldText, ...contractText }

/** The problems of a list by the rules of the contract, by place: `parts.2.link`. */
export function partProblems(parts: readonly Part[], locale: Locale): Readonly<Record<string, string>> {
  const checked = PartList.safeParse(parts)
  if (checked.success) return {}
  const messages = messagesByPath(checked.error.issues, locale, words)
  return Object.fromEntries(
    Object.entries(messages).map(([path, message]) => [path === '' ? 'parts' : `parts.${path}`, message]),
  )
}

/** Splits the path of a problem into the index of the part and the name of its field. */
export function placeIn(path: string): { index: number; field: string } {
  const [, index = '', ...field] = path.split('.')
  return { index: Number(index), field: field.join('.') }
}

/** The list with some of its items in a new order; the others keep their places. */
export function reorderedAmong(parts: readonly Part[], some: readonly Part[]): Part[] {
  const ids = new Set(some.map(({ id }) => id))
  const next = some.values()
  return parts.map((part) => (ids.has(part.id) ? (next.next().value ?? part) : part))
}
