import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import type { MenuRow } from './system.store.ts'

const yesNo = (value: boolean) => (value ? 'Y' : 'N')

/**
 * The whole menu as a tree, for an account that may use the rows accepted by `isUsable`. `isPermission`: the row or one
 * under it is usable. `state`: the row and everything above it is enabled, which is also the server's condition.
 */
export function menuEntries(rows: readonly MenuRow[], isUsable: (row: MenuRow) => boolean): MenuEntry[] {
  const childrenOf = Map.groupBy(rows, (row) => row.parentId)
  const branch = (parentId: string | null, isOpen: boolean): MenuEntry[] =>
    (childrenOf.get(parentId) ?? []).map((row) => entryOf(row, isOpen && row.enabled))
  const entryOf = (row: MenuRow, isOpen: boolean): MenuEntry => {
    const childList = branch(row.id, isOpen)
    const isGroup = row.operationCode === null
    // A group without entries, such as an external address, is for everybody.
    const isHeld = isGroup
      ? childList.length === 0 || childList.some((child) => child.isPermission === 'Y')
      : isUsable(row)
    return {
      id: row.id,
      url: row.url,
      name: row.name,
      enName: row.enName,
      icon: row.icon,
      isOperation: yesNo(row.isOperation),
      isMainMenu: yesNo(row.isMainMenu),
      isPermission: yesNo(isHeld),
      state: yesNo(isOpen),
      operationCode: row.operationCode ?? '',
      childList,
    }
  }
  return branch(null, true)
}
