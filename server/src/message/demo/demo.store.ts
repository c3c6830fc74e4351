import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { MessageKey } from '../announce/announce.store.ts'

/** The first operations account of the platform, else its first administrator. */
export async function findDemoSender(db: Db): Promise<{ accountId: string; organisationId: string } | undefined> {
  const { rows } = await sql<{ accountId: string; organisationId: string }>`
    select a.id::text as "accountId", a.organisation_id::text as "organisationId" from account a
    join organisation o on o.id = a.organisation_id left join role r on r.id = a.role_id
    where o.kind = 'platform' and a.enabled order by (r.key = 'operations') desc nulls last, a.id limit 1`.execute(db)
  return rows[0]
}

export async function hasMessages(db: Db): Promise<boolean> {
  const row = await db.selectFrom('pushTask').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Marks it as read by every account, each some minutes or hours after it came. */
export async function readByAll(db: Db, { id, month }: MessageKey): Promise<void> {
  await sql`update message_delivery
    set state = 'read', read_at = created_at + make_interval(mins => (12 + (receiver_id * 37 + message_id * 53) % 300)::int)
    where month = ${month}::date and message_id = ${id}::bigint and receiver_kind = 'account'`.execute(db)
}
