import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse, textRef, type TextRef } from '../platform/refusal.ts'
import { requireCustomers } from './customer-reference.ts'
import { listUse, removeOrganisations } from './customer.store.ts'

/**
 * Removes all of them or none: one that is unknown, the caller's own, or still has devices, accounts or organisations
 * below it refuses all.
 */
export async function removeCustomers(
  { db, caller }: Pick<Ctx, 'db' | 'caller'>,
  kind: KeptKind,
  ids: readonly string[],
): Promise<null> {
  await transaction(db, async (trx) => {
    const customers = await requireCustomers(trx, { ...caller, kind }, ids)
    if (ids.includes(caller.organisationId)) refuse('customer.own')
    const used = new Map((await listUse(trx, ids)).map((use) => [use.id, use]))
    const inUse = customers.flatMap(({ id, name }) => {
      const { devices = 0, accounts: own = 0, holders = 0, below = 0 } = used.get(id) ?? {}
      const accounts = own + holders
      return devices + accounts + below > 0 ? [{ id, name, devices, accounts, below, others: 0 }] : []
    })
    const [first] = inUse
    if (first !== undefined) {
      const fields: Record<string, TextRef> = {}
      for (const { id, ...use } of inUse) fields[`ids.${ids.indexOf(id)}`] = textRef('customer.inUse', use)
      refuse('customer.inUse', { ...first, others: inUse.length - 1 }, { fields })
    }
    await removeOrganisations(trx, ids)
    await notifyOnCommit(trx, 'names', { organisation: ids })
  })
  return null
}
