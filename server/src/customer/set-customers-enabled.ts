import type { CustomerEnabling } from '@brigade/contract/customer/customer.model.ts'
import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { requireCustomers } from './customer-reference.ts'
import { countConcerned, listCustomerIdsAmong, setEnabled } from './customer.store.ts'
import { kindRefusals } from './kind-refusals.ts'

/** Disabling signs the staff out at its next request, and refuses sign-ins. The devices continue. */
export async function setCustomersEnabled(
  { db, clock, caller }: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  kind: KeptKind,
  change: CustomerEnabling,
): Promise<null> {
  await transaction(db, async (trx) => {
    await requireCustomers(trx, { ...caller, kind }, change.ids)
    if (change.ids.includes(caller.organisationId)) refuse('customer.own')
    await setEnabled(trx, change, clock.now())
    await notifyOnCommit(trx, 'access', {})
  })
  return null
}

/**
 * The effects of disabling organisations, shown before. It reads without locks, so that no sign-in or change waits for
 * the count.
 */
export async function askConcerned(
  { db, caller }: Pick<Ctx, 'db' | 'caller'>,
  kind: KeptKind,
  ids: readonly string[],
): Promise<{ accounts: number; devices: number }> {
  const found = await listCustomerIdsAmong(db, { ...caller, kind }, ids)
  if (found.length !== new Set(ids).size) refuse(kindRefusals[kind].unknown)
  return (await countConcerned(db, found)) ?? { accounts: 0, devices: 0 }
}
