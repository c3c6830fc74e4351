import type { Db } from '../platform/db/database.ts'
import { findAccount } from './account.store.ts'
import { loadOpenedAccess } from './opened-access.store.ts'
import { loadAccess } from './system.store.ts'

/**
 * The account that a job works for, in its present state; undefined if it may not sign in any more, or not open the
 * console it was started in.
 */
export async function jobCaller(
  db: Db,
  { accountId, openedOrganisationId: openedId }: { accountId: string; openedOrganisationId: string | null },
) {
  const account = await findAccount(db, accountId)
  if (account === undefined || !account.enabled || !account.organisationEnabled) return undefined
  const { account: name, organisationId } = account
  if (openedId !== null) {
    const access = await loadOpenedAccess(db, { accountId, organisationId: openedId })
    if (access === undefined) return undefined
    return { accountId, account: name, organisationId: openedId, operationCodes: access.operationCodes }
  }
  const { operationCodes } = await loadAccess(db, accountId)
  return { accountId, account: name, organisationId, operationCodes }
}
