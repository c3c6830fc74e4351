import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findRole, lockRoles, type StoredRole } from './role.store.ts'

export type CallCtx = Pick<Ctx, 'db' | 'clock' | 'caller'>

/**
 * A role that the caller may change: the product's roles by the platform's staff, others within their scope. Locked to
 * the end of the transaction.
 */
export async function requireOwnRole(trx: Transaction, caller: CallCtx['caller'], id: string): Promise<StoredRole> {
  await lockRoles(trx, [id])
  const role = (await findRole(trx, caller, id)) ?? refuse('role.unknown')
  return isChangeable(caller, role) ? role : refuse('role.ofOthers')
}

export const isChangeable = (
  caller: Pick<CallCtx['caller'], 'organisationKind'>,
  role: Pick<StoredRole, 'key' | 'isWithin'>,
): boolean => role.isWithin || (role.key !== null && caller.organisationKind === 'platform')

/** Notifies every process and every open console that rights have changed. */
export const accessHasChanged = (trx: Transaction) => notifyOnCommit(trx, 'access', {})
