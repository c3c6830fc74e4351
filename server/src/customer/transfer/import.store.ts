import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { within, type DataScope } from '../data-scope.ts'
import { spellingOf } from '../../system/area/spell-name.ts'

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

export const changeable = ['principal', 'contact', 'province', 'city', 'region', 'address', 'note'] as const

/** The fields of an existing customer that an import may change; its name and parent identify the customer. */
export type Changeable = Readonly<Record<(typeof changeable)[number], string>>
type Named = Readonly<{ key: string; id: string | null }> & Changeable

/**
 * For each name under a parent, in the given order: its key, and the customer (empty without one), locked until the
 * transaction ends, because a field that the row leaves unchanged must still be the same when it is written.
 */
export async function lockNamed(
  db: Db,
  wanted: readonly Pick<ImportedCustomer, 'parentId' | 'name'>[],
): Promise<Named[]> {
  const names = sql`unnest(${wanted.map(({ parentId }) => parentId)}::bigint[], ${wanted.map(({ name }) => name)}::text[])`
  const { rows } = await sql<Named>`
    with there as (
      select o.id, o.parent_id, lower(o.name) as name, o.principal, o.contact, o.province, o.city, o.region, o.address, o.note
      from organisation o
      where o.kind = 'customer' and (o.parent_id, lower(o.name)) in (select parent_id, lower(name) from ${names} as w (parent_id, name))
      -- In one order, so that two imports never wait for each other.
      order by o.parent_id, lower(o.name)
      for no key update)
    select wanted.parent_id || ' ' || lower(wanted.name) as key, o.id::text,
      ${sql.join(changeable.map((name) => sql`coalesce(o.${sql.ref(name)}, '') as ${sql.ref(name)}`))}
    from ${names} with ordinality as wanted (parent_id, name, place)
    left join there o on o.parent_id = wanted.parent_id and o.name = lower(wanted.name)
    order by wanted.place`.execute(db)
  return rows
}

/** A customer after an import; `id` if it is stored already. */
export type PassedCustomer = ImportedCustomer & Readonly<{ id: string | null }>

/**
 * Adds customers, and updates those that `lockNamed` found; a row without changes leaves the customer untouched, including its
 * version. Returns the number of added ones. `at` is epoch ms.
 */
export async function putCustomers(db: Db, customers: readonly PassedCustomer[], at: number): Promise<number> {
  const now = new Date(at).toISOString()
  await overwrite(
    db,
    customers.filter(({ id }) => id !== null),
    now,
  )
  return insert(
    db,
    customers.filter(({ id }) => id === null),
    now,
  )
}

const columnsOf = (customers: readonly PassedCustomer[]) => {
  const column = (name: keyof PassedCustomer) => customers.map((customer) => customer[name])
  return sql`${column('principal')}::text[], ${column('contact')}::text[], ${column('province')}::text[], ${column('city')}::text[],
    ${column('region')}::text[], ${column('address')}::text[], ${column('note')}::text[]`
}

async function overwrite(db: Db, customers: readonly PassedCustomer[], now: string): Promise<void> {
  if (customers.length === 0) return
  const set = sql.join(changeable.map((name) => sql`${sql.ref(name)} = g.${sql.ref(name)}`))
  const old = sql.join(changeable.map((name) => sql`o.${sql.ref(name)}`))
  const fresh = sql.join(changeable.map((name) => sql`g.${sql.ref(name)}`))
  await sql`
    update organisation o set ${set}, updated_at = greatest(${now}::timestamptz, o.updated_at + interval '1 millisecond')
    from unnest(${customers.map(({ id }) => id)}::bigint[], ${columnsOf(customers)})
      as g (id, principal, contact, province, city, region, address, note)
    where o.id = g.id and (${old}) is distinct from (${fresh})`.execute(db)
}

async function insert(db: Db, customers: readonly PassedCustomer[], now: string): Promise<number> {
  if (customers.length === 0) return 0
  // Somebody else has added it meanwhile, so an empty cell must not change it.
  const set = sql.join(
    changeable.map(
      (name) => sql`${sql.ref(name)} = coalesce(nullif(excluded.${sql.ref(name)}, ''), o.${sql.ref(name)})`,
    ),
  )
  const { rows } = await sql<{ isNew: boolean }>`
    insert into organisation as o
      (parent_id, kind, name, spelling, principal, contact, province, city, region, address, note, created_at, updated_at)
    select parent_id, 'customer', name, spelling, principal, contact, province, city, region, address, note, ${now}, ${now}
    from unnest(${customers.map(({ parentId }) => parentId)}::bigint[], ${customers.map(({ name }) => name)}::text[],
      ${customers.map(({ name }) => spellingOf(name))}::text[], ${columnsOf(customers)}) as given (parent_id, name, spelling, principal, contact, province, city, region, address, note)
    order by parent_id, lower(name)
    on conflict (parent_id, lower(name)) where kind = 'customer' do update set ${set},
      updated_at = greatest(excluded.updated_at, o.updated_at + interval '1 millisecond')
    returning xmax = 0 as is_new`.execute(db)
  return rows.filter(({ isNew }) => isNew).length
}
