import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'

/** Something that an account did. */
export type Act = Readonly<{ accountId: string; at: string }>

/** Every column that names the actor, with the column of the time. */
const acts = [
  ['file', 'account_id', 'created_at'],
  ['product_template', 'updated_by', 'updated_at'],
  ['product_template', 'published_by', 'published_at'],
  ['product_language', 'updated_by', 'updated_at'],
  ['product_language', 'published_by', 'published_at'],
  ['product_config', 'account_id', 'created_at'],
  ['product_broadcast', 'account_id', 'created_at'],
  ['thing_model', 'published_by', 'published_at'],
  ['thing_model', 'updated_by', 'updated_at'],
  ['device_change', 'account_id', 'changed_at'],
  ['command', 'account_id', 'created_at'],
  ['command_batch', 'account_id', 'created_at'],
  ['part_list', 'updated_by', 'updated_at'],
  ['push_task', 'account_id', 'created_at'],
  ['fault_act', 'account_id', 'at'],
  ['recipe', 'creator_id', 'created_at'],
  ['recipe', 'creator_id', 'updated_at'],
  ['recipe_version', 'published_by', 'published_at'],
  ['recipe_target', 'creator_id', 'created_at'],
  ['firmware_model', 'creator_id', 'created_at'],
  ['firmware_version', 'creator_id', 'created_at'],
  ['firmware_version', 'archiver_id', 'archived_at'],
  ['upgrade_task', 'creator_id', 'created_at'],
  ['upgrade_task', 'approved_by', 'approved_at'],
  ['upgrade_event', 'account_id', 'at'],
] as const

/**
 * Lists what accounts did according to the demo's rows, including the reading of messages; empty once one of these
 * accounts has signed in.
 */
export async function listDemoActs(db: Db): Promise<Act[]> {
  const done = acts.map(
    ([table, by, at]) => sql`
      select ${sql.ref(by)} as account_id, ${sql.ref(at)} as at from ${sql.table(table)} where ${sql.ref(by)} is not null`,
  )
  const { rows } = await sql<Act>`
    select act.account_id::text, act.at from (
      ${sql.join(done, sql` union all `)}
      union all select receiver_id, read_at from message_delivery where receiver_kind = 'account') as act
    join account a on a.id = act.account_id and act.at > a.created_at
    where not exists (select from account where last_login_at is not null)
    order by act.account_id, act.at`.execute(db)
  return rows
}

export type DemoSession = Readonly<{
  accountId: string
  tokenHash: string
  beganAt: string
  seenAt: string
  endedAt: string
  expiresAt: string
  absoluteExpiresAt: string
}>

/** Sessions that ended by signing out. */
export async function insertDemoSessions(
  trx: Transaction,
  sessions: readonly DemoSession[],
  { address, userAgent }: Readonly<{ address: string; userAgent: string }>,
): Promise<void> {
  await sql`
    insert into session (token_hash, account_id, address, user_agent, created_at, last_seen_at, expires_at, absolute_expires_at, revoked_at, revoked_because)
    select decode(s."tokenHash", 'hex'), s."accountId", ${address}, ${userAgent}, s."beganAt", s."seenAt", s."expiresAt", s."absoluteExpiresAt", s."endedAt", 'logout'
    from jsonb_to_recordset(${JSON.stringify(sessions)}::jsonb) as s ("tokenHash" text, "accountId" bigint, "beganAt" timestamptz, "seenAt" timestamptz,
      "expiresAt" timestamptz, "absoluteExpiresAt" timestamptz, "endedAt" timestamptz)`.execute(trx)
}

/** When the sessions of accounts began, and were last used. */
export async function listSessionSpans(db: Db, accountIds: readonly string[]) {
  const { rows } = await sql<{ accountId: string; beganAt: string; seenAt: string }>`
    select account_id::text, created_at as began_at, last_seen_at as seen_at from session
    where account_id = any(${accountIds}::bigint[])`.execute(db)
  return rows
}
