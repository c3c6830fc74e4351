import type { CustomerDraft } from '@brigade/contract/customer/customer.model.ts'
import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refusingTakenNames, requireParent, requireZone } from './customer-reference.ts'
import { insertOrganisation } from './organisation.store.ts'

/** Under the caller's own organisation, or one below it. */
export async function addCustomer(
  { db, clock, caller }: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  kind: KeptKind,
  { parentId: wanted = caller.organisationId, ...draft }: CustomerDraft,
): Promise<{ id: string }> {
  requireZone(draft)
  const parentId = await requireParent(db, { ...caller, kind }, wanted)
  const id = await refusingTakenNames(kind, insertOrganisation(db, { ...draft, parentId, kind }, clock.now()))
  return { id }
}
