/**
 * Filters that together match everything on the given topics (`{name}` is any level), each message once: a broker
 * delivers a message once for every shared subscription that matches it.
 */
export function disjointFilters(topics: readonly string[]): string[] {
  let filters = [...new Set(topics.map((topic) => topic.split('/').map(levelOf).join('/')))]
  for (;;) {
    const merged = mergeOnce(filters)
    if (merged === undefined) return filters.toSorted()
    filters = merged
  }
}

/** A level with a placeholder becomes a wildcard as a whole: MQTT has no wildcards within a level. */
const levelOf = (level: string) => (level.includes('{') ? '+' : level)

/** Merges two filters that a common topic may match into one that matches both; undefined if there are none. */
function mergeOnce(filters: readonly string[]): string[] | undefined {
  for (const [index, one] of filters.entries()) {
    for (const other of filters.slice(index + 1)) {
      const both = mergedOf(one.split('/'), other.split('/'))
      if (both !== undefined)
        return [...new Set([...filters.filter((it) => it !== one && it !== other), both.join('/')])]
    }
  }
  return undefined
}

function mergedOf(one: readonly string[], other: readonly string[]): string[] | undefined {
  const merged: string[] = []
  for (let at = 0; ; at += 1) {
    const [a, b] = [one[at], other[at]]
    if (a === '#' || b === '#') return [...merged, '#']
    if (a === undefined || b === undefined) return a === b ? merged : undefined
    if (a !== b && a !== '+' && b !== '+') return undefined
    merged.push(a === b ? a : '+')
  }
}
