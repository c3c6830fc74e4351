/** A row with those under it. */
export type TreeNode<R> = Readonly<{ id: string; row: R; children: readonly TreeNode<R>[] }>

/** A row in sight. `place` counts from 1 among the `count` rows under the same parent. */
export type TreeRow<R> = Readonly<{
  id: string
  row: R
  parentId: string | null
  level: number
  place: number
  count: number
  state: 'leaf' | 'open' | 'closed'
}>

/** The rows in sight from top to bottom: those under a closed row are not. */
export function shownRows<R>(
  nodes: readonly TreeNode<R>[],
  opened: ReadonlySet<string>,
  parentId: string | null = null,
  level = 1,
): TreeRow<R>[] {
  return nodes.flatMap(({ id, row, children }, index) => {
    const isOpen = opened.has(id)
    const state = children.length === 0 ? 'leaf' : isOpen ? 'open' : 'closed'
    const own: TreeRow<R> = { id, row, parentId, level, place: index + 1, count: nodes.length, state }
    return isOpen ? [own, ...shownRows(children, opened, id, level + 1)] : [own]
  })
}

/** The rows that match, and the rows above them. */
export function narrowed<R>(nodes: readonly TreeNode<R>[], matches: (row: R) => boolean): TreeNode<R>[] {
  return nodes.flatMap((node) => {
    const children = narrowed(node.children, matches)
    return children.length > 0 || matches(node.row) ? [{ ...node, children }] : []
  })
}

/** The ids of rows that hold others, down to a level. */
export function branchIds<R>(nodes: readonly TreeNode<R>[], levels = Number.POSITIVE_INFINITY): string[] {
  if (levels <= 0) return []
  return nodes.flatMap(({ id, children }) => (children.length === 0 ? [] : [id, ...branchIds(children, levels - 1)]))
}

export type TreeStep = { focus: string } | { toggle: string } | null

/** The effect of a key on the row that has the focus (WAI-ARIA, treegrid). */
export function treeStep<R>(key: string, rows: readonly TreeRow<R>[], id: string): TreeStep {
  const at = rows.findIndex((row) => row.id === id)
  const row = rows[at]
  if (row === undefined) return null
  const to = (target: TreeRow<R> | undefined): TreeStep => (target === undefined ? null : { focus: target.id })
  switch (key) {
    case 'ArrowDown':
      return to(rows[at + 1])
    case 'ArrowUp':
      return to(rows[at - 1])
    case 'Home':
      return to(rows[0])
    case 'End':
      return to(rows.at(-1))
    case 'ArrowRight':
      if (row.state === 'closed') return { toggle: id }
      return row.state === 'open' ? to(rows[at + 1]) : null
    case 'ArrowLeft':
      if (row.state === 'open') return { toggle: id }
      return row.parentId === null ? null : { focus: row.parentId }
    default:
      return null
  }
}

/** The next row with a name that begins with the typed text; after the last row the search continues at the top. */
export function rowTyped<R>(
  rows: readonly TreeRow<R>[],
  id: string,
  typed: string,
  nameOf: (row: R) => string,
): string | undefined {
  const at = rows.findIndex((row) => row.id === id)
  // The first letter leaves the row, further letters may stay on it.
  const from = typed.length === 1 ? at + 1 : Math.max(at, 0)
  const wanted = typed.toLowerCase()
  return [...rows.slice(from), ...rows.slice(0, from)].find(({ row }) => nameOf(row).toLowerCase().startsWith(wanted))
    ?.id
}
