import { isIP } from 'node:net'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { LogSearch } from '@brigade/contract/system/log/log.model.ts'
import { moduleWords } from '@brigade/contract/system/log/module-words.ts'
import { isSeenBy, knownScope, type CallerScope, type DataScope, type KnownScope } from '../../customer/data-scope.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { countRows, literally, offsetOf } from '../../platform/db/page.ts'

/**
 * Lines that an organisation reads: those within its scope when they were written, even if organisations have moved
 * since. The platform reads every line (`record_operation` ensures that). `loggedAt`: the times of the lines that are
 * wanted, so that only their months are read.
 */
const seenLines = ({ organisationId, isAll }: KnownScope, loggedAt?: readonly string[]) => {
  const within = (column: RawBuilder<unknown>) =>
    loggedAt === undefined ? sql`true` : sql`${column} = any(${loggedAt}::timestamptz[])`
  const lines = isAll
    ? sql`select * from operation_log where ${within(sql`logged_at`)}`
    : sql`select l.* from operation_scope seen join operation_log l on l.id = seen.line_id and l.logged_at = seen.logged_at
        where seen.organisation_id = ${organisationId} and ${within(sql`seen.logged_at`)} and ${within(sql`l.logged_at`)}`
  return sql<Selectable<Database['operationLog']>>`(${lines})`.as<'line'>(sql`line`)
}

/** Whether a filter depends on more than the time: otherwise the lines need not be read to be counted. */
const asksForLine = ({
  pageNum: _num,
  pageSize: _size,
  sort: _sort,
  startTime: _from,
  endTime: _to,
  ...others
}: LogSearch) => Object.values(others).some((value) => value !== undefined && value !== '')

/**
 * The lines of a reader as rows that are filtered and read newest first. The platform reads every line (`record_operation` ensures that),
 * so its lines are the table itself with its indexes for the filters. For everybody else PostgreSQL misjudges a join over two columns and
 * hashes all lines of a year, seconds for ten rows; `offset 0` makes it look up line after line instead.
 */
const readableLines = ({ organisationId, isAll }: KnownScope, isFiltered: boolean) => {
  if (isAll) return sql<Selectable<Database['operationLog']>>`operation_log`.as<'line'>(sql`line`)
  const lines = isFiltered
    ? sql`select seen.line_id as id, seen.logged_at, l.operation_id, l.account, l.organisation_id, l.address, l.module, l.operation,
          l.success, l.origin
        from operation_scope seen cross join lateral (
          select * from operation_log where id = seen.line_id and logged_at = seen.logged_at offset 0
        ) l where seen.organisation_id = ${organisationId}`
    : sql`select line_id as id, logged_at from operation_scope where organisation_id = ${organisationId}`
  return sql<Selectable<Database['operationLog']>>`(${lines})`.as<'line'>(sql`line`)
}

/** The lines that a search finds. */
export async function matchingLines(db: Db, caller: CallerScope, search: LogSearch) {
  const scope = await knownScope(db, caller)
  const asksForActor = Boolean(search.account) || Boolean(search.address) || search.organisationId !== undefined
  const isAsked = (value: unknown) => value !== undefined && value !== ''
  return db
    .selectFrom(readableLines(scope, asksForLine(search)))
    .$if(isAsked(search.startTime), (query) => query.where('line.loggedAt', '>=', search.startTime ?? ''))
    .$if(isAsked(search.endTime), (query) => query.where('line.loggedAt', '<=', search.endTime ?? ''))
    .$if(isAsked(search.module), (query) => query.where('line.module', '=', search.module ?? ''))
    .$if(isAsked(search.operation), (query) => query.where(isOperation(search.operation ?? '')))
    .$if(search.success !== undefined, (query) => query.where('line.success', '=', search.success ?? true))
    .$if(search.origin !== undefined, (query) => query.where('line.origin', '=', search.origin ?? 'call'))
    .$if(asksForActor && scope.isAll !== true, (query) => query.where(isSeenBy(db, scope, 'line.organisationId')))
    .$if(Boolean(search.account), (query) => query.where(sql<boolean>`lower(line.account) = lower(${search.account})`))
    .$if(search.organisationId !== undefined, (query) =>
      query.where('line.organisationId', '=', search.organisationId ?? ''),
    )
    .$if(Boolean(search.address), (query) => query.where(isAddress(search.address ?? '')))
    .$if(search.recordType !== undefined || Boolean(search.recordId), (query) =>
      query.where('line.operationId', 'in', changingOperations(db, scope, search)),
    )
}

