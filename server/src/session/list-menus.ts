import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import type { Db } from '../platform/db/database.ts'
import { listHeldMenuIds, listMenus, type MenuRow } from '../system/system.store.ts'

const yesNo = (value: boolean) => (value ? 'Y' : 'N')

/**
 * The whole menu as a tree. `isPermission`: the account's role holds the row. `state`: the row and everything above it is
 * enabled, which is what the server admits by too.
 */
export async function listOwnMenus(db: Db, accountId: string): Promise<MenuEntry[]> {
  const [rows, held] = await Promise.all([listMenus(db), listHeldMenuIds(db, accountId)])
  const childrenOf = Map.groupBy(rows, (row) => row.parentId)
  const branch = (parentId: string | null, isOpen: boolean): MenuEntry[] =>
    (childrenOf.get(parentId) ?? []).map((row) => entryOf(row, held.has(row.id), isOpen && row.enabled, branch))
  return branch(null, true)
}

function entryOf(
  row: MenuRow,
  isHeld: boolean,
  isOpen: boolean,
  branch: (parentId: string, isOpen: boolean) => MenuEntry[],
): MenuEntry {
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
    childList: branch(row.id, isOpen),
  }
}
