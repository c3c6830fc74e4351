import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import { mayHold } from '@brigade/contract/system/operation-codes.ts'
import type { RowReason } from '@brigade/contract/system/role/role.model.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { menuEntries } from '../menu-entries.ts'
import { listMenus } from '../system.store.ts'
import { findAccountRole, listRoleMenuIds } from './role.store.ts'

/** The menu as an account of such an organisation would see it with these rows. */
export async function previewMenu(
  db: Db,
  { kind, ids }: Readonly<{ kind: OrganisationKind; ids: readonly string[] }>,
): Promise<MenuEntry[]> {
  const held = new Set(ids)
  return menuEntries(
    await listMenus(db),
    ({ id, operationCode }) => held.has(id) && operationCode !== null && mayHold(kind, operationCode),
  )
}

/** Every row with a code, and the reason why the account has or lacks it. */
export async function explainMenu({ db, caller }: Pick<Ctx, 'db' | 'caller'>, accountId: string): Promise<RowReason[]> {
  const role = (await findAccountRole(db, caller, accountId)) ?? refuse('system.unknownAccount')
  const [rows, held] = await Promise.all([listMenus(db), listRoleMenuIds(db, role.id)])
  const open = new Map<string, boolean>()
  const paths = new Map<string, RowReason['above']>()
  return rows.flatMap(({ id, parentId, name, enName, operationCode, enabled }) => {
    const isOpenAbove = parentId === null || open.get(parentId) === true
    open.set(id, enabled && isOpenAbove)
    const above = (parentId === null ? undefined : paths.get(parentId)) ?? []
    paths.set(id, [...above, { name, enName }])
    if (operationCode === null) return []
    const reason = (): RowReason['reason'] => {
      if (!role.enabled) return 'roleDisabled'
      if (role.key !== 'administrator' && !held.has(id)) return 'notGranted'
      if (!enabled) return 'rowDisabled'
      if (!isOpenAbove) return 'aboveDisabled'
      return mayHold(role.kind, operationCode) ? 'held' : 'otherKind'
    }
    return [{ menuId: id, name, enName, above, operationCode, reason: reason() }]
  })
}
