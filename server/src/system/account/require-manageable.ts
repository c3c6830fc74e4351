import type { AccountAct } from '@brigade/contract/system/notice.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireTypedPassword } from '../../session/require-password.ts'
import { requireGrantable, requireTakeable } from '../role/require-held.ts'
import { listAccountsById, lockAccount, type StoredAccount } from './account.store.ts'
import { noteAdministratorAct, noteOwnerAct, type OwnerAct } from '../notice/note-act.ts'

/** An account in its present state, to find out whether a password is needed before any lock is taken. */
export async function requireSeen({ db, caller }: Pick<Ctx, 'db' | 'caller'>, id: string): Promise<StoredAccount> {
  return (await listAccountsById(db, caller, [id]))[0] ?? refuse('account.unknown')
}

/** Another account within the caller's scope, locked to the end of the transaction. */
export async function requireOther(trx: Transaction, caller: Ctx['caller'], id: string): Promise<StoredAccount> {
  const account = (await lockAccount(trx, caller, id)) ?? refuse('account.unknown')
  if (id === caller.accountId) refuse('account.own')
  return account
}

/** Control of an account's password, e-mail or role gives its codes, so the caller has to hold them all already. */
export const requireManageable = (trx: Transaction, caller: Ctx['caller'], account: StoredAccount): Promise<void> =>
  requireGrantable(trx, caller, { id: account.roleId, key: account.roleKey }, [account.organisationKind])

/** Withdrawing needs as much as granting: an account that holds more is refused (0125). */
export const requireWeaker = (trx: Transaction, caller: Ctx['caller'], account: StoredAccount): Promise<void> =>
  requireTakeable(trx, caller, { id: account.roleId, key: account.roleKey }, [account.organisationKind])

/** Whether it has the administrator's role at the platform, which holds everything. */
export const isAdministrator = ({ roleKey, organisationKind }: Pick<StoredAccount, 'roleKey' | 'organisationKind'>) =>
  roleKey === 'administrator' && organisationKind === 'platform'

/**
 * Acts that withdraw something, and all acts on an administrator, need the caller's own password. Call it before taking
 * locks: checking a password takes a while.
 */
export async function confirmAct(ctx: Ctx, password: string | undefined): Promise<void> {
  await requireTypedPassword(ctx, password, 'account.confirm')
}

export const notifyAdministrators = (trx: Transaction, ctx: Ctx, act: AccountAct, accountId: string) =>
  noteAdministratorAct(trx, { act, accountId, actorId: ctx.caller.accountId, at: ctx.clock.now() })

/** The caller of a reset could use it to sign in, so the owner is notified over every channel outside the console. */
export const notifyOwner = (trx: Transaction, ctx: Ctx, act: OwnerAct, accountId: string) =>
  noteOwnerAct(trx, { act, accountId, actorId: ctx.caller.accountId, at: ctx.clock.now() })
