import type { CustomerDraft } from '@brigade/contract/customer/customer.model.ts'
import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import type { Ctx } from '../platform/http/context.ts'
import { transaction } from '../platform/db/transaction.ts'
import { refuse } from '../platform/refusal.ts'
import { requireTimeZone } from '../platform/zone/zones.ts'
import { momentOf } from './carried/carried-state.ts'
import { setCarried } from './carried/set-carried.ts'
import { refusingTakenNames, requireParent, requireZone } from './customer-reference.ts'
import { insertOrganisation } from './organisation.store.ts'

/** Adds it under the caller's own organisation, or under one below it. */
export async function addCustomer(
  ctx: Pick<Ctx, 'db' | 'caches' | 'clock' | 'settings' | 'caller'>,
  kind: KeptKind,
  { parentId: wanted = ctx.caller.organisationId, productIds, sellOffDate = null, timeZone, ...draft }: CustomerDraft,
): Promise<{ id: string }> {
  const { db, clock, caller } = ctx
  requireZone(draft)
  const storedZone = await requireTimeZone(ctx, timeZone)
  if (kind === 'customer' && productIds !== undefined)
    refuse('field.refused', undefined, { fields: { productIds: 'customer.carriesAbove' } })
  const parentId = await requireParent(db, { ...caller, kind }, wanted)
  const work = transaction(db, async (trx) => {
    const made = { ...draft, timeZone: storedZone === '' ? null : storedZone, parentId, kind }
    const id = await insertOrganisation(trx, made, clock.now())
    if (productIds !== undefined)
      await setCarried(trx, { id, parentId, productIds, sellOffDate }, momentOf(ctx), { isNew: true })
    return { id }
  })
  return refusingTakenNames(kind, work)
}
