import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import type { Db } from '../platform/db/database.ts'
import { menuEntries } from '../system/menu-entries.ts'
import { findHolding, isUsable, listMenus } from '../system/system.store.ts'

/** The whole menu as a tree, with what the account may use of it. */
export async function listOwnMenus(db: Db, accountId: string): Promise<MenuEntry[]> {
  const [rows, holding] = await Promise.all([listMenus(db), findHolding(db, accountId)])
  return menuEntries(rows, (row) => holding !== undefined && isUsable(holding, row))
}
