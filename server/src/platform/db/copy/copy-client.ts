import { once } from 'node:events'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Log } from '../../log.ts'
import { noteUnconnected } from '../connection/database-away.ts'
import { noteConnecting } from '../connection/open-transaction.ts'
import { queryOf } from '../connection/prepared-statement.ts'

/** The one parameter of a COPY statement: the rows, encoded. */
export type CopyPayload = { copyPayload: Buffer; rowCount: number }

function payloadOf(parameters: readonly unknown[] | undefined): CopyPayload | undefined {
  const first = parameters?.[0]
  if (typeof first !== 'object' || first === null || !('copyPayload' in first) || !('rowCount' in first))
    return undefined
  const { copyPayload, rowCount } = first
  return Buffer.isBuffer(copyPayload) && typeof rowCount === 'number' ? { copyPayload, rowCount } : undefined
}

async function copyInto(client: pg.PoolClient, statement: string, { copyPayload, rowCount }: CopyPayload) {
  const stream = client.query(copyFrom(statement))
  const finished = once(stream, 'finish')
  stream.end(copyPayload)
  await finished
  return { command: 'COPY', rowCount, rows: [] }
}

/**
 * The pool as the query builder sees it, with one addition: a statement whose only parameter is a `CopyPayload` runs as
 * COPY … FROM STDIN. So `copyRows` works on any `Db`, also inside the caller's transaction, which the builder does not
 * otherwise allow.
 */
export function withCopy(pool: pg.Pool, log: Log | undefined): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient =>
    // The builder remembers each client by identity and uses only the members handled here.
    new Proxy(client, {
      get(target, key) {
        if (key !== 'query') {
          const value: unknown = Reflect.get(target, key, target)
          const bound: unknown = typeof value === 'function' ? value.bind(target) : value
          return bound
        }
        return (statement: string, parameters?: readonly unknown[]) => {
          const payload = payloadOf(parameters)
          return payload ? copyInto(target, statement, payload) : target.query(queryOf(statement, parameters))
        }
      },
    })
  return {
    options: pool.options,
    connect: async () => {
      noteConnecting(log)
      const client = await pool.connect().catch((error: unknown) => {
        noteUnconnected(error)
        throw error
      })
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
