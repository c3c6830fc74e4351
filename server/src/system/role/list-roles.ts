import type { Page } from '@brigade/contract/paging.ts'
import type { RoleOption, RoleRow, RoleSearch } from '@brigade/contract/system/role/role.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { codesOfRole } from './require-held.ts'
import { isChangeable } from './own-role.ts'
import { findKind, findRole, findRolePage, listRoleChoices, type StoredRole } from './role.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'caller'>

export async function listRoles({ db, caller }: CallCtx, search: RoleSearch): Promise<Page<RoleRow>> {
  const page = await findRolePage(db, caller, search)
  return { ...page, list: page.list.map((row) => rowOf(caller, row)) }
}

export async function getRole({ db, caller }: CallCtx, id: string): Promise<RoleRow> {
  return rowOf(caller, (await findRole(db, caller, id)) ?? refuse('role.unknown'))
}

function rowOf(
  caller: Ctx['caller'],
  { key, keeperId, keeperName, keeperKind, isWithin, ...row }: StoredRole,
): RoleRow {
  // The owner of a role from above the caller's scope is not shown.
  const isSeen = isWithin && keeperId !== null && keeperName !== null && keeperKind !== null
  return {
    ...row,
    organisation: isSeen ? { id: keeperId, name: keeperName, kind: keeperKind } : null,
    isBuiltIn: key !== null,
    isOwn: isChangeable(caller, { key, isWithin }),
    isMine: row.id === caller.roleId,
    holdsAll: key === 'administrator',
  }
}

/**
 * Roles to choose from. A role with codes that the caller lacks is included, so that they see why they cannot choose
 * it.
 */
export async function selectRoles(
  { db, caller }: CallCtx,
  wish: { keyword?: string | undefined; organisationId?: string | undefined },
): Promise<RoleOption[]> {
  const { organisationId } = wish
  const kind = organisationId === undefined ? undefined : await findKind(db, caller, organisationId)
  if (organisationId !== undefined && kind === undefined)
    refuse('field.refused', undefined, { fields: { organisationId: 'customer.unknownOrganisation' } })
  const roles = await listRoleChoices(db, caller, wish)
  return Promise.all(
    roles.map(async ({ key, ...role }) => ({
      ...role,
      isGrantable: await isGrantable({ db, caller }, { ...role, key }, kind),
    })),
  )
}

async function isGrantable(
  { db, caller }: CallCtx,
  role: Readonly<{ id: string; key: string | null; kinds: RoleOption['kinds'] }>,
  kind: RoleOption['kinds'][number] | undefined,
): Promise<boolean> {
  if (caller.isAdministrator) return true
  if (role.key === 'administrator') return false
  const codes = await codesOfRole(db, role, kind === undefined ? role.kinds : [kind])
  return [...codes].every((code) => caller.operationCodes.has(code))
}
