import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { requireAlso } from '../../platform/http/require-also.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { refuse } from '../../platform/refusal.ts'
import { menuTree, type MenuSeed } from '../menu.seed.ts'
import { roleSeeds } from '../role.seed.ts'
import { grantMenus, listMenusByKey } from '../system.store.ts'
import { accessHasChanged, requireOwnRole, type CallCtx } from './own-role.ts'
import { requireChangeable } from './permit-role.ts'
import { requireGrantable, requireTakeable } from './require-held.ts'
import { listRoleMenuIds, takeMenus, writeRole } from './role.store.ts'

const flat = (rows: readonly MenuSeed[]): MenuSeed[] => rows.flatMap((row) => [row, ...flat(row.children)])

/** Restores a built-in role to the product's rows. Refused to a caller who lacks some of them. */
export async function restoreRole({ db, clock, caller }: CallCtx, id: string): Promise<null> {
  await transaction(db, async (trx) => {
    const role = await requireOwnRole(trx, caller, id)
    const seed = roleSeeds.find(({ key }) => key === role.key)
    if (seed === undefined) return refuse('role.unknown')
    requireChangeable(role)
    const stored = await listMenusByKey(trx)
    const wanted = flat(menuTree).filter((row) => row.code !== null && seed.holds(row))
    const ids = new Set(wanted.flatMap(({ key }) => stored.get(key)?.id ?? []))
    const held = await listRoleMenuIds(trx, id)
    const removed = [...held].filter((menuId) => !ids.has(menuId))
    if (id === caller.roleId && removed.length > 0) refuse('role.own')
    if (removed.length > 0) await requireTakeable(trx, caller, role, role.kinds)
    await takeMenus(trx, id, removed)
    await grantMenus(
      trx,
      id,
      [...ids].filter((menuId) => !held.has(menuId)),
    )
    const { zh, en, description, enDescription, kinds } = seed
    if (!role.enabled) requireAlso(caller, roleApi.restore, 'role:set-enabled')
    const [now, then] = [
      [role.name, role.enName, role.description, role.enDescription, role.kinds.toSorted()],
      [zh, en, description, enDescription, kinds.toSorted()],
    ]
    if (JSON.stringify(now) !== JSON.stringify(then)) requireAlso(caller, roleApi.restore, 'role:update')
    await writeRole(
      trx,
      id,
      { name: zh, enName: en, description, enDescription, kinds: [...kinds], enabled: true },
      clock.now(),
    )
    await requireGrantable(trx, caller, role, kinds)
    await accessHasChanged(trx)
  })
  return null
}
