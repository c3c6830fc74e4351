import type { RoleMenuRow } from '@brigade/contract/system/role/role.model.ts'

/**
 * How the ticks of a role behave. What counts is the code, so rows of one code are held together; a button brings the screens above it
 * along, and taking a screen away takes everything under it. Groups carry no code and are never held themselves.
 */
export type PermissionTree = Readonly<{
  rows: readonly RoleMenuRow[]
  byId: ReadonlyMap<string, RoleMenuRow>
  childrenOf: ReadonlyMap<string | null, readonly RoleMenuRow[]>
  ofCode: ReadonlyMap<string, readonly RoleMenuRow[]>
}>

/** Ids of the rows that are ticked. */
export type Ticks = ReadonlySet<string>

/** The person may grant and revoke only the rows that these functions allow. */
export type Limits = Readonly<{ mayAdd: (row: RoleMenuRow) => boolean; mayRemove: (row: RoleMenuRow) => boolean }>

export type Level = 'none' | 'view' | 'all'

export const permissionTree = (rows: readonly RoleMenuRow[]): PermissionTree => ({
  rows,
  byId: new Map(rows.map((row) => [row.id, row])),
  childrenOf: Map.groupBy(rows, (row) => row.parentId),
  ofCode: Map.groupBy(
    rows.filter(({ operationCode }) => operationCode !== ''),
    (row) => row.operationCode,
  ),
})

export const heldIn = (rows: readonly RoleMenuRow[]): string[] =>
  rows.filter(({ isHeld }) => isHeld).map(({ id }) => id)

/** The row and all rows under it that carry a code, from top to bottom. */
export function branchOf(tree: PermissionTree, row: RoleMenuRow): readonly RoleMenuRow[] {
  const below = (tree.childrenOf.get(row.id) ?? []).flatMap((child) => branchOf(tree, child))
  return row.operationCode === '' ? below : [row, ...below]
}

/** The row with the rows above it, from the top. */
export function pathOf(tree: PermissionTree, row: RoleMenuRow): readonly RoleMenuRow[] {
  const above = row.parentId === null ? undefined : tree.byId.get(row.parentId)
  return above === undefined ? [row] : [...pathOf(tree, above), row]
}

type Neighbours = (row: RoleMenuRow) => readonly RoleMenuRow[]

/** All rows that can be reached from one. */
function closure(from: RoleMenuRow, neighbours: Neighbours): readonly RoleMenuRow[] {
  const found = new Set([from])
  for (const row of found) for (const next of neighbours(row)) found.add(next)
  return [...found]
}

const sameCode = (tree: PermissionTree, row: RoleMenuRow): readonly RoleMenuRow[] =>
  tree.ofCode.get(row.operationCode) ?? []

const broughtBy =
  (tree: PermissionTree): Neighbours =>
  (row) => [...sameCode(tree, row), ...pathOf(tree, row).filter(({ operationCode }) => operationCode !== '')]

const takenWith =
  (tree: PermissionTree): Neighbours =>
  (row) => [...sameCode(tree, row), ...branchOf(tree, row)]

/** Rows that would bring one along that may not be granted stay as they are. */
function withAdded(
  tree: PermissionTree,
  ticks: Ticks,
  rows: readonly RoleMenuRow[],
  mayAdd: Limits['mayAdd'],
): Set<string> {
  const next = new Set(ticks)
  for (const row of rows) {
    if (next.has(row.id)) continue
    const needed = closure(row, broughtBy(tree)).filter(({ id }) => !next.has(id))
    if (needed.every(mayAdd)) for (const { id } of needed) next.add(id)
  }
  return next
}

function withRemoved(
  tree: PermissionTree,
  ticks: Ticks,
  rows: readonly RoleMenuRow[],
  mayRemove: Limits['mayRemove'],
): Set<string> {
  const next = new Set(ticks)
  for (const row of rows) {
    if (!next.has(row.id)) continue
    const taken = closure(row, takenWith(tree)).filter(({ id }) => next.has(id))
    if (taken.every(mayRemove)) for (const { id } of taken) next.delete(id)
  }
  return next
}

/** The rows of a branch that are worth granting: those that count for a kind of organisation of the role, or are held anyway. */
const worthOf = (tree: PermissionTree, ticks: Ticks, row: RoleMenuRow): readonly RoleMenuRow[] =>
  branchOf(tree, row).filter(({ id, kinds }) => kinds.length > 0 || ticks.has(id))

/** Returns how much of a branch is held. A row by itself is held or not, whether it counts or not. */
export function sumOf(tree: PermissionTree, ticks: Ticks, row: RoleMenuRow): { held: number; of: number } {
  const worth = worthOf(tree, ticks, row)
  return { held: worth.filter(({ id }) => ticks.has(id)).length, of: worth.length }
}

