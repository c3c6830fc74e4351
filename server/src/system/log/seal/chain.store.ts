import { dayMs } from '@brigade/contract/time.ts'
import { sql, type RawBuilder } from 'kysely'
import { noBody, type Link } from '../../../platform/chain/chain.ts'
import type { Checkpoint } from '../../../platform/chain/checkpoint.ts'
import type { Db } from '../../../platform/db/database.ts'
import { bodyHash, canonical, changesOf } from './leaf.store.ts'

export type ChainState = Readonly<{ n: bigint; head: Buffer; sealedAt: string | null }>

type EntryRow = {
  lineId: string
  loggedAt: string
  canonical: string
  changes: string
  changeIds: string | null
  readers: string
  bodyHash: Buffer | null
}
export type FreshEntry = Omit<EntryRow, 'bodyHash'> & Readonly<{ bodyHash: Buffer }>

/**
 * Only one process seals at a time; the lock lasts until the end of the transaction. `waits`: waits until no other
 * process seals.
 */
export async function lockSealing(db: Db, { waits }: { waits: boolean } = { waits: false }): Promise<boolean> {
  if (waits) {
    await sql`select pg_advisory_xact_lock(hashtext('seal_log'))`.execute(db)
    return true
  }
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtext('seal_log')) as held`.execute(
    db,
  )
  return rows[0]?.held === true
}

export async function readChain(db: Db): Promise<ChainState> {
  const row = await db.selectFrom('chainHead').selectAll().executeTakeFirstOrThrow()
  return { n: BigInt(row.n), head: row.head, sealedAt: row.sealedAt }
}

/**
 * Lines that wait to be sealed. What an earlier line of the same operation has sealed is not sealed again: the call took
 * so long that a sweep was there before it, or a part of it came after its line.
 */
/** Whether `listFresh` would find one. */
export const areLinesFresh = (now: string) =>
  sql<boolean>`exists (select from operation_fresh where not_before is null or not_before <= ${now}::timestamptz)`

export async function listFresh(db: Db, limit: number, at: number): Promise<FreshEntry[]> {
  const isOwn = sql<boolean>`(earlier.ids is null or not c.id <@ earlier.ids)`
  const { rows } = await sql<EntryRow>`
    select l.id as line_id, l.logged_at, ${canonical} as canonical, own.changes, own.ids::text as change_ids,
      array_to_string(f.readers, ',') as readers, ${bodyHash} as body_hash
    from operation_fresh f join operation_log l on l.id = f.line_id and l.logged_at = f.logged_at
    cross join lateral (
      select range_agg(e.change_ids) as ids from operation_log o join operation_seal e on e.line_id = o.id and e.logged_at = o.logged_at
      where o.operation_id = l.operation_id and o.id <> l.id
    ) as earlier
    cross join lateral (${changesOf(isOwn)}) as own
    where f.not_before is null or f.not_before <= ${new Date(at).toISOString()}
    order by f.line_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, bodyHash: row.bodyHash ?? noBody }))
}

export async function writeLinks(
  db: Db,
  entries: readonly FreshEntry[],
  links: readonly Link[],
  at: number,
): Promise<void> {
  const last = links.at(-1)
  if (last === undefined) return
  const sealedAt = new Date(at).toISOString()
  const ids = entries.map(({ lineId }) => lineId)
  const column = (values: readonly unknown[], type: string): RawBuilder<unknown> => sql`${values}::${sql.raw(type)}[]`
  await sql`
    insert into operation_seal (n, sealed_at, line_id, logged_at, body_hash, leaf, head, format, changes, change_ids, readers)
    select n, ${sealedAt}, line_id, l.logged_at, body_hash, leaf, head, 2, changes, change_ids::int8multirange, l.readers
    from unnest(
      ${column(
        links.map(({ n }) => String(n)),
        'bigint',
      )}, ${column(ids, 'bigint')}, ${column(
        entries.map((entry) => entry.bodyHash),
        'bytea',
      )}, ${column(
        links.map(({ leaf }) => leaf),
        'bytea',
      )}, ${column(
        links.map(({ head }) => head),
        'bytea',
      )}, ${column(
        entries.map(({ changes }) => changes),
        'text',
      )}, ${column(
        entries.map(({ changeIds }) => changeIds ?? '{}'),
        'text',
      )}) as link (n, line_id, body_hash, leaf, head, changes, change_ids)
    join operation_fresh l using (line_id)`.execute(db)
  await sql`delete from operation_fresh where line_id = any(${ids}::bigint[])`.execute(db)
  await sql`update chain_head set n = ${String(last.n)}, head = ${last.head}, sealed_at = ${sealedAt}`.execute(db)
  await sql`insert into chain_day (day, n, head) values ((${sealedAt}::timestamptz at time zone 'UTC')::date, ${String(last.n)}, ${last.head})
    on conflict (day) do update set n = excluded.n, head = excluded.head`.execute(db)
}

export async function findNewestCheckpoint(db: Db) {
  return db.selectFrom('chainCheckpoint').selectAll().orderBy('n', 'desc').limit(1).executeTakeFirst()
}

/** The newest checkpoint that was also stored outside. */
export async function findNewestLeft(db: Db) {
  return db
    .selectFrom('chainCheckpoint')
    .select(['n', 'madeAt'])
    .where(sql<boolean>`cardinality(left_for) > 0`)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertCheckpoint(db: Db, { n, ...rest }: Checkpoint, leftFor: string[]): Promise<void> {
  await db
    .insertInto('chainCheckpoint')
    .values({ ...rest, n: String(n), leftFor })
    .onConflict((conflict) => conflict.column('n').doUpdateSet({ leftFor }))
    .execute()
}

/** Records a new retention of lines in days, if it has changed. */
export async function noteKeptDays(db: Db, days: number, at: number): Promise<void> {
  const since = new Date(at).toISOString()
  await sql`insert into chain_kept (since, days) select ${since}, ${days}
    where ${days}::int is distinct from (select days from chain_kept order by since desc limit 1)
    on conflict (since) do nothing`.execute(db)
}

/**
 * The time before which lines may have been dropped: the latest end of any retention while it was in force. `days`: the
 * present retention, if none was recorded yet.
 */
export async function readDroppedUntil(db: Db, now: number, days: number): Promise<string> {
  const at = new Date(now).toISOString()
  const { rows } = await sql<{ until: string | null }>`
    select max(least(until, ${at}::timestamptz) - make_interval(days => days)) as until
    from (select days, lead(since, 1, 'infinity') over (order by since) as until from chain_kept where since <= ${at}::timestamptz) as kept`.execute(
    db,
  )
  return rows[0]?.until ?? new Date(now - days * dayMs).toISOString()
}
