import { sql } from 'kysely'
import type { CustomerOption } from '@brigade/contract/customer/organisation.endpoints.ts'
import {
  customerSorts,
  type CustomerChange,
  type CustomerEnabling,
  type CustomerSearch,
} from '@brigade/contract/customer/customer.model.ts'
import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import { deepestDepartment } from '@brigade/contract/customer/organisation.rules.ts'
import { areaRange } from '@brigade/contract/system/area.rules.ts'
import type { Db } from '../platform/db/database.ts'
import { orderOf, readPage } from '../platform/db/page.ts'
import { byName, contains } from '../platform/db/search.ts'
import { spellingOf } from '../system/area/spell-name.ts'
import { within, type DataScope } from './data-scope.ts'
import { isNamed } from './organisation.store.ts'
import { nextVersion } from '../platform/db/next-version.ts'

/** The scope of the caller and the requested kind: customers, distributors or agents. */
export type KindWithin = DataScope & Readonly<{ kind: KeptKind }>

/** The organisations of one kind that an account may see. Every read or change for a caller starts here. */
function keptWithin(db: Db, scope: KindWithin) {
  return db
    .selectFrom('organisation')
    .where('organisation.kind', '=', scope.kind)
    .where('organisation.id', 'in', within(db, scope))
}

export type CustomerFilters = Omit<CustomerSearch, 'pageNum' | 'pageSize'>

/** The customers that match a search. Its department is within the scope already (list-customers.ts). */
async function matching(db: Db, scope: KindWithin, search: CustomerFilters) {
  let query = keptWithin(db, scope)
  if (search.keyword) query = query.where(await contains(db, 'organisation', search.keyword))
  if (search.enabled !== undefined) query = query.where('organisation.enabled', '=', search.enabled)
  const department = deepestDepartment(search)
  if (department !== undefined) {
    query = query.where('organisation.id', 'in', within(db, { organisationId: department.id }))
  }
  const area = areaRange(search)
  if (area !== undefined) {
    query = query.where('organisation.area', '>=', area.from).where('organisation.area', '<=', area.to)
  }
  if (search.startTime) query = query.where('organisation.createdAt', '>=', search.startTime)
  if (search.endTime) query = query.where('organisation.createdAt', '<=', search.endTime)
  return query
}

/** Equal rows are ordered by id, so that no page repeats or skips one. */
async function inOrder(db: Db, scope: KindWithin, search: CustomerFilters) {
  const { column, direction } = orderOf(search.sort, customerSorts)
  const found = await matching(db, scope, search)
  const ordered = found
    .select('organisation.id')
    .orderBy(column === 'name' ? byName('organisation') : sql.ref(`organisation.${column}`), direction)
    .orderBy('organisation.id', direction)
  return { found, ordered }
}

/** The ids of one page, in order. */
export async function findCustomerPage(db: Db, scope: KindWithin, search: CustomerSearch) {
  const { found, ordered } = await inOrder(db, scope, search)
  return readPage(db, search, { ordered, counted: found.select('organisation.id') })
}

/** The ids of all pages, in order. */
export async function listCustomerIds(db: Db, scope: KindWithin, search: CustomerFilters): Promise<string[]> {
  const { ordered } = await inOrder(db, scope, search)
  return (await ordered.execute()).map(({ id }) => id)
}

/** Changes of installed devices since the last folding of the totals, read once for all of these organisations. */
const unfolded = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('deviceTotalChange')
    .where('organisationId', 'in', ids)
    .groupBy('organisationId')
    .select(['organisationId', sql<number>`sum(devices)::int`.as('devices')])
    .as('unfolded')

/** The columns of list rows, in no order. An id outside the scope is left out; so is a parent outside it. */
export async function listCustomersById(db: Db, scope: KindWithin, ids: readonly string[]) {
  if (ids.length === 0) return []
  return keptWithin(db, scope)
    .leftJoin('organisation as parent', (join) =>
      join.onRef('parent.id', '=', 'organisation.parentId').on('parent.id', 'in', within(db, scope)),
    )
    .leftJoin(unfolded(db, ids), 'unfolded.organisationId', 'organisation.id')
    .where('organisation.id', 'in', ids)
    .select([
      'organisation.id',
      'organisation.name',
      'organisation.code',
      'organisation.principal',
      'organisation.contact',
      'organisation.province',
      'organisation.city',
      'organisation.region',
      'organisation.address',
      'organisation.note',
      'organisation.enabled',
      'organisation.disabledReason',
      'organisation.timeZone',
      'organisation.carriesAll',
      'organisation.createdAt',
      'organisation.updatedAt',
      'parent.id as parentId',
      'parent.name as parentName',
      'parent.kind as parentKind',
    ])
    .select(sql<number>`organisation.devices + coalesce(unfolded.devices, 0)`.as('devices'))
    .execute()
}
export type StoredCustomer = Awaited<ReturnType<typeof listCustomersById>>[number]

