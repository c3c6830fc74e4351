import { sql } from 'kysely'
import type { LogSearch } from '@brigade/contract/system/log/log.model.ts'
import { knownScope, type CallerScope, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { canonical, changeText, oldChangesText } from './seal/leaf.store.ts'
import { matchingLines, readersOf, rowsOf } from './log.store.ts'

/**
 * The sealed lines that match a search, by their place in the chain. Returns one more than `most` if there are more.
 */
export async function listSealedPlaces(
  db: Db,
  scope: DataScope,
  search: LogSearch,
  most: number,
): Promise<{ n: string; lineId: string }[]> {
  const matching = await matchingLines(db, scope, search)
  return matching
    .innerJoin('operationSeal as seal', (join) =>
      join.onRef('seal.lineId', '=', 'line.id').onRef('seal.loggedAt', '=', 'line.loggedAt'),
    )
    .select(['seal.n', 'seal.lineId'])
    .orderBy('seal.n')
    .limit(most + 1)
    .execute()
}

/** Links of the chain, a portion at a time. */
export async function listLeaves(db: Db, after: bigint, upTo: bigint, limit: number) {
  return db
    .selectFrom('operationSeal')
    .select(['n', 'lineId', 'leaf', 'head'])
    .where('n', '>', String(after))
    .where('n', '<=', String(upTo))
    .orderBy('n')
    .limit(limit)
    .execute()
}

/** The head after this many lines; undefined if neither a line nor a day has it. */
export async function findHeadAt(db: Db, n: bigint): Promise<Buffer | undefined> {
  const { rows } = await sql<{ head: Buffer }>`
    select head from operation_seal where n = ${String(n)} union all select head from chain_day where n = ${String(n)} limit 1`.execute(
    db,
  )
  return rows[0]?.head
}

/** The lines as the list shows them to this reader. */
export async function listShownLines(db: Db, scope: CallerScope, lineIds: readonly string[]) {
  return rowsOf(db, await knownScope(db, scope))
    .where('line.id', 'in', lineIds)
    .execute()
}

/** The changes of these lines that this reader may see. */
export async function listShownChanges(db: Db, scope: DataScope, operationIds: readonly string[]) {
  return db
    .selectFrom('operationChange as c')
    .select(['c.id', 'c.operationId', 'c.tableName', 'c.rowId', 'c.action', 'c.before', 'c.after'])
    .where('c.operationId', 'in', operationIds)
    .where(sql<boolean>`${scope.organisationId}::bigint = any (${readersOf})`)
    .orderBy('c.id')
    .limit(maxShownChanges)
    .execute()
}
const maxShownChanges = 50_000

export type Sources = Readonly<{
  lineId: string
  format: number
  canonical: string
  sealedAt: string
  readers: string
  /** Null if there are too many to export; their hash is included all the same. */
  changes: string | null
  /** In the first format: the hash of all changes. */
  changesHash: string
  /** In the present format: month, number and hash of the changes in each month. */
  sealedChanges: string | null
  bodyHash: Buffer
  salt: Buffer | null
  request: string | null
  response: string | null
}>

/** The exact bytes from which leaves are computed, so that others can recompute them. */
export async function listSources(db: Db, lineIds: readonly string[]): Promise<Sources[]> {
  const { rows } = await sql<Sources>`
    select l.id as line_id, s.format, ${canonical} as canonical, case when count.n <= 10000 then text.changes end as changes,
      case s.format when 1 then encode(sha256(convert_to(text.changes, 'UTF8')), 'hex') else '' end as changes_hash,
      case s.format when 2 then s.changes end as sealed_changes, array_to_string(s.readers, ',') as readers,
      to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as sealed_at,
      s.body_hash, b.salt, b.request::text, b.response::text
    from operation_log l join operation_seal s on s.line_id = l.id and s.logged_at = l.logged_at
    cross join lateral (select case s.format when 1 then ${oldChangesText} else coalesce((
      select string_agg(${changeText}, chr(30) order by to_char(c.logged_at at time zone 'UTC', 'YYYYMM'), c.id)
      from operation_change c where c.operation_id = l.operation_id and c.id <@ s.change_ids), '') end as changes) as text
    cross join lateral (select count(*) as n from operation_change c where c.operation_id = l.operation_id) as count
    left join operation_body b on b.operation_id = l.operation_id and b.logged_at = l.logged_at
    where l.id = any(${lineIds}::bigint[])`.execute(db)
  return rows
}

/** The first checkpoint at or after a place. */
export async function findCheckpointFrom(db: Db, n: bigint) {
  return db
    .selectFrom('chainCheckpoint')
    .selectAll()
    .where('n', '>=', String(n))
    .orderBy('n')
    .limit(1)
    .executeTakeFirst()
}
