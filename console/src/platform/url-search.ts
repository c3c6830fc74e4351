import type { z } from 'zod'

/**
 * Reads the search part of an address as a screen's query. Invalid values (an old link, a hand-made address) are dropped key by key, so
 * that a wrong link shows the list instead of an error.
 */
export function urlSearch<S extends z.ZodType<object>>(schema: S): (raw: Record<string, unknown>) => z.output<S> {
  return (raw) => {
    const kept = { ...raw }
    for (;;) {
      const result = schema.safeParse(kept)
      if (result.success) return result.data
      const wrong = result.error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1).map(String),
      )
      const removable = wrong.filter((key) => key in kept)
      if (removable.length === 0) return schema.parse({})
      for (const key of removable) delete kept[key]
    }
  }
}

/** Addresses contain plain text, never JSON: `?online=true&sn=00123` stays text until the screen's schema reads it. */
export const parseSearch = (text: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(text))

/** The first page at the default size is left out of the address. For any other page the size is needed to know which rows it contains. */
const silent = (search: Record<string, unknown>): Readonly<Record<string, string>> =>
  String(search['pageNum'] ?? 1) === '1' ? { pageNum: '1', pageSize: '10' } : {}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  const defaults = silent(search)
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '' || defaults[key] === String(value)) continue
    query.set(key, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
