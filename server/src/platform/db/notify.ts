import { chunks } from '@brigade/contract/chunks.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Log } from '../log.ts'
import type { Db } from './database.ts'
import { noteNotified } from './connection/open-transaction.ts'

/** Lists of ids by what they are ids of (`{ device: ['1', '2'] }`), or single words (`{ id: '7' }`). Never more than ids: 8,000 bytes is PostgreSQL's limit. */
export type Notice = Readonly<Record<string, string | readonly string[]>>

export type Notifier = Readonly<{
  /**
   * Sends a notice soon, together with the others of the same tick. Delivery is best effort: a lost notice may only
   * cost time.
   */
  notify: (channel: string, notice: Notice) => void
  /** Resolves once every notice so far has been sent. */
  flush: () => Promise<void>
}>

/** Ids are short; this many of them, quoted, stay well under the limit. */
const idsPerNotice = 300

/** Merges notices that contain only lists into one per kind, each id once; others stay unchanged, each once. */
function merged(notices: readonly Notice[]): string[] {
  const lists = new Map<string, Set<string>>()
  const single = new Set<string>()
  for (const notice of notices) {
    const entries = Object.entries(notice)
    if (entries.length === 0 || !entries.every(([, value]) => Array.isArray(value))) {
      single.add(JSON.stringify(notice))
      continue
    }
    for (const [kind, ids] of entries) {
      const known = lists.get(kind) ?? new Set<string>()
      for (const id of ids) known.add(id)
      lists.set(kind, known)
    }
  }
  for (const [kind, ids] of lists) {
    for (const some of chunks([...ids], idsPerNotice)) single.add(JSON.stringify({ [kind]: some }))
  }
  return [...single]
}

async function send(db: Db, notices: ReadonlyMap<string, readonly Notice[]>) {
  const rows = [...notices].flatMap(([channel, given]) => merged(given).map((payload) => ({ channel, payload })))
  if (rows.length === 0) return
  const channels = rows.map(({ channel }) => channel)
  const payloads = rows.map(({ payload }) => payload)
  await sql`select pg_notify(channel, payload) from unnest(${channels}::text[], ${payloads}::text[]) as notice (channel, payload)`.execute(
    db,
  )
}

/** Part of the caller's transaction: PostgreSQL delivers the notice when it commits, and never when it rolls back. */
export async function notifyOnCommit(db: Db, channel: string, notice: Notice) {
  noteNotified(channel)
  await send(db, new Map([[channel, [notice]]]))
}

/**
 * The same as a query within a larger statement: notifies of the ids that `ids` selects as text in a column `id`. It
 * selects one row, and runs only if the statement needs that row.
 */
export const notifyIds = (channel: string, kind: string, ids: RawBuilder<unknown>) => sql`
  select count(pg_notify(${channel}::text, notice)) as notices from (
    select json_build_object(${kind}::text, json_agg(id))::text as notice
    from (select id, (row_number() over () - 1) / ${idsPerNotice}::int as portion from (${ids}) as named) as numbered
    group by portion
  ) as portions`

/**
 * Collects the notices of one tick, and of the time in which the previous statement is running: under load one
 * statement sends them all.
 */
export function createNotifier(db: Db, { log }: { log?: Log | undefined } = {}): Notifier {
  let pending = new Map<string, Notice[]>()
  let sending: Promise<void> | undefined

  async function sendAll() {
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (pending.size > 0) {
      const notices = pending
      pending = new Map()
      try {
        await send(db, notices)
      } catch (error) {
        log?.warn({ err: error }, 'Notifications were not sent')
      }
    }
    sending = undefined
  }

  return {
    notify: (channel, notice) => {
      const waiting = pending.get(channel)
      if (waiting) waiting.push(notice)
      else pending.set(channel, [notice])
      sending ??= sendAll()
    },
    flush: async () => {
      await sending
    },
  }
}
