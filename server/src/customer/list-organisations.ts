import type { OrganisationOption } from '@brigade/contract/customer/organisation.model.ts'
import type { Db } from '../platform/db/database.ts'
import { refuse } from '../platform/refusal.ts'
import type { DataScope } from './data-scope.ts'
import {
  findOrganisation,
  listOrganisationOptions,
  listOrganisationPath,
  type OrganisationWish,
} from './organisation.store.ts'

type RequestContext = Readonly<{ db: Db; caller: DataScope }>

/** Organisations to choose from. */
export async function listOrganisations(
  { db, caller }: RequestContext,
  wish: OrganisationWish,
): Promise<OrganisationOption[]> {
  if (wish.parentId !== undefined && (await findOrganisation(db, caller, wish.parentId)) === undefined) {
    refuse('field.refused', undefined, { fields: { parentId: 'customer.unknownOrganisation' } })
  }
  return listOrganisationOptions(db, caller, wish)
}

export async function getOrganisationPath({ db, caller }: RequestContext, id: string): Promise<OrganisationOption[]> {
  const path = await listOrganisationPath(db, caller, id)
  return path.length > 0 ? path : refuse('customer.unknownOrganisation')
}
