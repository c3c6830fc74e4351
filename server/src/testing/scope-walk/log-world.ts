import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from '../start-app.ts'

/** Inserts a line of each log, with everything that belongs to it. */
export async function plantLog(
  app: TestApp,
  { organisationId, accountId, name }: { organisationId: string; accountId: string; name: (what: string) => string },
): Promise<void> {
  const { db, clock } = app
  const line = await db
    .insertInto('operationLog')
    .values({
      loggedAt: new Date(clock.now() - 180_000).toISOString(),
      accountId,
      account: name('log'),
      organisationId,
      address: '127.0.0.1',
      module: 'planted',
      operation: 'planted',
      method: 'POST',
      path: '/planted',
      durationMs: 1,
      code: 200,
      success: true,
    })
    .returning(['id', 'operationId', 'loggedAt'])
    .executeTakeFirstOrThrow()
  const { id: lineId, operationId, loggedAt } = line
  const content = {
    request: JSON.stringify({ content: name('asked') }),
    response: JSON.stringify({ content: name('answered') }),
  }
  await db
    .insertInto('operationBody')
    .values({ operationId, loggedAt, salt: randomBytes(16), ...content })
    .execute()
  await sql`insert into operation_scope (organisation_id, logged_at, line_id)
    select ancestor_id, ${loggedAt}::timestamptz, ${lineId} from organisation_tree where descendant_id = ${organisationId}`.execute(
    db,
  )
  await sql`insert into operation_change (operation_id, logged_at, account_id, call, table_name, row_id, action, before, after, scope)
    select ${operationId}::uuid, now(), ${accountId}, 'planted.planted', 'role', ${lineId}, 'update', null,
      ${JSON.stringify({ name: name('changed') })}::jsonb, array_agg(ancestor_id)
    from organisation_tree where descendant_id = ${organisationId}`.execute(db)
  await sql`insert into app_log (logged_at, app_user, organisation_id, address, operation, method, path, duration_ms, code, success, request)
    values (now(), ${name('user')}, ${organisationId}, '127.0.0.1', 'planted', 'POST', '/planted', 1, 200, true,
      ${JSON.stringify({ text: name('bound') })}::jsonb)`.execute(db)
}
