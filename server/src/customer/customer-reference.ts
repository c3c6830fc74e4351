import type { Zone } from '@brigade/contract/customer/customer.rules.ts'
import { kindsUnder, type KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import type { Db } from '../platform/db/database.ts'
import { violates } from '../platform/db/violation.ts'
import { refuse } from '../platform/refusal.ts'
import { isArea } from '../system/area/areas.ts'
import { lockCustomers, type KindWithin } from './customer.store.ts'
import { kindRefusals } from './kind-refusals.ts'
import { findOrganisation } from './organisation.store.ts'

/**
 * The id of an organisation that may be the parent of this kind. One outside the scope is refused like one that does
 * not exist.
 */
export async function requireParent(db: Db, scope: KindWithin, parentId: string): Promise<string> {
  const parent = await findOrganisation(db, scope, parentId)
  if (parent === undefined)
    return refuse('field.refused', undefined, { fields: { parentId: 'customer.unknownOrganisation' } })
  if (!kindsUnder[parent.kind].includes(scope.kind)) {
    return refuse('field.refused', undefined, { fields: { parentId: kindRefusals[scope.kind].wrongParent } })
  }
  return parent.id
}

/** Checks that the areas exist; the contract has checked that each level is in the one above it. */
export function requireZone({ province, city, region }: Zone): void {
  for (const [field, code] of Object.entries({ province, city, region })) {
    if (code !== '' && !isArea(code)) refuse('field.refused', undefined, { fields: { [field]: 'customer.wrongZone' } })
  }
}

/** Locked until the transaction ends. One that is unknown, or outside the scope, refuses all. */
export async function requireCustomers(db: Db, scope: KindWithin, ids: readonly string[]) {
  const customers = await lockCustomers(db, scope, ids)
  return customers.length === new Set(ids).size ? customers : refuse(kindRefusals[scope.kind].unknown)
}

/**
 * The unique indexes decide instead of a query beforehand: of two concurrent uses of one name or code, the second is
 * refused.
 */
export async function refusingTakenNames<T>(kind: KeptKind, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (violates(error, 'organisation_customer_name') || violates(error, 'organisation_seller_name')) {
      return refuse('field.refused', undefined, { fields: { name: kindRefusals[kind].nameTaken } })
    }
    if (violates(error, 'organisation_code')) {
      return refuse('field.refused', undefined, { fields: { code: 'customer.codeTaken' } })
    }
    throw error
  }
}
