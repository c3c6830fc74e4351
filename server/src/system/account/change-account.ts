import type {
  AccountChange,
  AccountDraft,
  AccountEnabling,
  AccountRemoval,
} from '@brigade/contract/system/account/account.model.ts'
import { isWithin } from '../../customer/data-scope.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { insertAccount } from '../account.store.ts'
import { requireGrantable } from '../role/require-held.ts'
import {
  findRoleFor,
  isSuccessor,
  lockAccount,
  refusingTaken,
  removed,
  writeAccount,
  type StoredAccount,
} from './account.store.ts'
import { givenPassword } from './given-password.ts'
import { handOver, type WorksInHand } from './in-hand.ts'
import {
  confirmAct,
  isAdministrator,
  requireManageable,
  requireOther,
  requireSeen,
  requireWeaker,
  notifyAdministrators,
  notifyOwner,
} from './require-manageable.ts'

/** Requires a role that fits the organisation and gives no code that the caller lacks. */
async function requireRole(trx: Transaction, caller: Ctx['caller'], wish: { roleId: string; organisationId: string }) {
  const role = await findRoleFor(trx, wish)
  if (role === undefined) return refuse('field.refused', undefined, { fields: { roleId: 'account.unknownRole' } })
  await requireGrantable(trx, caller, role, [role.kind])
  return { roleKey: role.key, organisationKind: role.kind }
}

function requireEmail({ email, emailVerified }: Pick<AccountDraft, 'email' | 'emailVerified'>): void {
  if (emailVerified && email === '') refuse('field.refused', undefined, { fields: { email: 'account.noEmail' } })
}

export async function addAccount(
  ctx: Ctx,
  draft: AccountDraft,
): Promise<{ id: string; presetPassword: string | null }> {
  const { db, clock, caller } = ctx
  const { organisationId = caller.organisationId, password, newPwd, ...fields } = draft
  requireEmail(draft)
  if (!(await isWithin(db, caller, organisationId)))
    refuse('field.refused', undefined, { fields: { organisationId: 'customer.unknownOrganisation' } })
  const wish = { roleId: fields.roleId, organisationId }
  const becomes = await transaction(db, (trx) => requireRole(trx, caller, wish))
  if (isAdministrator(becomes)) await confirmAct(ctx, password)
  const given = await givenPassword(ctx, newPwd)
  const work = transaction(db, async (trx) => {
    await requireRole(trx, caller, wish)
    const account = { ...fields, ...given.fields, organisationId, presetUntil: given.until }
    const id = await insertAccount(trx, account, clock.now())
    if (isAdministrator(becomes)) await notifyAdministrators(trx, ctx, 'add', id)
    return { id, presetPassword: given.shown }
  })
  return refusingTaken(work)
}

export async function updateAccount(ctx: Ctx, change: AccountChange): Promise<null> {
  const { db, clock, caller } = ctx
  const { id, updatedAt, password, ...fields } = change
  requireEmail(change)
  const before = await requireSeen(ctx, id)
  const becomes = await transaction(db, (trx) => roleAfter(trx, caller, before, fields.roleId))
  const isOfAdministrator = isAdministrator(before) || isAdministrator(becomes)
  if (isOfAdministrator) await confirmAct(ctx, password)
  const work = transaction(db, async (trx) => {
    const account = (await lockAccount(trx, caller, id)) ?? refuse('account.unknown')
    if (Date.parse(account.updatedAt) !== Date.parse(updatedAt)) refuse('account.changedSince')
    const isEmailSame =
      account.email.toLowerCase() === fields.email.toLowerCase() && (account.emailVerified || !fields.emailVerified)
    if (id === caller.accountId && !isEmailSame)
      refuse('field.refused', undefined, { fields: { email: 'account.ownEmail' } })
    // A new e-mail may let somebody sign in by the identity provider.
    if (!isEmailSame) await requireManageable(trx, caller, account)
    // The role of before is taken away.
    if (account.roleId !== fields.roleId) await requireWeaker(trx, caller, account)
    await roleAfter(trx, caller, account, fields.roleId)
    // This precedes the write, because they are told at the former address and as holders of the former role.
    if (isOfAdministrator) await notifyAdministrators(trx, ctx, 'update', id)
    else if (account.email.toLowerCase() !== fields.email.toLowerCase()) await notifyOwner(trx, ctx, 'change-email', id)
    await writeAccount(trx, id, fields, clock.now())
    await notifyOnCommit(trx, 'access', {})
    return null
  })
  return refusingTaken(work)
}

/** An unchanged role needs no check, because nobody gains by it. */
async function roleAfter(trx: Transaction, caller: Ctx['caller'], account: StoredAccount, roleId: string) {
  if (account.roleId === roleId) return account
  return requireRole(trx, caller, { roleId, organisationId: account.organisationId })
}

/**
 * Disabling ends all sessions for good (0030) and needs the caller's password, as every withdrawal does. In both cases
 * the caller has to hold all codes of the account.
 */
export async function setAccountEnabled(ctx: Ctx, { id, enabled, reason, password }: AccountEnabling): Promise<null> {
  const { db, clock, caller } = ctx
  const isOfAdministrator = isAdministrator(await requireSeen(ctx, id))
  if (!enabled || isOfAdministrator) await confirmAct(ctx, password)
  const work = transaction(db, async (trx) => {
    const account = await requireOther(trx, caller, id)
    if (enabled) await requireManageable(trx, caller, account)
    else await requireWeaker(trx, caller, account)
    if (account.enabled === enabled) return null
    if (isAdministrator(account)) await notifyAdministrators(trx, ctx, enabled ? 'enable' : 'disable', id)
    else if (!enabled) await notifyOwner(trx, ctx, 'disable', id)
    await writeAccount(trx, id, { enabled, disabledReason: enabled ? '' : reason }, clock.now())
    await notifyOnCommit(trx, 'access', {})
    return null
  })
  return refusingTaken(work)
}

/** Contact, avatar, password and links are deleted; unfinished work passes to the successor. */
export async function removeAccount(
  ctx: Ctx,
  { id, successorId, password }: AccountRemoval,
  works: WorksInHand,
): Promise<null> {
  const { db, clock, caller } = ctx
  await requireSeen(ctx, id)
  await confirmAct(ctx, password)
  const removing = async (trx: Transaction) => {
    const account = await requireOther(trx, caller, id)
    await requireWeaker(trx, caller, account)
    if (successorId !== undefined && !(await isSuccessor(trx, caller, { id, successorId })))
      refuse('field.refused', undefined, { fields: { successorId: 'account.unknownSuccessor' } })
    await handOver(trx, { accountId: id, successorId: successorId ?? null, by: ctx }, works)
    if (isAdministrator(account)) await notifyAdministrators(trx, ctx, 'remove', id)
    await writeAccount(trx, id, removed(clock.now()), clock.now())
    await notifyOnCommit(trx, 'access', {})
    return null
  }
  // The history of an old fault may lack the partition of its month.
  return refusingTaken(withPartitions(db, () => transaction(db, removing)))
}
