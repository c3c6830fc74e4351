import { kindsUnder, type OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import type { RoleChange, RoleDraft } from '@brigade/contract/system/role/role.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireAlso } from '../../platform/http/require-also.ts'
import { requireTypedPassword } from '../../session/require-password.ts'
import { noteAdministratorAct } from '../notice/note-act.ts'
import { grantMenus, listMenus } from '../system.store.ts'
import { accessHasChanged, requireOwnRole, type CallCtx } from './own-role.ts'
import { mayGrantRow, requireGrantable, requireTakeable } from './require-held.ts'
import {
  countAccountsOf,
  countAccountsOutside,
  deleteRoles,
  findKind,
  findRole,
  insertOwnRole,
  listRoleMenuIds,
  lockRoles,
  refusingTakenRoles,
  writeRole,
} from './role.store.ts'

/** An organisation defines roles for itself and for the kinds below it. */
function requireKinds(keeper: OrganisationKind, kinds: readonly OrganisationKind[]): void {
  if (kinds.some((kind) => kind !== keeper && !kindsUnder[keeper].includes(kind)))
    refuse('field.refused', undefined, { fields: { kinds: 'role.wrongKinds' } })
}

export async function addRole(ctx: CallCtx, draft: RoleDraft): Promise<{ id: string; leftOut: number }> {
  const { db, clock, caller } = ctx
  const { copyOf, organisationId = caller.organisationId, ...fields } = draft
  const work = transaction(db, async (trx) => {
    const keeper = await findKind(trx, caller, organisationId)
    if (keeper === undefined || keeper === 'customer')
      return refuse('field.refused', undefined, { fields: { organisationId: 'customer.unknownOrganisation' } })
    requireKinds(keeper, fields.kinds)
    if (copyOf !== undefined) requireAlso(caller, roleApi.add, 'role:permit')
    const id = await insertOwnRole(trx, { ...fields, organisationId }, clock.now())
    if (copyOf === undefined) return { id, leftOut: 0 }
    const source = (await findRole(trx, caller, copyOf)) ?? refuse('role.unknown')
    const held = await listRoleMenuIds(trx, source.id)
    const rows = (await listMenus(trx)).filter(
      (row) => row.operationCode !== null && (source.key === 'administrator' || held.has(row.id)),
    )
    const granted = rows.filter((row) => mayGrantRow(caller, row))
    await grantMenus(
      trx,
      id,
      granted.map((row) => row.id),
    )
    return { id, leftOut: rows.length - granted.length }
  })
  return refusingTakenRoles(work)
}

/**
 * Names of built-in roles stay; their kinds of organisation and the two-step requirement may change. Lowering the
 * requirement makes the accounts that have the role easier to take over, so the caller has to hold all that it gives
 * (0125); for the administrators' role the password is asked for, and all other administrators are notified.
 */
export async function updateRole(ctx: Ctx, change: RoleChange): Promise<null> {
  const { db, clock, caller } = ctx
  const { id, updatedAt, password = '', ...fields } = change
  const seen = (await findRole(db, caller, id)) ?? refuse('role.unknown')
  // This precedes any lock, because checking a password takes a while.
  const isConfirmed = isLowered(seen, fields) && seen.key === 'administrator'
  if (isConfirmed) await confirmLowering(ctx, password)
  const work = transaction(db, async (trx) => {
    const role = await requireOwnRole(trx, caller, id)
    if (Date.parse(role.updatedAt) !== Date.parse(updatedAt)) refuse('role.changedSince')
    const isRenamed = role.name !== fields.name || role.enName !== fields.enName
    if (role.key !== null && isRenamed) refuse('field.refused', undefined, { fields: { name: 'role.builtIn' } })
    if (role.keeperKind !== null) requireKinds(role.keeperKind, fields.kinds)
    const isWider = fields.kinds.some((kind) => !role.kinds.includes(kind))
    // More kinds of organisation make more of its codes effective, so widening grants more.
    if (isWider) await requireGrantable(trx, caller, role, fields.kinds)
    if (isLowered(role, fields)) {
      await requireTakeable(trx, caller, role, role.kinds)
      // The role was raised after it had been read.
      if (role.key === 'administrator' && !isConfirmed) refuse('role.changedSince')
      if (role.key === 'administrator') await notifyOfLowering(trx, ctx)
    }
    const accounts = await countAccountsOutside(trx, id, fields.kinds)
    if (accounts > 0) refuse('field.refused', undefined, { fields: { kinds: kindsInUse(accounts) } })
    await writeRole(trx, id, fields, clock.now())
    await accessHasChanged(trx)
    return null
  })
  return refusingTakenRoles(work)
}

const isLowered = (role: Pick<RoleDraft, 'requiresTwoStep'>, change: Pick<RoleDraft, 'requiresTwoStep'>): boolean =>
  role.requiresTwoStep && !change.requiresTwoStep

async function confirmLowering(ctx: Ctx, password: string): Promise<void> {
  if (!ctx.caller.isAdministrator) refuse('role.stronger', { codes: 'administrator', more: 0 })
  await requireTypedPassword(ctx, password, 'role.confirmLowering')
}

const notifyOfLowering = (trx: Transaction, { clock, caller: { accountId } }: Ctx): Promise<void> =>
  noteAdministratorAct(trx, { act: 'lower-two-step', accountId, actorId: accountId, at: clock.now() })

const kindsInUse = (accounts: number) => ({ key: 'role.kindsInUse', params: { accounts } }) as const

/**
 * Removes all of them or none: one that is unknown, built in, the caller's own, in use by accounts, or gives what the
 * caller lacks, refuses all.
 */
export async function removeRoles({ db, caller }: CallCtx, ids: readonly string[]): Promise<null> {
  await transaction(db, async (trx) => {
    await lockRoles(trx, ids)
    const used = new Map((await countAccountsOf(trx, ids)).map(({ id, accounts }) => [id, accounts]))
    for (const id of ids) {
      const role = await requireOwnRole(trx, caller, id)
      if (role.key !== null) refuse('role.builtIn')
      if (id === caller.roleId) refuse('role.own')
      const accounts = used.get(id) ?? 0
      if (accounts > 0) refuse('role.inUse', { name: role.name, accounts })
      await requireTakeable(trx, caller, role, role.kinds)
    }
    await deleteRoles(trx, ids)
  })
  return null
}

/** Enabling grants people codes and disabling revokes them: the caller has to hold everything that the role gives. */
export async function setRoleEnabled(
  { db, clock, caller }: CallCtx,
  { id, enabled }: { id: string; enabled: boolean },
): Promise<null> {
  await transaction(db, async (trx) => {
    const role = await requireOwnRole(trx, caller, id)
    if (role.key === 'administrator') refuse('role.administrator')
    if (!enabled && id === caller.roleId) refuse('role.own')
    if (enabled && !role.enabled) await requireGrantable(trx, caller, role, role.kinds)
    if (!enabled && role.enabled) await requireTakeable(trx, caller, role, role.kinds)
    if (role.enabled === enabled) return
    await writeRole(trx, id, { enabled }, clock.now())
    await accessHasChanged(trx)
  })
  return null
}
