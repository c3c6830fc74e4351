import { newKey, type TypedItem } from '../typed/typed-type.ts'

/**
 * Reads enumeration items from pasted lines, one a line: value, English, Chinese, separated by tabs, commas, semicolons or a colon. A line
 * without a value gets the next number; a single label is used for both languages.
 */
export function itemsInLines(text: string, taken: readonly TypedItem[]): readonly TypedItem[] {
  const used = new Set(taken.map(({ value }) => value.trim()))
  let next = Math.max(-1, ...taken.map(({ value }) => Number(value)).filter(Number.isInteger)) + 1
  const items: TypedItem[] = []
  for (const line of text.split(/\r?\n/)) {
    const parts = line
      .split(/[\t,，;；:：=]/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const [first = ''] = parts
    if (first === '') continue
    const hasValue = /^[-\u2212]?\d+$/.test(first)
    const value = hasValue ? first.replace('\u2212', '-') : String(next)
    const [en = value, zh = en] = hasValue ? parts.slice(1) : parts
    // A line pasted twice is not two items.
    if (used.has(value)) continue
    used.add(value)
    next = Math.max(next, Number(value) + 1)
    items.push({ key: newKey(), value, ...sided(en, zh) })
  }
  return items
}

const hasHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** The two languages may come in either order. */
const sided = (one: string, other: string): { en: string; zh: string } =>
  hasHan(one) && !hasHan(other) ? { en: other, zh: one } : { en: one, zh: other }
