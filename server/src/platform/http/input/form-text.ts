/** `name=value&…`, as in an address or a form: bytes of UTF-8, those that are not letters in percent signs. */

/**
 * Undefined if the bytes are not UTF-8, or a percent sign begins no escape: another decoding would give other
 * characters.
 */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

const pairsOf = (text: string): readonly (readonly [name: string, value: string])[] =>
  text.split('&').flatMap((pair) => {
    if (pair === '') return []
    const at = pair.indexOf('=')
    return [at === -1 ? ([pair, ''] as const) : ([pair.slice(0, at), pair.slice(at + 1)] as const)]
  })

/** A name that is given more than once has a list of its values: none of them is dropped. */
function gathered(pairs: Iterable<readonly [string, string]>): Record<string, string | string[]> {
  const byName = new Map<string, string | string[]>()
  for (const [name, value] of pairs) {
    const before = byName.get(name)
    byName.set(name, before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value])
  }
  // The prototype of an object is not a value of it.
  return Object.fromEntries(byName)
}

/** No text: `parseInput` refuses it, at its name. */
const unreadable = '\ud800'

/** The query of an address. An unreadable part is refused later, at its name. */
export const queryOf = (text: string): Record<string, string | string[]> =>
  gathered(pairsOf(text).map(([name, value]) => [decoded(name) ?? name, decoded(value) ?? unreadable]))

/**
 * The body of a form. Null if any part of it cannot be read, including bytes that were not UTF-8 and have been
 * replaced.
 */
export function formOf(text: string): Record<string, string | string[]> | null {
  if (text.includes('\ufffd')) return null
  const read: [string, string][] = []
  for (const pair of pairsOf(text)) {
    const [name, value] = [decoded(pair[0]), decoded(pair[1])]
    if (name === undefined || value === undefined) return null
    read.push([name, value])
  }
  return gathered(read)
}
