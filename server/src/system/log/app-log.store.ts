import type { AppLogSearch } from '@brigade/contract/system/log/log.model.ts'
import { sql, type Insertable } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { countRows, literally, offsetOf } from '../../platform/db/page.ts'
import { withPartitions } from '../../platform/db/partitions.ts'

export type DemoAppLine = Omit<
  Insertable<Database['appLog']>,
  'id' | 'isDemo' | 'appUserId' | 'organisationId' | 'request' | 'response'
>

/** Inserts rows of the demo if the log is empty. */
export async function plantDemoAppLog(db: Db, lines: readonly DemoAppLine[]): Promise<void> {
  if ((await db.selectFrom('appLog').select('id').limit(1).executeTakeFirst()) !== undefined) return
  const nothing = { appUserId: null, organisationId: null, request: null, response: null }
  const rows = lines.map((line) => ({ ...line, ...nothing, isDemo: true }))
  await withPartitions(db, () => db.insertInto('appLog').values(rows).execute())
}

/** Lines about devices within the scope; the platform also reads those about none. */
const seenLines = (db: Db, scope: DataScope) =>
  db
    .selectFrom('appLog')
    .leftJoin('organisation', 'organisation.id', 'appLog.organisationId')
    .where(
      sql<boolean>`(app_log.organisation_id in (${within(db, scope)}) or app_log.organisation_id is null
        and exists (select from organisation o where o.id = ${scope.organisationId} and o.kind = 'platform'))`,
    )

const columns = [
  'appLog.id',
  'appLog.loggedAt',
  'appLog.appUser',
  sql<string>`coalesce(organisation.name, '')`.as('organisation'),
  'appLog.address',
  'appLog.operation',
  'appLog.code',
  'appLog.success',
  'appLog.durationMs',
  'appLog.isDemo',
] as const

export async function findAppPage(db: Db, scope: DataScope, search: AppLogSearch) {
  const direction = search.sort === 'loggedAt' ? 'asc' : 'desc'
  const matching = seenLines(db, scope)
    .$if(Boolean(search.startTime), (query) => query.where('appLog.loggedAt', '>=', search.startTime ?? ''))
    .$if(Boolean(search.endTime), (query) => query.where('appLog.loggedAt', '<=', search.endTime ?? ''))
    .$if(Boolean(search.operation), (query) => query.where('appLog.operation', '=', search.operation ?? ''))
    .$if(search.success !== undefined, (query) => query.where('appLog.success', '=', search.success ?? true))
    .$if(search.organisationId !== undefined, (query) =>
      query.where('appLog.organisationId', '=', search.organisationId ?? ''),
    )
    .$if(Boolean(search.address), (query) =>
      query.where('appLog.address', 'like', `${literally(search.address ?? '')}%`),
    )
  const [list, counted] = await Promise.all([
    matching
      .select(columns)
      .orderBy('appLog.loggedAt', direction)
      .orderBy('appLog.id', direction)
      .limit(search.pageSize)
      .offset(offsetOf(search))
      .execute(),
    countRows(db, matching.select('appLog.id')),
  ])
  return { list, ...counted }
}

/** Undefined for a line that the caller may not read. */
export async function findAppLine(db: Db, scope: DataScope, id: string) {
  return seenLines(db, scope)
    .select([...columns, 'appLog.method', 'appLog.path', 'appLog.request', 'appLog.response'])
    .where('appLog.id', '=', id)
    .executeTakeFirst()
}