/** An operation may contain points, as `oven.update` of `device`; it is also found with its module as prefix. */
function isOperation(typed: string) {
  const at = typed.indexOf('.')
  const module = typed.slice(0, Math.max(at, 0))
  // Each form uses an index by itself, but both together do not.
  return moduleWords[module] === undefined
    ? sql<boolean>`line.operation = ${typed}`
    : sql<boolean>`line.module = ${module} and line.operation = ${typed.slice(at + 1)}`
}

/** A whole address is that one alone, which an index finds in the order of the list; anything else is a beginning. */
const isAddress = (typed: string) =>
  isIP(typed) === 0 ? sql<boolean>`line.address like ${`${literally(typed)}%`}` : sql<boolean>`line.address = ${typed}`

/**
 * The operations that changed a record, as far as the reader sees that change. The platform sees every one: a condition that
 * says so would mislead the planner to sort millions.
 */
const changingOperations = (db: Db, { organisationId, isAll }: KnownScope, { recordType, recordId }: LogSearch) =>
  db
    .selectFrom('operationChange as c')
    .select('c.operationId')
    .$if(isAll !== true, (query) => query.where(sql<boolean>`${organisationId}::bigint = any (${readersOf})`))
    .$if(recordType !== undefined, (query) => query.where('c.tableName', '=', recordType ?? ''))
    .$if(Boolean(recordId), (query) => query.where('c.rowId', '=', recordId ?? ''))

/** The readers of a change `c`: a change without an owner belongs to the platform. */
export const readersOf = sql`c.scope || array(select id from organisation where kind = 'platform')`

export const rowsOf = (db: Db, scope: KnownScope, loggedAt?: readonly string[]) =>
  db
    .selectFrom(seenLines(scope, loggedAt))
    .leftJoin('organisation', 'organisation.id', 'line.organisationId')
    .leftJoin('operationSeal as seal', 'seal.lineId', 'line.id')
    .select([
      'line.id',
      'line.operationId',
      'line.loggedAt',
      'line.accountId',
      'line.account',
      'line.address',
      'line.module',
      'line.operation',
      'line.method',
      'line.path',
      'line.durationMs',
      'line.code',
      'line.success',
      'line.origin',
      'organisation.name as organisation',
      'seal.n',
      'seal.leaf',
      // The names and addresses of other actors are neither shown nor searchable.
      sql<boolean>`coalesce(${isSeenBy(db, scope, 'line.organisationId')}, false)`.as('isActorWithin'),
    ])
export type StoredLine = NonNullable<Awaited<ReturnType<typeof findLine>>>

export async function findLinePage(db: Db, scope: CallerScope, search: LogSearch) {
  const direction = search.sort === 'loggedAt' ? 'asc' : 'desc'
  const matching = (await matchingLines(db, scope, search)).select(['line.id', 'line.loggedAt'])
  const ids = matching
    .orderBy('line.loggedAt', direction)
    .orderBy('line.id', direction)
    .limit(search.pageSize)
    .offset(offsetOf(search))
  const [found, counted] = await Promise.all([ids.execute(), countRows(db, matching)])
  if (found.length === 0) return { list: [], ...counted }
  const loggedAt = found.map((line) => line.loggedAt)
  const list = await rowsOf(db, await knownScope(db, scope), loggedAt)
    .where(
      'line.id',
      'in',
      found.map(({ id }) => id),
    )
    .orderBy('line.loggedAt', direction)
    .orderBy('line.id', direction)
    .execute()
  return { list, ...counted }
}

/** Undefined for a line that the caller may not read. */
export async function findLine(db: Db, scope: CallerScope, id: string) {
  return rowsOf(db, await knownScope(db, scope))
    .where('line.id', '=', id)
    .executeTakeFirst()
}

/** Undefined if it was erased. */
export async function findBody(db: Db, operationId: string) {
  return db
    .selectFrom('operationBody')
    .select(['request', 'response'])
    .where('operationId', '=', operationId)
    .executeTakeFirst()
}

/** When one call changed rows of several organisations, each sees its own. */
export async function listChanges(db: Db, scope: DataScope, operationId: string, limit: number) {
  return db
    .selectFrom('operationChange as c')
    .select(['c.id', 'c.tableName', 'c.rowId', 'c.action', 'c.before', 'c.after'])
    .where('c.operationId', '=', operationId)
    .where(sql<boolean>`${scope.organisationId}::bigint = any (${readersOf})`)
    .orderBy('c.id')
    .limit(limit)
    .execute()
}

export async function countWaiting(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('operationFresh')
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}
