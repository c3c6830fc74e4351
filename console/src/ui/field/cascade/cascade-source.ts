import type { QueryClient } from '@tanstack/react-query'

/** One place of a cascade: a province, a distributor, a series. */
export type CascadeNode = Readonly<{ value: string; label: string; hasChildren: boolean }>

/** From the top to the one chosen. */
export type CascadePath = readonly CascadeNode[]

/** A match carries `path` if the source knows it; otherwise the path is loaded when the person picks the match. */
export type CascadeHit = Readonly<{
  value: string
  label: string
  /** A note in a quieter colour shows the location or kind of the match. */
  note: string
  path?: CascadePath
}>

/**
 * A source provides the levels of a cascade. Answers are cached under the key; its first word is the domain that invalidates
 * them.
 */
export type CascadeSource = Readonly<{
  key: readonly [domain: string, ...rest: string[]]
  /** The names of the levels, the top first, or how many there are. */
  levels: readonly string[] | number
  /** Returns the children of the last value of a path; an empty path returns the top level. */
  children: (client: QueryClient, above: readonly string[]) => Promise<readonly CascadeNode[]>
  /** Returns the same from the cache, if it is loaded: no wait is shown, and no key press comes too early. */
  known?: (client: QueryClient, above: readonly string[]) => readonly CascadeNode[] | undefined
  /**
   * Returns the whole path to the value in the address (the last level is always given, '' is a level that was left
   * out); empty if it no longer exists.
   */
  trail: (client: QueryClient, chosen: readonly string[]) => Promise<CascadePath>
  /** Returns the entries with the text in their name. */
  find: (client: QueryClient, typed: string) => Promise<readonly CascadeHit[]>
}>

export const depthOf = ({ levels }: CascadeSource): number => (typeof levels === 'number' ? levels : levels.length)
export const levelName = ({ levels }: CascadeSource, level: number): string | undefined =>
  typeof levels === 'number' ? undefined : levels[level]

export type CascadeTree = readonly CascadeBranch[]
export type CascadeBranch = Readonly<{ value: string; label: string; children?: CascadeTree | undefined }>

/** A source that loads its whole tree with one call; `known` returns it once it is loaded. */
export function treeSource(
  key: CascadeSource['key'],
  levels: CascadeSource['levels'],
  read: (client: QueryClient) => Promise<CascadeTree>,
  known: (client: QueryClient) => CascadeTree | undefined = () => undefined,
): CascadeSource {
  return {
    key,
    levels,
    known: (client, above) => {
      const tree = known(client)
      return tree === undefined ? undefined : branchesUnder(tree, above).map(nodeOf)
    },
    children: async (client, above) => branchesUnder(await read(client), above).map(nodeOf),
    trail: async (client, chosen) => pathIn(await read(client), chosen).map(nodeOf),
    find: async (client, typed) => hitsIn(await read(client), typed),
  }
}

/** A source with a tree that needs no call. */
export const fixedSource = (
  key: CascadeSource['key'],
  levels: CascadeSource['levels'],
  tree: CascadeTree,
): CascadeSource =>
  treeSource(
    key,
    levels,
    () => Promise.resolve(tree),
    () => tree,
  )

export type FoundOption = Readonly<{ value: string; label: string; note?: string }>

/**
 * A source of one level that is too long to list: `ask` returns the first options, those with a text in their name, or the one with a
 * value.
 */
export function optionSource(
  key: CascadeSource['key'],
  ask: (client: QueryClient, wish: { typed?: string; value?: string }) => Promise<readonly FoundOption[]>,
): CascadeSource {
  const alone = ({ value, label }: FoundOption): CascadeNode => ({ value, label, hasChildren: false })
  return {
    key,
    levels: 1,
    children: async (client) => (await ask(client, {})).map(alone),
    trail: async (client, chosen) => {
      const value = chosen.at(-1)
      if (value === undefined) return []
      return (await ask(client, { value })).filter((option) => option.value === value).map(alone)
    },
    find: async (client, typed) =>
      (await ask(client, { typed })).map((option) => ({ note: '', ...option, path: [alone(option)] })),
  }
}

const nodeOf = ({ value, label, children }: CascadeBranch): CascadeNode => ({
  value,
  label,
  hasChildren: children !== undefined && children.length > 0,
})

export function branchesUnder(tree: CascadeTree, above: readonly string[]): CascadeTree {
  return above.reduce<CascadeTree>(
    (level, value) => level.find((branch) => branch.value === value)?.children ?? [],
    tree,
  )
}

/**
 * Returns the path to the deepest given value, through the others if they lead there; an address may leave some out
 * ('').
 */
export function pathIn(tree: CascadeTree, chosen: readonly string[]): readonly CascadeBranch[] {
  if (chosen.length === 0) return []
  const ends = [...walk(tree)].filter((path) => path.length === chosen.length && path.at(-1)?.value === chosen.at(-1))
  const fits = (path: readonly CascadeBranch[]): boolean =>
    chosen.every((value, level) => value === '' || path[level]?.value === value)
  return ends.find(fits) ?? ends[0] ?? []
}

/** Every branch with its ancestors, in the order of the tree. */
function* walk(tree: CascadeTree, above: readonly CascadeBranch[] = []): Generator<readonly CascadeBranch[]> {
  for (const branch of tree) {
    const path = [...above, branch]
    yield path
    yield* walk(branch.children ?? [], path)
  }
}

/** Folds typed text: marks, case, width, apostrophes and spaces do not count (xian finds Xi’an, lhunze Lhünzê). */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’\s]/g, '')
    .toLowerCase()

const maxHits = 50
export const between = ' / '

/**
 * Names that begin with the text come before those that contain it later, and higher levels before lower ones. A match
 * inside a Latin word counts only if nothing better is found: hang is Hangzhou rather than Changping.
 */
export function hitsIn(tree: CascadeTree, typed: string): readonly CascadeHit[] {
  const text = folded(typed)
  if (text === '') return []
  const found: { path: readonly CascadeBranch[]; rank: number }[] = []
  for (const path of walk(tree)) {
    const rank = rankOf(path.at(-1)?.label ?? '', text)
    if (rank !== undefined) found.push({ path, rank })
  }
  const best = found.some(({ rank }) => rank < insideWord) ? found.filter(({ rank }) => rank < insideWord) : found
  return best
    .toSorted((a, b) => a.rank - b.rank || a.path.length - b.path.length)
    .slice(0, maxHits)
    .map(({ path }) => ({
      value: path.at(-1)?.value ?? '',
      label: path.at(-1)?.label ?? '',
      note: path
        .slice(0, -1)
        .map(({ label }) => label)
        .join(between),
      path: path.map(nodeOf),
    }))
}

const insideWord = 2

/** 0 at the name's beginning, 1 at a word's or among Chinese characters, 2 inside a Latin word. */
function rankOf(label: string, text: string): number | undefined {
  const whole = folded(label)
  if (!whole.includes(text)) return undefined
  if (whole.startsWith(text)) return 0
  const beginsWord = label.split(/[\s(]+/).some((word) => folded(word).startsWith(text))
  return beginsWord || !/[a-z]/.test(text) ? 1 : insideWord
}
