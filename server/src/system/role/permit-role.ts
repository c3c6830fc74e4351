import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { mayHold } from '@brigade/contract/system/operation-codes.ts'
import type { RoleMenuChange, RoleMenuRow, RoleMenus } from '@brigade/contract/system/role/role.model.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { grantMenus, listMenus, type MenuRow } from '../system.store.ts'
import { accessHasChanged, requireOwnRole, type CallCtx } from './own-role.ts'
import { mayGrantRow, requireHeld } from './require-held.ts'
import { findRole, listRoleMenuIds, takeMenus, writeRole, type StoredRole } from './role.store.ts'

/** The menu with the rows that a role holds, and those that the caller may not grant. */
export async function listRoleMenus({ db, caller }: Pick<Ctx, 'db' | 'caller'>, id: string): Promise<RoleMenus> {
  const role = (await findRole(db, caller, id)) ?? refuse('role.unknown')
  const [rows, held] = await Promise.all([listMenus(db), listRoleMenuIds(db, id)])
  const open = new Map<string, boolean>()
  const levels = new Map<string, number>()
  const list = rows.map((row): RoleMenuRow => {
    const isOpen = row.enabled && (row.parentId === null || open.get(row.parentId) === true)
    const level = row.parentId === null ? 1 : (levels.get(row.parentId) ?? 0) + 1
    open.set(row.id, isOpen)
    levels.set(row.id, level)
    const { id: menuId, parentId, name, enName, isOperation, isMainMenu, operationCode } = row
    const code = operationCode ?? ''
    return {
      id: menuId,
      parentId,
      name,
      enName,
      level,
      operationCode: code,
      isOperation,
      isMainMenu,
      isOpen,
      isHeld: code !== '' && (role.key === 'administrator' || held.has(menuId)),
      isLocked: !mayGrantRow(caller, row),
      kinds: code === '' ? [...role.kinds] : role.kinds.filter((kind: OrganisationKind) => mayHold(kind, code)),
    }
  })
  return { updatedAt: role.updatedAt, rows: list }
}

/**
 * Grants and revokes rows. Rows with the same code are granted and revoked together, because the code is decisive; a
 * button includes the screens above it.
 */
export async function permitRole({ db, clock, caller }: CallCtx, change: RoleMenuChange): Promise<null> {
  await transaction(db, async (trx) => {
    const role = await requireOwnRole(trx, caller, change.id)
    if (Date.parse(role.updatedAt) !== Date.parse(change.updatedAt)) refuse('role.changedSince')
    requireChangeable(role)
    const rows = await listMenus(trx)
    const known = new Map(rows.map((row) => [row.id, row]))
    for (const id of [...change.added, ...change.removed]) if (!known.has(id)) refuse('menu.unknown')
    const held = await listRoleMenuIds(trx, role.id)
    const added = withScreens(known, withSameCode(rows, change.added)).filter(({ id }) => !held.has(id))
    const removed = withSameCode(rows, change.removed).filter(({ id }) => held.has(id))
    if (role.id === caller.roleId && removed.length > 0) refuse('role.own')
    if (!caller.isAdministrator) {
      requireHeld(caller, codesOf(added))
      requireHeld(caller, codesOf(removed), 'role.stronger')
    }
    await takeMenus(
      trx,
      role.id,
      removed.map(({ id }) => id),
    )
    await grantMenus(
      trx,
      role.id,
      added.map(({ id }) => id),
    )
    await writeRole(trx, role.id, {}, clock.now())
    await accessHasChanged(trx)
  })
  return null
}

const codesOf = (rows: readonly MenuRow[]): string[] => rows.flatMap(({ operationCode }) => operationCode ?? [])

export function requireChangeable({ key }: Pick<StoredRole, 'key'>): void {
  if (key === 'administrator') refuse('role.administrator')
}

/** All rows with the same codes as these; groups have none and are left out. */
function withSameCode(rows: readonly MenuRow[], ids: readonly string[]): MenuRow[] {
  const wanted = new Set(ids)
  const codes = new Set(rows.filter(({ id }) => wanted.has(id)).flatMap(({ operationCode }) => operationCode ?? []))
  return rows.filter(({ operationCode }) => operationCode !== null && codes.has(operationCode))
}

/** Rows with the screens above them. */
function withScreens(known: ReadonlyMap<string, MenuRow>, rows: readonly MenuRow[]): MenuRow[] {
  const found = new Map<string, MenuRow>()
  for (const row of rows) {
    for (let next: MenuRow | undefined = row; next !== undefined; next = known.get(next.parentId ?? '')) {
      if (next.operationCode !== null) found.set(next.id, next)
    }
  }
  return [...found.values()]
}