/** Staff, devices of any state, and the facts of installed ones on the detail page. */
export type CustomerUse = {
  id: string
  accounts: number
  /** Accounts of other organisations with a role of this one: it cannot be deleted before they have another role. */
  holders: number
  /** Organisations directly below it. */
  below: number
  devices: number
  ovens: number
  coolers: number
  online: number
}

export async function listUse(db: Db, ids: readonly string[]): Promise<CustomerUse[]> {
  const { rows } = await sql<CustomerUse>`
    select wanted.id, d.*,
      (select count(*)::int from account where organisation_id = wanted.id and removed_at is null) as accounts,
      (select count(*)::int from account join role on role.id = account.role_id
        where role.organisation_id = wanted.id and account.removed_at is null and account.organisation_id <> wanted.id) as holders,
      (select count(*)::int from organisation child where child.parent_id = wanted.id) as below
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select count(*)::int as devices,
        count(*) filter (where installed and kind = 'oven')::int as ovens,
        count(*) filter (where installed and kind = 'cooler')::int as coolers,
        count(*) filter (where installed and online)::int as online
      from device_state where organisation_id = wanted.id
    ) as d`.execute(db)
  return rows
}

/** The given ids that are of the kind and within the scope; without a lock. */
export async function listCustomerIdsAmong(db: Db, scope: KindWithin, ids: readonly string[]): Promise<string[]> {
  const found = await keptWithin(db, scope).where('organisation.id', 'in', ids).select('organisation.id').execute()
  return found.map(({ id }) => id)
}

/**
 * The number of accounts that can sign in now (as findSession decides) and could not if these organisations were
 * disabled, and the number of devices; both include everything below them.
 */
export async function countConcerned(
  db: Db,
  ids: readonly string[],
): Promise<{ accounts: number; devices: number } | undefined> {
  const below = sql`select descendant_id from organisation_tree where ancestor_id = any(${ids}::bigint[])`
  const { rows } = await sql<{ accounts: number; devices: number }>`
    select
      (select count(*)::int from account where enabled and organisation_id in (${below}) and not exists (
        select from organisation_tree t join organisation o on o.id = t.ancestor_id
        where t.descendant_id = account.organisation_id and not o.enabled)) as accounts,
      (select count(*)::int from device_state where organisation_id in (${below})) as devices`.execute(db)
  return rows[0]
}

const maxOptions = 50

/**
 * Lists by name, with the one of `id` first. Disabled ones are included, because their devices can still be filtered
 * by.
 */
export async function listCustomerOptions(
  db: Db,
  scope: KindWithin,
  { keyword, id }: { keyword?: string | undefined; id?: string | undefined },
): Promise<CustomerOption[]> {
  const options = keptWithin(db, scope).select(['organisation.id', 'organisation.name', 'organisation.enabled'])
  const chosen = id === undefined ? [] : await options.where('organisation.id', '=', id).execute()
  let others = options
  if (id !== undefined) others = others.where('organisation.id', '!=', id)
  if (keyword) others = others.where(await isNamed(db, keyword))
  const found = await others
    .orderBy(byName('organisation'))
    .orderBy('organisation.id')
    .limit(maxOptions - chosen.length)
    .execute()
  return [...chosen, ...found]
}

/** Locked until the transaction ends, in a fixed order, which prevents deadlocks. */
export async function lockCustomers(db: Db, scope: KindWithin, ids: readonly string[]) {
  return keptWithin(db, scope)
    .where('organisation.id', 'in', ids)
    .select(['organisation.id', 'organisation.name', 'organisation.parentId', 'organisation.updatedAt'])
    .orderBy('organisation.id')
    .forUpdate('organisation')
    .execute()
}

export type CustomerFields = Pick<
  CustomerChange,
  'name' | 'code' | 'principal' | 'contact' | 'province' | 'city' | 'region' | 'address' | 'note' | 'timeZone'
> & { parentId: string | null }

/** Also moves it if `parentId` is another. `at` is epoch ms. */
export async function writeCustomer(
  db: Db,
  id: string,
  { name, code, parentId, principal, contact, province, city, region, address, note, timeZone }: CustomerFields,
  at: number,
): Promise<void> {
  await db
    .updateTable('organisation')
    .set({
      name,
      spelling: spellingOf(name),
      code,
      parentId,
      principal,
      contact,
      province,
      city,
      region,
      address,
      note,
      updatedAt: nextVersion('organisation', at),
      timeZone: timeZone === '' ? null : timeZone,
    })
    .where('id', '=', id)
    .execute()
}

export async function setEnabled(db: Db, { ids, enabled, reason }: CustomerEnabling, at: number): Promise<void> {
  await db
    .updateTable('organisation')
    .set({ enabled, disabledReason: enabled ? '' : reason, updatedAt: nextVersion('organisation', at) })
    .where('id', 'in', ids)
    .where('enabled', '!=', enabled)
    .execute()
}

export async function removeOrganisations(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('organisation').where('id', 'in', ids).execute()
}