/** A row is view-only if it is a screen of the side menu or has a view code. */
const isViewing = ({ operationCode, isOperation, isMainMenu }: RoleMenuRow): boolean =>
  operationCode.endsWith(':view') || (isMainMenu && !isOperation)

/** Returns the levels of a branch. A branch with only view permissions has no third level. */
export function levelsOf(tree: PermissionTree, row: RoleMenuRow): readonly Level[] {
  const branch = branchOf(tree, row)
  const viewing = branch.filter(isViewing)
  return viewing.length === 0 || viewing.length === branch.length ? ['none', 'all'] : ['none', 'view', 'all']
}

/** Sets a branch to no permissions, to viewing, or to everything that the person may grant. */
export function withLevel(
  tree: PermissionTree,
  ticks: Ticks,
  row: RoleMenuRow,
  level: Level,
  { mayAdd, mayRemove }: Limits,
): Set<string> {
  const branch = branchOf(tree, row)
  if (level === 'none') return withRemoved(tree, ticks, branch, mayRemove)
  const worth = worthOf(tree, ticks, row)
  if (level === 'all') {
    // A row by itself is granted only if a person insists, though it counts for none of the role's kinds.
    const isAlone = (tree.childrenOf.get(row.id) ?? []).length === 0
    return withAdded(tree, ticks, isAlone ? branch : worth, mayAdd)
  }
  const rest = withRemoved(
    tree,
    ticks,
    branch.filter((one) => !isViewing(one)),
    mayRemove,
  )
  return withAdded(tree, rest, worth.filter(isViewing), mayAdd)
}

/** Returns the level of a branch; null if it is none of the three. */
export function levelOf(tree: PermissionTree, ticks: Ticks, row: RoleMenuRow, limits: Limits): Level | null {
  const worth = worthOf(tree, ticks, row)
  const held = worth.filter(({ id }) => ticks.has(id))
  if (held.length === 0) return 'none'
  if (withLevel(tree, ticks, row, 'all', limits).size === ticks.size) return 'all'
  const viewing = worth.filter(isViewing)
  return held.length === viewing.length && held.every(isViewing) ? 'view' : null
}

/** Toggles a box: it ticks everything that can be granted, or clears all if nothing more can be granted. */
export function withToggled(tree: PermissionTree, ticks: Ticks, row: RoleMenuRow, limits: Limits): Set<string> {
  const more = withLevel(tree, ticks, row, 'all', limits)
  return more.size > ticks.size ? more : withLevel(tree, ticks, row, 'none', limits)
}

/** Returns why a row cannot be changed: the person lacks its code, or would revoke it from their own role. */
export function lockOf(
  tree: PermissionTree,
  ticks: Ticks,
  row: RoleMenuRow,
  limits: Limits,
): 'lacking' | 'own' | undefined {
  if (withToggled(tree, ticks, row, limits).size !== ticks.size) return undefined
  return branchOf(tree, row).every(({ id, isLocked }) => ticks.has(id) && !isLocked) ? 'own' : 'lacking'
}

/** Rows ticked and unticked since, from top to bottom. */
export function differenceOf(
  tree: PermissionTree,
  before: Ticks,
  now: Ticks,
): { added: readonly RoleMenuRow[]; removed: readonly RoleMenuRow[] } {
  return {
    added: tree.rows.filter(({ id }) => now.has(id) && !before.has(id)),
    removed: tree.rows.filter(({ id }) => !now.has(id) && before.has(id)),
  }
}

/** Applies the own changes to the ticks that somebody else has saved meanwhile. */
export function withOwnChange(
  tree: PermissionTree,
  theirs: Ticks,
  own: Readonly<{ before: Ticks; now: Ticks }>,
  { mayAdd, mayRemove }: Limits,
): Set<string> {
  const { added, removed } = differenceOf(tree, own.before, own.now)
  return withRemoved(tree, withAdded(tree, theirs, added, mayAdd), removed, mayRemove)
}

/** Ids of the rows to show: those that pass, with the rows above and below them; if it is exact, without the rows below. */
export function shownRows(
  tree: PermissionTree,
  passes: (row: RoleMenuRow) => boolean,
  { isExact = false } = {},
): ReadonlySet<string> {
  const shown = new Set<string>()
  const withBelow = (row: RoleMenuRow): void => {
    shown.add(row.id)
    for (const child of isExact ? [] : (tree.childrenOf.get(row.id) ?? [])) withBelow(child)
  }
  for (const row of tree.rows.filter(passes)) {
    withBelow(row)
    for (const { id } of pathOf(tree, row)) shown.add(id)
  }
  return shown
}
