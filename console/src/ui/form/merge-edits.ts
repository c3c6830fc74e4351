/**
 * Merges two people's changes of one object. A field that only one of them changed is taken; if both changed it, mine
 * stays and the field is a clash. `base` is the common start.
 */
export function mergeEdits<V extends object>(
  base: V,
  mine: V,
  theirs: V,
): { merged: V; taken: readonly (keyof V & string)[]; clashes: readonly (keyof V & string)[] } {
  const before = new Map<string, unknown>(Object.entries(base))
  const ours = new Map<string, unknown>(Object.entries(mine))
  const taken = new Map<string, unknown>()
  const clashes: string[] = []
  for (const [name, value] of Object.entries(theirs)) {
    if (isSame(value, before.get(name)) || isSame(value, ours.get(name))) continue
    if (isSame(ours.get(name), before.get(name))) taken.set(name, value)
    else clashes.push(name)
  }
  const isName = (name: string): name is keyof V & string => name in theirs
  return {
    merged: { ...mine, ...Object.fromEntries(taken) },
    taken: [...taken.keys()].filter(isName),
    clashes: clashes.filter(isName),
  }
}

/** Lists and parts of a form are equal if their content is equal. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
