import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Makes the condition that the organisation in a column is within a scope. */
export type SeenIn = (column: string) => RawBuilder<boolean>

/** The ids of an organisation and everything below it, `most` at most. */
export async function listOrganisationIdsUnder(db: Db, organisationId: string, most: number): Promise<string[]> {
  const rows = await organisationsUnder(db, organisationId).limit(most).execute()
  return rows.map((row) => row.descendantId)
}

/** An organisation and everything below it, as a subquery. */
export function organisationsUnder(db: Db, organisationId: string) {
  return db
    .selectFrom('organisationTree')
    .select('organisationTree.descendantId')
    .where('organisationTree.ancestorId', '=', organisationId)
}

/** True if the organisation in `column` is this one or below it. */
export const isUnder = (db: Db, organisationId: string, column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (${organisationsUnder(db, organisationId)})`
/** True if the organisation in `column` is one of these. */
export const isAmong = (column: string, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`
/** The condition of a reader who sees every organisation. */
export const isAnywhere = sql<boolean>`true`

/**
 * Returns the name of an account (by its alias in the query; null without one) if it belongs to the reader's own line:
 * below, or above up to the platform. A device that changed hands has a past with people of its former owner, whom
 * `otherwise` replaces.
 */
export const nameInLine = (organisationId: string, account: string, otherwise: string): RawBuilder<string | null> => {
  const [id, of, name] = ['id', 'organisation_id', 'name'].map((column) => sql.ref(`${account}.${column}`))
  return sql<string | null>`case when ${id} is null then null when exists (
      select from organisation_tree t where (t.ancestor_id = ${organisationId}::bigint and t.descendant_id = ${of})
        or (t.ancestor_id = ${of} and t.descendant_id = ${organisationId}::bigint)) then ${name} else ${otherwise}::text end`
}

/** Whether an account (its alias in the query) belongs to the reader's own line; true if there is none. */
export const isInLine = (organisationId: string, account: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${nameInLine(organisationId, account, '')} <> '', true)`

/** Returns which of these names exist among the organisation and those above it. */
export async function listNamesInLine(db: Db, organisationId: string, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`
    select distinct o.name from organisation o where o.name = any(${names}::text[]) and exists (
      select from organisation_tree t where (t.ancestor_id = ${organisationId}::bigint and t.descendant_id = o.id)
        or (t.ancestor_id = o.id and t.descendant_id = ${organisationId}::bigint))`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Whether an organisation is the root of the tree. */
export async function isPlatform(db: Db, organisationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', organisationId)
    .where('kind', '=', 'platform')
    .executeTakeFirst()
  return row !== undefined
}

/** The given organisations that are above or below one, or it itself. */
export async function findOfLine(db: Db, organisationId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('organisationTree')
    .select(['ancestorId', 'descendantId'])
    .where((is) =>
      is.or([
        is.and([is('descendantId', '=', organisationId), is('ancestorId', 'in', ids)]),
        is.and([is('ancestorId', '=', organisationId), is('descendantId', 'in', ids)]),
      ]),
    )
    .execute()
  return new Set(
    rows.map(({ ancestorId, descendantId }) => (ancestorId === organisationId ? descendantId : ancestorId)),
  )
}
