import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { SettingsRefused } from '../kept-secrets.ts'
import { within } from '../within.ts'
import { mayPass } from './connection/database-away.ts'
import type { Listener } from './listen.ts'

/** Every start uses this channel; a process recognises its own notification by the id. */
const channel = 'start'

/**
 * The limit is counted in answers of the database and not by the clock: a busy machine takes longer and is not refused.
 */
const triesWhileListening = 25
const maxTries = 100
const pauseMs = 200

const cure =
  'A pooler in between gives each transaction another session: set its pool_mode to session, or name PostgreSQL itself'

/**
 * Refuses a database behind which a connection is not one session. A pooler that gives every transaction another one
 * answers LISTEN and then delivers nothing, and forgets zone and limits: nothing would fail, and everything would be
 * wrong. So one notification of our own has to return. A database that is away is not judged.
 */
export async function requireSession(pool: pg.Pool, listener: Listener): Promise<void> {
  const reason = await whyNoSession(pool, listener).catch((error: unknown) => {
    if (!mayPass(error)) throw error
    return null
  })
  if (reason !== null) throw new SettingsRefused(`Setting DATABASE_URL is wrong: ${reason}. ${cure}`)
}

async function whyNoSession(pool: pg.Pool, listener: Listener): Promise<string | null> {
  const { rows } = await pool.query<{ zone: string }>(`select current_setting('TimeZone') as zone`)
  const zone = rows[0]?.zone
  if (zone !== 'UTC')
    return `the database forgets what is set on a connection (its time zone is ${zone}, and was set to UTC)`
  return (await comesBack(pool, listener))
    ? null
    : 'notifications of the database do not arrive over it (LISTEN is answered, and nothing comes)'
}

/** True even if no connection for notifications was available: that is another fault, which the log names. */
async function comesBack(pool: pg.Pool, listener: Listener): Promise<boolean> {
  const id = randomUUID()
  const arrived = new AbortController()
  const unsubscribe = listener.subscribe(channel, (payload) => {
    if (typeof payload === 'object' && payload !== null && 'id' in payload && payload.id === id) arrived.abort()
  })
  try {
    await within(listener.ready(), triesWhileListening * pauseMs)
    let unheard = 0
    for (let attempt = 0; attempt < maxTries && unheard < triesWhileListening; attempt += 1) {
      await pool.query('select pg_notify($1, $2)', [channel, JSON.stringify({ id })])
      await delay(pauseMs, undefined, { signal: arrived.signal }).catch(() => undefined)
      if (arrived.signal.aborted) return true
      if (listener.isListening()) unheard += 1
    }
    return unheard < triesWhileListening
  } finally {
    unsubscribe()
  }
}
