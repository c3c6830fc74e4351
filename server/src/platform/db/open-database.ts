import { minuteMs } from '@brigade/contract/time.ts'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { columnParsers } from './column-parsers.ts'
import { noLimits, prepareConnection } from './connection/prepare-connection.ts'
import { watchAnswers, type Silence } from './connection/silent-connection.ts'
import { withCopy } from './copy/copy-client.ts'
import type { Database, Db } from './database.ts'

export type OpenedDatabase = {
  db: Db
  /** For work that the query builder cannot do: LISTEN, graphile-worker, plain SQL on hot paths. */
  pool: pg.Pool
  /** Destroys the connections that may be lost with another one. */
  otherLost: (silence?: Silence) => void
  close: () => Promise<void>
}

/**
 * A host can vanish silently: a power cut, a moved address, a forgotten NAT entry. Both sides ask an idle connection
 * for a sign of life after 10 s, and give it up after 10 s more. So the server ends an abandoned transaction, and its
 * locks are free again.
 */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Options common to all our connections, pooled or not. `prepareConnection` sets the rest. */
function connectionOf(databaseUrl: string, applicationName: string): pg.ClientConfig {
  return {
    connectionString: databaseUrl,
    application_name: applicationName,
    types: columnParsers,
    connectionTimeoutMillis: 10_000,
    ...keepAlive,
  }
}

/**
 * The server ends a statement at its limit and reports this. A connection that receives nothing for this much longer is
 * silent.
 */
const answerGraceMs = 5000

/** A single connection of its own, without limits. `onLost` receives the error that ends it between two statements. */
export async function openConnection(
  databaseUrl: string,
  applicationName: string,
  onLost: (error: Error) => void = () => undefined,
): Promise<pg.Client> {
  const client = new pg.Client(connectionOf(databaseUrl, applicationName))
  client.on('error', onLost)
  await client.connect()
  try {
    await prepareConnection(client, noLimits)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/**
 * A pool and the query builder on it. Nothing connects before the first statement. A statement ends after
 * `statementTimeoutMs` (30 s; jobs pass more), waits 10 s for a lock at most, and a transaction left idle for a minute
 * is cut off: one stuck caller must not stop vacuum or a migration. A connection that does not answer 5 s after the
 * limit of its statement is destroyed (`answeredWithin` for another limit).
 */
export function openDatabase(
  { databaseUrl }: { databaseUrl: string },
  {
    applicationName,
    max = 10,
    statementTimeoutMs = 30_000,
    log,
    marks = {},
  }: Readonly<{
    applicationName: string
    max?: number
    statementTimeoutMs?: number
    log?: Log
    /** Settings of ours, which triggers read. */
    marks?: Readonly<Record<`brigade.${string}`, string>>
  }>,
): OpenedDatabase {
  const limits = { statementMs: statementTimeoutMs, lockMs: 10_000, idleInTransactionMs: minuteMs }
  const pool = new pg.Pool({
    ...connectionOf(databaseUrl, applicationName),
    max,
    idleTimeoutMillis: 30_000,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise, which its types do not say
    onConnect: (client) => prepareConnection(client, limits, marks),
  })
  // An idle connection that the server ends (restart, failover) is reported here; without a handler it would end the
  // process.
  pool.on('error', (error) => {
    // pg attaches the whole client to the error: ten useless kilobytes a line.
    Reflect.deleteProperty(error, 'client')
    log?.warn({ err: error }, 'An idle database connection was lost')
  })
  // The same applies to one that ends between two statements of a transaction; its next statement fails, and that is
  // enough.
  pool.on('connect', (client) =>
    client.on('error', (error) => log?.warn({ err: error }, 'A database connection was lost')),
  )

  const watch = watchAnswers(pool, {
    limitMs: statementTimeoutMs === 0 ? Number.POSITIVE_INFINITY : statementTimeoutMs + answerGraceMs,
    log,
  })

  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: withCopy(pool, log) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  let closing: Promise<void> | undefined
  const end = async () => {
    await pool.end()
    watch.end()
  }
  return { db, pool, otherLost: watch.otherLost, close: () => (closing ??= end()) }
}
