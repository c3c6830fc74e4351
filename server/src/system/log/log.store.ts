import { sql } from 'kysely'
import type { LogSearch } from '@brigade/contract/system/log/log.model.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { countRows, literally, offsetOf } from '../../platform/db/page.ts'

/**
 * Lines that an organisation reads: those within its scope when they were written, even if organisations have moved
 * since.
 */
const seenLines = (db: Db, scope: DataScope) =>
  db
    .selectFrom('operationScope')
    .innerJoin('operationLog as line', (join) =>
      join.onRef('line.id', '=', 'operationScope.lineId').onRef('line.loggedAt', '=', 'operationScope.loggedAt'),
    )
    .where('operationScope.organisationId', '=', scope.organisationId)

/**
 * Whether the actor's organisation is within the scope now; other actors' names and addresses are neither shown nor
 * searchable.
 */
const actorWithin = (db: Db, scope: DataScope) =>
  sql<boolean>`coalesce(line.organisation_id in (${within(db, scope)}), false)`

export function matchingLines(db: Db, scope: DataScope, search: LogSearch) {
  const asksForActor = Boolean(search.account) || Boolean(search.address) || search.organisationId !== undefined
  const isAsked = (value: unknown) => value !== undefined && value !== ''
  return seenLines(db, scope)
    .$if(isAsked(search.startTime), (query) => query.where('operationScope.loggedAt', '>=', search.startTime ?? ''))
    .$if(isAsked(search.endTime), (query) => query.where('operationScope.loggedAt', '<=', search.endTime ?? ''))
    .$if(isAsked(search.module), (query) => query.where('line.module', '=', search.module ?? ''))
    .$if(isAsked(search.operation), (query) =>
      query.where(
        sql<boolean>`(line.operation = ${search.operation} or line.module || '.' || line.operation = ${search.operation})`,
      ),
    )
    .$if(search.success !== undefined, (query) => query.where('line.success', '=', search.success ?? true))
    .$if(search.origin !== undefined, (query) => query.where('line.origin', '=', search.origin ?? 'call'))
    .$if(asksForActor, (query) =>
      query.where(
        sql<boolean>`(line.organisation_id in (${within(db, scope)}) or
          line.organisation_id is null and exists (select from organisation o where o.id = ${scope.organisationId} and o.kind = 'platform'))`,
      ),
    )
    .$if(Boolean(search.account), (query) => query.where(sql<boolean>`lower(line.account) = lower(${search.account})`))
    .$if(search.organisationId !== undefined, (query) =>
      query.where('line.organisationId', '=', search.organisationId ?? ''),
    )
    .$if(Boolean(search.address), (query) => query.where('line.address', 'like', `${literally(search.address ?? '')}%`))
    .$if(search.recordType !== undefined || Boolean(search.recordId), (query) =>
      query.where(
        sql<boolean>`exists (select from operation_change c where c.operation_id = line.operation_id
          and ${scope.organisationId}::bigint = any (${readersOf})
          and (${search.recordType ?? null}::text is null or c.table_name = ${search.recordType ?? null})
          and (${search.recordId || null}::text is null or c.row_id = ${search.recordId || null}))`,
      ),
    )
}

/** Whether a filter uses more than the time: without one the lines need not be read to be counted. */
const asksForLine = ({
  pageNum: _num,
  pageSize: _size,
  sort: _sort,
  startTime: _from,
  endTime: _to,
  ...others
}: LogSearch) => Object.values(others).some((value) => value !== undefined && value !== '')

const allLines = (db: Db, scope: DataScope, { startTime, endTime }: LogSearch) =>
  db
    .selectFrom('operationScope')
    .select(['operationScope.lineId', 'operationScope.loggedAt'])
    .where('operationScope.organisationId', '=', scope.organisationId)
    .$if(Boolean(startTime), (query) => query.where('operationScope.loggedAt', '>=', startTime ?? ''))
    .$if(Boolean(endTime), (query) => query.where('operationScope.loggedAt', '<=', endTime ?? ''))

/** The readers of a change `c`: a change without an owner belongs to the platform. */
export const readersOf = sql`c.scope || array(select id from organisation where kind = 'platform')`

export const rowsOf = (db: Db, scope: DataScope) =>
  seenLines(db, scope)
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
      actorWithin(db, scope).as('isActorWithin'),
    ])
export type StoredLine = NonNullable<Awaited<ReturnType<typeof findLine>>>

export async function findLinePage(db: Db, scope: DataScope, search: LogSearch) {
  const direction = search.sort === 'loggedAt' ? 'asc' : 'desc'
  const matching = asksForLine(search)
    ? matchingLines(db, scope, search).select(['operationScope.lineId', 'operationScope.loggedAt'])
    : allLines(db, scope, search)
  const ids = matching
    .orderBy('operationScope.loggedAt', direction)
    .orderBy('operationScope.lineId', direction)
    .limit(search.pageSize)
    .offset(offsetOf(search))
  const [found, counted] = await Promise.all([ids.execute(), countRows(db, matching)])
  if (found.length === 0) return { list: [], ...counted }
  const list = await rowsOf(db, scope)
    .where(
      'line.id',
      'in',
      found.map(({ lineId }) => lineId),
    )
    .where(
      'operationScope.loggedAt',
      'in',
      found.map(({ loggedAt }) => loggedAt),
    )
    .orderBy('line.loggedAt', direction)
    .orderBy('line.id', direction)
    .execute()
  return { list, ...counted }
}

/** Undefined for a line that the caller may not read. */
export async function findLine(db: Db, scope: DataScope, id: string) {
  return rowsOf(db, scope).where('line.id', '=', id).executeTakeFirst()
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
