import type { CustomerChange } from '@brigade/contract/customer/customer.model.ts'
import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { requireTimeZone } from '../platform/zone/zones.ts'
import { momentOf } from './carried/carried-state.ts'
import { setCarried } from './carried/set-carried.ts'
import { refusingTakenNames, requireParent, requireZone } from './customer-reference.ts'
import { lockCustomers, writeCustomer } from './customer.store.ts'
import { kindRefusals } from './kind-refusals.ts'

/**
 * Updates a customer, distributor or agent as a whole, with its parent. A change that was made from an outdated version
 * is refused.
 */
export async function updateCustomer(
  ctx: Pick<Ctx, 'db' | 'caches' | 'clock' | 'settings' | 'caller'>,
  kind: KeptKind,
  change: CustomerChange,
): Promise<null> {
  const { db, clock, caller } = ctx
  const scope = { ...caller, kind }
  const { id, updatedAt, parentId: wanted, productIds, sellOffDate = null, ...fields } = change
  if (kind === 'customer' && productIds !== undefined)
    refuse('field.refused', undefined, { fields: { productIds: 'customer.carriesAbove' } })
  requireZone(fields)
  const timeZone = await requireTimeZone(ctx, fields.timeZone)
  const work = transaction(db, async (trx) => {
    const [before] = await lockCustomers(trx, scope, [id])
    if (before === undefined) return refuse(kindRefusals[kind].unknown)
    if (Date.parse(before.updatedAt) !== Date.parse(updatedAt)) return refuse(kindRefusals[kind].changedSince)
    if (wanted !== undefined && id === caller.organisationId) refuse('customer.own')
    const parentId = wanted === undefined ? before.parentId : await requireParent(trx, scope, wanted)
    const isMove = parentId !== before.parentId
    await writeCustomer(trx, id, { ...fields, timeZone, parentId }, clock.now())
    if (productIds !== undefined && parentId !== null)
      await setCarried(trx, { id, parentId, productIds, sellOffDate }, momentOf(ctx), { isNew: false })
    if (isMove || fields.name !== before.name) await notifyOnCommit(trx, 'names', { organisation: [id] })
    // After a move another organisation above may be enabled or disabled, so sessions are checked again.
    if (isMove) await notifyOnCommit(trx, 'access', {})
    return null
  })
  return refusingTakenNames(kind, work)
}
