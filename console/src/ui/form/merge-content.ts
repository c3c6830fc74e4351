/**
 * Merges two people's changes of one object that contains lists. A change that only one of them made is taken; if both
 * changed a place, mine stays and the place is a clash. Entries of lists are matched by their id (a networking mode by
 * its mode), so that moving one and editing another do not clash.
 */

type Json = unknown
type Bag = Readonly<Record<string, Json>>
export type ContentClash = Readonly<{ path: string; mine: Json; theirs: Json }>
export type MergedContent = Readonly<{
  merged: Json
  /** Places that only they changed. */
  taken: readonly string[]
  clashes: readonly ContentClash[]
}>

export function mergeContent(base: Json, mine: Json, theirs: Json): MergedContent {
  const taken: string[] = []
  const clashes: ContentClash[] = []
  const merged = merge(base, mine, theirs, '', { taken, clashes })
  return { merged, taken, clashes }
}

type Notes = { taken: string[]; clashes: ContentClash[] }

function merge(base: Json, mine: Json, theirs: Json, path: string, notes: Notes): Json {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine
  if (isKeyed(mine) && isKeyed(theirs) && isKeyed(base)) return mergeLists(base, mine, theirs, path, notes)
  if (isBag(mine) && isBag(theirs) && isBag(base)) {
    const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
    const entries = keys.map((key) => [key, merge(base[key], mine[key], theirs[key], below(path, key), notes)] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  if (isSame(base, mine)) {
    notes.taken.push(path)
    return theirs
  }
  notes.clashes.push({ path, mine, theirs })
  return mine
}

function mergeLists(
  base: readonly Bag[],
  mine: readonly Bag[],
  theirs: readonly Bag[],
  path: string,
  notes: Notes,
): readonly Json[] {
  const [before, ours, others] = [byKey(base), byKey(mine), byKey(theirs)]
  const common = (keys: Iterable<Json>): Json[] => [...keys].filter((key) => before.has(key) && ours.has(key))
  const hasMoved = !isSame(common(ours.keys()), common(before.keys()))
  const lead = hasMoved ? [...ours.keys()] : [...others.keys()]
  const rest = hasMoved ? [...others.keys()] : [...ours.keys()]
  const keys = [...lead, ...rest.filter((key) => !lead.includes(key))]
  const kept: Json[] = []
  for (const key of keys) {
    const here = below(path, String(kept.length))
    const [was, my, their] = [before.get(key), ours.get(key), others.get(key)]
    if (my !== undefined && their !== undefined) kept.push(merge(was, my, their, here, notes))
    else if (was === undefined) {
      if (my === undefined) notes.taken.push(here)
      kept.push(my ?? their)
    } else if (my === undefined) {
      // An entry that I removed stays removed, and is a clash if the other person changed it.
      if (!isSame(was, their)) notes.clashes.push({ path: here, mine: undefined, theirs: their })
    } else if (isSame(was, my)) notes.taken.push(here)
    else {
      notes.clashes.push({ path: here, mine: my, theirs: undefined })
      kept.push(my)
    }
  }
  return kept
}

const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)
const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)
const isBag = (value: Json): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)
const keyOf = (entry: Bag): Json => entry['id'] ?? entry['mode']
const isKeyed = (value: Json): value is readonly Bag[] =>
  Array.isArray(value) && value.every((entry: Json) => isBag(entry) && keyOf(entry) !== undefined)
const byKey = (list: readonly Bag[]): ReadonlyMap<Json, Bag> => new Map(list.map((entry) => [keyOf(entry), entry]))
