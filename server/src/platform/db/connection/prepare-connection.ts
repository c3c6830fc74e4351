import type pg from 'pg'

/** Milliseconds; 0 means no limit. */
export type ConnectionLimits = Readonly<{ statementMs: number; lockMs: number; idleInTransactionMs: number }>

/** For connections that wait by design: LISTEN, backup. */
export const noLimits: ConnectionLimits = { statementMs: 0, lockMs: 0, idleInTransactionMs: 0 }

const answerLimitMs = 10_000

/**
 * Settings that our statements and parsers rely on, whatever the defaults of the server, the database and the user are.
 * An `idle_session_timeout` would end LISTEN and idle connections of a pool, and a `transaction_timeout` would end long
 * work.
 */
const settingsOf = ({
  statementMs,
  lockMs,
  idleInTransactionMs,
}: ConnectionLimits): Readonly<Record<string, string>> => ({
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  statement_timeout: String(statementMs),
  lock_timeout: String(lockMs),
  idle_in_transaction_session_timeout: String(idleInTransactionMs),
  idle_session_timeout: '0',
  // A vanished host sends nothing: the server then gives its connection up too, and its locks are free again.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '5',
  tcp_user_timeout: '20000',
  transaction_timeout: '0',
  // PostgreSQL overestimates the rows of lists within a row ten times, and would compile for seconds what runs for
  // milliseconds.
  jit: 'off',
})

/**
 * Sets a new connection up in one round trip, before anybody gets it. The settings are not parameters of the start-up
 * packet, because a pooler in between refuses or ignores those. A setting that this server does not know
 * (`transaction_timeout` before PostgreSQL 17) is left out; `marks` are our own settings, which no server knows.
 */
export async function prepareConnection(
  client: pg.ClientBase,
  limits: ConnectionLimits,
  marks: Readonly<Record<string, string>> = {},
): Promise<void> {
  const settings = { ...settingsOf(limits), ...marks }
  const question: pg.QueryConfig & { query_timeout: number } = {
    text: `select set_config(name, value, false) from unnest($1::text[], $2::text[]) as own (name, value)
      where current_setting(name, true) is not null or name = any($3::text[])`,
    values: [Object.keys(settings), Object.values(settings), Object.keys(marks)],
    query_timeout: answerLimitMs,
  }
  await client.query(question)
}
