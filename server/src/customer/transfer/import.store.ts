import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { within, type DataScope } from '../data-scope.ts'

export type ImportedCustomer = Readonly<{
  parentId: string
  name: string
  principal: string
  contact: string
  province: string
  city: string
  region: string
  address: string
  note: string
}>

/**
 * Organisations that may be parents of customers, by the names they are written with; locked until the transaction
 * ends, so that none is deleted.
 */
export async function listParentsByName(
  db: Db,
  scope: DataScope,
  names: readonly string[],
): Promise<{ written: string; id: string }[]> {
  const { rows } = await sql<{ written: string; id: string }>`
    select wanted.written, o.id
    from unnest(${names}::text[]) as wanted (written)
    join organisation o on lower(o.name) = lower(wanted.written) and o.kind <> 'customer'
    where o.id in (${within(db, scope)})
    for key share of o`.execute(db)
  return rows
}

/** For each name under a parent, in the given order: the key that identifies it, and whether such a customer exists. */
export async function findNamed(
  db: Db,
  wanted: readonly Pick<ImportedCustomer, 'parentId' | 'name'>[],
): Promise<{ key: string; isThere: boolean }[]> {
  const { rows } = await sql<{ key: string; isThere: boolean }>`
    select wanted.parent_id || ' ' || lower(wanted.name) as key, o.id is not null as is_there
    from unnest(${wanted.map(({ parentId }) => parentId)}::bigint[], ${wanted.map(({ name }) => name)}::text[])
      with ordinality as wanted (parent_id, name, place)
    left join organisation o
      on o.kind = 'customer' and o.parent_id = wanted.parent_id and lower(o.name) = lower(wanted.name)
    order by wanted.place`.execute(db)
  return rows
}

const changeable = ['principal', 'contact', 'province', 'city', 'region', 'address', 'note'] as const

/** A field of an existing customer that an import may change; its name and parent identify the customer. */
export type GivenField = (typeof changeable)[number]

/**
 * Adds customers, and updates those with the same name under the same parent with the fields of the file; a row without
 * changes leaves the customer untouched, including its version. Returns the number of added ones. `at` is epoch ms.
 */
export async function putCustomers(
  db: Db,
  customers: readonly ImportedCustomer[],
  given: ReadonlySet<GivenField>,
  at: number,
): Promise<number> {
  const now = new Date(at).toISOString()
  const column = (name: keyof ImportedCustomer) => customers.map((customer) => customer[name])
  const changed = changeable.filter((name) => given.has(name))
  const set = sql.join(changed.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))
  const old = sql.join(changed.map((name) => sql`o.${sql.ref(name)}`))
  const fresh = sql.join(changed.map((name) => sql`excluded.${sql.ref(name)}`))
  const update = sql`do update set ${set},
      updated_at = greatest(excluded.updated_at, o.updated_at + interval '1 millisecond')
    where (${old}) is distinct from (${fresh})`
  const { rows } = await sql<{ isNew: boolean }>`
    insert into organisation as o
      (parent_id, kind, name, principal, contact, province, city, region, address, note, created_at, updated_at)
    select parent_id, 'customer', name, principal, contact, province, city, region, address, note, ${now}, ${now}
    from unnest(${column('parentId')}::bigint[], ${column('name')}::text[], ${column('principal')}::text[],
      ${column('contact')}::text[], ${column('province')}::text[], ${column('city')}::text[], ${column('region')}::text[],
      ${column('address')}::text[], ${column('note')}::text[])
      as given (parent_id, name, principal, contact, province, city, region, address, note)
    -- In one order, so that two imports never wait for each other.
    order by parent_id, lower(name)
    on conflict (parent_id, lower(name)) where kind = 'customer'
    ${changed.length === 0 ? sql`do nothing` : update}
    returning xmax = 0 as is_new`.execute(db)
  return rows.filter(({ isNew }) => isNew).length
}
