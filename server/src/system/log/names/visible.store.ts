import { sql } from 'kysely'
import { within, type KnownScope } from '../../../customer/data-scope.ts'
import type { Db } from '../../../platform/db/database.ts'

/** Columns contain numbers, but a value in JSON may contain anything. */
const numbersOf = (ids: readonly string[]) => ids.filter((id) => /^[0-9]{1,18}$/.test(id))

/**
 * Returns which of these organisations the reader may see by name: those within the scope, or within it when they were
 * deleted.
 */
export async function visibleOrganisations(db: Db, scope: KnownScope, ids: readonly string[]): Promise<Set<string>> {
  if (scope.isAll === true) return new Set(ids)
  const numbers = numbersOf(ids)
  if (numbers.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select o.id::text as id from organisation o where o.id = any(${numbers}::bigint[]) and o.id in (${within(db, scope)})
    union select c.row_id from operation_change c
    where c.table_name = 'organisation' and c.row_id = any(${numbers}::text[]) and c.action = 'delete'
      and ${scope.organisationId}::bigint = any (c.scope)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Returns which of these accounts belong to an organisation within the scope: staff from above are not named in the
 * log.
 */
export async function visibleAccounts(db: Db, scope: KnownScope, ids: readonly string[]): Promise<Set<string>> {
  if (scope.isAll === true) return new Set(ids)
  const numbers = numbersOf(ids)
  if (numbers.length === 0) return new Set()
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', numbers)
    .where('organisationId', 'in', within(db, scope))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Columns that the database computes of others, by `table.column`: older lines still have them, including content that
 * is masked in the others.
 */
export async function computedColumns(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ place: string }>`
    select c.relname || '.' || a.attname as place from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attgenerated <> ''`.execute(
    db,
  )
  return new Set(rows.map(({ place }) => place))
}
