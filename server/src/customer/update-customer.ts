import type { CustomerChange } from '@brigade/contract/customer/customer.model.ts'
import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { refusingTakenNames, requireParent, requireZone } from './customer-reference.ts'
import { lockCustomers, writeCustomer } from './customer.store.ts'
import { kindRefusals } from './kind-refusals.ts'

/** The whole customer, distributor or agent, and where it stands. Made from a version that is no longer the last, the change is refused. */
export async function updateCustomer(
  { db, clock, caller }: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  kind: KeptKind,
  change: CustomerChange,
): Promise<null> {
  const scope = { ...caller, kind }
  const { id, updatedAt, parentId: wanted, ...fields } = change
  requireZone(fields)
  const work = transaction(db, async (trx) => {
    const [before] = await lockCustomers(trx, scope, [id])
    if (before === undefined) return refuse(kindRefusals[kind].unknown)
    if (Date.parse(before.updatedAt) !== Date.parse(updatedAt)) return refuse(kindRefusals[kind].changedSince)
    if (wanted !== undefined && id === caller.organisationId) refuse('customer.own')
    const parentId = wanted === undefined ? before.parentId : await requireParent(trx, scope, wanted)
    const isMove = parentId !== before.parentId
    await writeCustomer(trx, id, { ...fields, parentId }, clock.now())
    if (isMove || fields.name !== before.name) await notifyOnCommit(trx, 'names', { organisation: [id] })
    // Another path may be open or shut: who may sign in is read again.
    if (isMove) await notifyOnCommit(trx, 'access', {})
    return null
  })
  return refusingTakenNames(kind, work)
}
