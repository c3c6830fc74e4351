import type { CustomerDraft } from '@brigade/contract/customer/customer.model.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refusingTakenNames, requireParent, requireZone } from './customer-reference.ts'
import { insertOrganisation } from './organisation.store.ts'

/** Under the caller's own organisation, or one below it. */
export async function addCustomer(
  { db, clock, caller }: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  { parentId: wanted = caller.organisationId, ...draft }: CustomerDraft,
): Promise<{ id: string }> {
  requireZone(draft)
  const parentId = await requireParent(db, caller, wanted)
  const id = await refusingTakenNames(insertOrganisation(db, { ...draft, parentId, kind: 'customer' }, clock.now()))
  return { id }
}
