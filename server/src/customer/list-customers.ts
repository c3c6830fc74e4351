import type { CustomerDetail, CustomerRow, CustomerSearch } from '@brigade/contract/customer/customer.model.ts'
import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import { deepestDepartment } from '@brigade/contract/customer/organisation.rules.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { Db } from '../platform/db/database.ts'
import { refuse } from '../platform/refusal.ts'
import {
  findCustomerPage,
  listCustomersById,
  listUse,
  type CustomerFilters,
  type StoredCustomer,
} from './customer.store.ts'
import type { DataScope } from './data-scope.ts'
import { kindRefusals } from './kind-refusals.ts'
import { findOrganisation, listOrganisationPath } from './organisation.store.ts'
import type { CachedDb } from '../platform/caches.ts'
import { knownZone } from '../platform/zone/zones.ts'
import { zoneOf } from './zone/zone-of.ts'

type RequestContext = Readonly<{ db: Db; caller: DataScope }>
type DetailContext = RequestContext & Pick<CachedDb, 'caches'> & Readonly<{ settings: Readonly<{ timeZone: string }> }>

/** One page. The ids are read first, through the index of their order, then the columns of their rows. */
export async function listCustomers(
  { db, caller }: RequestContext,
  kind: KeptKind,
  search: CustomerSearch,
): Promise<Page<CustomerRow>> {
  await requireDepartment({ db, caller }, search)
  const scope = { ...caller, kind }
  const page = await findCustomerPage(db, scope, search)
  const ids = page.list.map(({ id }) => id)
  const stored = new Map((await listCustomersById(db, scope, ids)).map((customer) => [customer.id, customer]))
  const list = ids.flatMap((id) => {
    const customer = stored.get(id)
    return customer === undefined ? [] : [rowOf(customer)]
  })
  return { ...page, list }
}

/** A department outside the scope is refused like one that does not exist. */
export async function requireDepartment({ db, caller }: RequestContext, search: CustomerFilters): Promise<void> {
  const department = deepestDepartment(search)
  if (department === undefined) return
  if ((await findOrganisation(db, caller, department.id)) === undefined) {
    refuse('field.refused', undefined, { fields: { [department.field]: 'customer.unknownOrganisation' } })
  }
}

export async function getCustomer(
  { db, caches, caller, settings }: DetailContext,
  kind: KeptKind,
  id: string,
): Promise<CustomerDetail> {
  const [customer] = await listCustomersById(db, { ...caller, kind }, [id])
  if (customer === undefined) return refuse(kindRefusals[kind].unknown)
  const [[use], path, organisationZone] = await Promise.all([
    listUse(db, [id]),
    listOrganisationPath(db, caller, id),
    knownZone({ db, caches }, customer.timeZone),
  ])
  return {
    ...rowOf(customer),
    note: customer.note,
    timeZone: customer.timeZone ?? '',
    zone: zoneOf({ placeZone: null, organisationZone }, settings.timeZone),
    carriesAll: customer.carriesAll,
    updatedAt: customer.updatedAt,
    path: path.slice(0, -1),
    accounts: use?.accounts ?? 0,
    below: use?.below ?? 0,
    ovens: use?.ovens ?? 0,
    coolers: use?.coolers ?? 0,
    online: use?.online ?? 0,
  }
}

function rowOf({
  parentId,
  parentName,
  parentKind,
  note: _note,
  timeZone: _zone,
  carriesAll: _all,
  updatedAt: _at,
  ...row
}: StoredCustomer): CustomerRow {
  const isSeen = parentId !== null && parentName !== null && parentKind !== null
  return { ...row, parent: isSeen ? { id: parentId, name: parentName, kind: parentKind } : null }
}
