import type { z } from 'zod'

/** `wrong`: known names with values that the schema refuses. Unknown names may belong to another reader. */
export type ReadAddress<T> = Readonly<{ search: T; understood: readonly string[]; wrong: readonly string[] }>

/**
 * Reads the search part of an address as a screen's query. Invalid values (an old link, a hand-made address) are left out key by key, so
 * that a wrong link shows the list instead of an error; the screen says which they are (misread-address.ts).
 */
export function urlSearch<S extends z.ZodType<object>>(
  schema: S,
): (raw: Record<string, unknown>) => ReadAddress<z.output<S>> {
  return (raw) => {
    const kept = { ...raw }
    const wrong: string[] = []
    for (;;) {
      const result = schema.safeParse(kept)
      if (result.success) {
        const understood = Object.keys(kept).filter((key) => Object.hasOwn(result.data, key))
        return { search: result.data, understood, wrong }
      }
      const refused = result.error.issues
        .flatMap((issue) => (issue.code === 'unrecognized_keys' ? [] : issue.path.slice(0, 1).map(String)))
        .filter((key) => key in kept)
      wrong.push(...new Set(refused))
      const foreign = result.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
      const removable = [...refused, ...foreign.filter((key) => key in kept)]
      if (removable.length === 0) return { search: schema.parse({}), understood: [], wrong }
      for (const key of removable) delete kept[key]
    }
  }
}

/** Addresses contain plain text, never JSON: `?online=true&sn=00123` stays text until the screen's schema reads it. */
export function parseSearch(text: string): Record<string, unknown> {
  const query = new URLSearchParams(text)
  // A repeated name is a list, which a screen that expects one value does not understand: none of the values is dropped
  // silently.
  const valueOf = (name: string): string | string[] => {
    const values = query.getAll(name)
    return values.length === 1 ? (values[0] ?? '') : values
  }
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, valueOf(name)]))
}

/** The first page at the default size is left out of the address. For any other page the size is needed to know which rows it contains. */
const silent = (search: Record<string, unknown>): Readonly<Record<string, string>> =>
  String(search['pageNum'] ?? 1) === '1' ? { pageNum: '1', pageSize: '10' } : {}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  const defaults = silent(search)
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '' || defaults[key] === String(value)) continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(key, String(one))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
