import { Socket } from 'node:net'
import { finished, Writable } from 'node:stream'
import type pg from 'pg'
import type { Log } from '../../log.ts'
import { answerLimitNow } from './answer-limit.ts'

/** The database did not answer in time. Its work may be done, not done, or still running. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
  /** The code of the network error: the database is away. */
  readonly code = 'ETIMEDOUT'
}

/**
 * Destroys the socket of a connection without telling the other side, which would not receive it. Callers that wait for
 * an answer fail with `reason`. The driver's own `end` waits for the other side if no statement is running.
 */
export function cutOff(client: pg.ClientBase, reason: Error): void {
  const connection: unknown = Reflect.get(client, 'connection')
  const socket: unknown =
    typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'stream') : undefined
  if (socket instanceof Socket) socket.destroy(reason)
}

type Watched = {
  /** A caller has taken it from the pool. */
  isOut: boolean
  /** Statements without an answer. */
  pending: number
  /** When the oldest of them began to be the next to be answered. */
  sinceMs: number
  limitMs: number
  answeredAtMs: number
  /** It was over its limit at the last look. Data that arrived meanwhile is read before it counts as silent. */
  isDue: boolean
}

const lookEveryMs = 500

/**
 * How another connection learned that the database is silent: when it was last heard, and when its unanswered question
 * was sent.
 */
export type Silence = Readonly<{ heardAtMs: number; askedAtMs: number }>

type AnswerWatch = Readonly<{
  /**
   * Another connection was lost. Idle ones are destroyed, and after a silence also those in use that received nothing
   * since: a statement on them may never arrive, which no keep-alive detects. One that has waited since before
   * continues to wait, and the keep-alive decides.
   */
  otherLost: (silence?: Silence) => void
  end: () => void
}>

/**
 * Watches the connections of a pool: one that does not answer a statement within its limit is destroyed, so that it
 * never returns to the pool, and so are idle ones without traffic since. `limitMs` applies to work without a limit of
 * its own.
 */
export function watchAnswers(
  pool: pg.Pool,
  { limitMs, log }: Readonly<{ limitMs: number; log: Log | undefined }>,
): AnswerWatch {
  const clients = new Map<pg.PoolClient, Watched>()

  pool.on('connect', (client) => {
    const watched: Watched = {
      isOut: true,
      pending: 0,
      sinceMs: 0,
      limitMs,
      answeredAtMs: performance.now(),
      isDue: false,
    }
    clients.set(client, watched)
    watchStatements(client, watched, limitMs)
  })
  pool.on('acquire', (client) => {
    const watched = clients.get(client)
    if (watched !== undefined) watched.isOut = true
  })
  pool.on('release', (_error, client) => {
    const watched = clients.get(client)
    if (watched !== undefined) watched.isOut = false
  })
  pool.on('remove', (client) => void clients.delete(client))

  function dropSilent(client: pg.PoolClient, { sinceMs }: Watched) {
    const seconds = Math.round((performance.now() - sinceMs) / 1000)
    log?.warn({ seconds }, 'The database did not answer: its connection is given up')
    const reason = new DatabaseSilent(`The database did not answer for ${seconds} s`)
    cutOff(client, reason)
    dropIdle(reason, sinceMs)
  }

  /** The host may have vanished, and then nobody is to be handed a connection to it. */
  function dropIdle(reason: Error, unheardSinceMs: number) {
    for (const [client, { isOut, answeredAtMs }] of clients)
      if (!isOut && answeredAtMs < unheardSinceMs) cutOff(client, reason)
  }

  const timer = setInterval(() => {
    const nowMs = performance.now()
    for (const [client, watched] of clients) {
      const isOver = watched.pending > 0 && nowMs - watched.sinceMs > watched.limitMs
      if (isOver && watched.isDue) dropSilent(client, watched)
      watched.isDue = isOver
    }
  }, lookEveryMs)
  timer.unref()
  function otherLost(silence?: Silence) {
    const reason = new DatabaseSilent('Another connection to the database was lost')
    dropIdle(reason, performance.now())
    if (silence === undefined) return
    for (const [client, { pending, sinceMs, answeredAtMs }] of clients) {
      const isPatient = pending > 0 && sinceMs < silence.heardAtMs
      if (answeredAtMs < silence.askedAtMs && !isPatient) cutOff(client, reason)
    }
  }

  return {
    otherLost,
    end: () => clearInterval(timer),
  }
}

/** Records when each statement of a connection is sent and answered, whoever sends it. */
function watchStatements(client: pg.PoolClient, watched: Watched, limitMs: number): void {
  const run = client.query.bind(client)

  function begin() {
    const limit = answerLimitNow() ?? limitMs
    watched.limitMs = watched.pending === 0 ? limit : Math.max(limit, watched.limitMs)
    if (watched.pending === 0) watched.sinceMs = performance.now()
    watched.pending += 1
  }
  function end() {
    watched.pending -= 1
    watched.answeredAtMs = performance.now()
    watched.sinceMs = watched.answeredAtMs
    watched.isDue = false
  }

  Reflect.set(client, 'query', (...given: unknown[]): unknown => {
    const [statement] = given
    begin()
    // COPY is a stream, which finishes when it is answered.
    if (statement instanceof Writable) {
      finished(statement, end)
      const stream: unknown = Reflect.apply(run, undefined, given)
      return stream
    }
    const last = given.at(-1)
    if (typeof last === 'function') {
      const answered = (...answer: unknown[]): unknown => {
        end()
        const result: unknown = Reflect.apply(last, undefined, answer)
        return result
      }
      const sent: unknown = Reflect.apply(run, undefined, [...given.slice(0, -1), answered])
      return sent
    }
    const answer: unknown = Reflect.apply(run, undefined, given)
    if (answer instanceof Promise) answer.then(end, end)
    else end()
    return answer
  })
}
