import type { RoleMenuRow } from '@brigade/contract/system/role/role.model.ts'
import type { PermissionTree } from './permission-rules.ts'

/** A displayed row of the tree. */
export type ShownLine = {
  row: RoleMenuRow
  level: number
  place: number
  of: number
  isExpanded: boolean | undefined
  name: string
  /** The name behind the names of the rows above. */
  path: string
}

type LineInput = {
  tree: PermissionTree
  /** Ids of the rows to show; undefined shows all of them. */
  shown: ReadonlySet<string> | undefined
  expanded: ReadonlySet<string>
  nameOf: (row: RoleMenuRow) => string
}

/** The visible rows, from top to bottom. Matches of a search are expanded. */
export function linesOf({ tree, shown, expanded, nameOf }: LineInput): readonly ShownLine[] {
  const isShown = ({ id }: RoleMenuRow): boolean => shown?.has(id) ?? true
  const below = (parentId: string | null, level: number, above: string): readonly ShownLine[] => {
    const rows = (tree.childrenOf.get(parentId) ?? []).filter(isShown)
    return rows.flatMap((row, index) => {
      const name = nameOf(row)
      const path = above === '' ? name : `${above} › ${name}`
      const isBranch = (tree.childrenOf.get(row.id) ?? []).some(isShown)
      const isOpen = shown !== undefined || expanded.has(row.id)
      const line = {
        row,
        level,
        place: index + 1,
        of: rows.length,
        name,
        path,
        isExpanded: isBranch ? isOpen : undefined,
      }
      return isBranch && isOpen ? [line, ...below(row.id, level + 1, path)] : [line]
    })
  }
  return below(null, 1, '')
}
