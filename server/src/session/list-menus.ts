import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import type { Db } from '../platform/db/database.ts'
import { menuEntries } from '../system/menu-entries.ts'
import { loadOpenedAccess } from '../system/opened-access.store.ts'
import { findHolding, isUsable, listMenus, loadAccess } from '../system/system.store.ts'

/** The owner of a menu: an account in its own console, or in that of another organisation. */
export type MenuOwner = Readonly<{
  accountId: string
  opened: Readonly<{ organisation: Readonly<{ id: string }> }> | null
}>

/** The codes that its session has now. */
export async function codesNow(db: Db, { accountId, opened }: MenuOwner): Promise<ReadonlySet<string>> {
  if (opened === null) return (await loadAccess(db, accountId)).operationCodes
  const access = await loadOpenedAccess(db, { accountId, organisationId: opened.organisation.id })
  return access?.operationCodes ?? new Set()
}

/** The whole menu as a tree, marked with the rows that the account may use. */
export async function listOwnMenus(db: Db, owner: MenuOwner): Promise<MenuEntry[]> {
  if (owner.opened !== null) {
    const [all, codes] = await Promise.all([listMenus(db), codesNow(db, owner)])
    return menuEntries(all, ({ operationCode }) => operationCode !== null && codes.has(operationCode))
  }
  const { accountId } = owner
  const [rows, holding] = await Promise.all([listMenus(db), findHolding(db, accountId)])
  return menuEntries(rows, (row) => holding !== undefined && isUsable(holding, row))
}
