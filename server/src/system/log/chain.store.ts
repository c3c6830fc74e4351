import { sql, type RawBuilder } from 'kysely'
import type { ChainEntry, Link } from '../../platform/chain/chain.ts'
import type { Checkpoint } from '../../platform/chain/checkpoint.ts'
import type { Db } from '../../platform/db/database.ts'

export type ChainState = Readonly<{ n: bigint; head: Buffer; sealedAt: string | null; sweptTo: string | null }>

type EntryRow = { lineId: string; loggedAt: string; canonical: string; changes: string; bodyHash: Buffer | null }
export type FreshEntry = ChainEntry & Readonly<{ lineId: string; loggedAt: string }>

/** The columns of a line `l` in one text. Times have microseconds, as stored. */
export const canonical = sql<string>`jsonb_build_array(l.id::text, l.operation_id,
  to_char(l.logged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), l.account_id::text, l.account, l.organisation_id::text,
  l.address, l.module, l.operation, l.method, l.path, l.duration_ms, l.code, l.success, l.origin)::text`
export const changesText = sql<string>`coalesce((select string_agg(jsonb_build_array(c.id::text, c.table_name, c.row_id, c.action, c.account_id::text,
  c.call, c.before, c.after, c.scope::text)::text, chr(30) order by c.id)
  from operation_change c where c.operation_id = l.operation_id), '')`
/** The hash of all changes: an import has a hundred thousand, which need not be transferred. */
const changes = sql<string>`encode(sha256(convert_to(${changesText}, 'UTF8')), 'hex')`
/** Null if the body was erased. */
const bodyHash = sql<Buffer | null>`(select sha256(b.salt || convert_to(coalesce(b.request::text, '') || chr(31) || coalesce(b.response::text, ''), 'UTF8'))
  from operation_body b where b.operation_id = l.operation_id and b.logged_at = l.logged_at)`

const noBody = Buffer.alloc(32)

/**
 * Only one process seals at a time; the lock is held to the end of the transaction. `waits`: until no other process
 * seals.
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
  return { n: BigInt(row.n), head: row.head, sealedAt: row.sealedAt, sweptTo: row.sweptTo }
}

export async function listFresh(db: Db, limit: number, at: number): Promise<FreshEntry[]> {
  const { rows } = await sql<EntryRow>`
    select l.id as line_id, l.logged_at, ${canonical} as canonical, ${changes} as changes, ${bodyHash} as body_hash
    from operation_fresh f join operation_log l on l.id = f.line_id and l.logged_at = f.logged_at
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
    insert into operation_seal (n, sealed_at, line_id, logged_at, body_hash, leaf, head)
    select n, ${sealedAt}, line_id, l.logged_at, body_hash, leaf, head
    from unnest(${column(
      links.map(({ n }) => String(n)),
      'bigint',
    )}, ${column(ids, 'bigint')},
      ${column(
        entries.map((entry) => entry.bodyHash),
        'bytea',
      )}, ${column(
        links.map(({ leaf }) => leaf),
        'bytea',
      )},
      ${column(
        links.map(({ head }) => head),
        'bytea',
      )}) as link (n, line_id, body_hash, leaf, head)
    join operation_fresh l using (line_id)`.execute(db)
  await sql`delete from operation_fresh where line_id = any(${ids}::bigint[])`.execute(db)
  await sql`update chain_head set n = ${String(last.n)}, head = ${last.head}, sealed_at = ${sealedAt}`.execute(db)
  await sql`insert into chain_day (day, n, head) values ((${sealedAt}::timestamptz at time zone 'UTC')::date, ${String(last.n)}, ${last.head})
    on conflict (day) do update set n = excluded.n, head = excluded.head`.execute(db)
}

/**
 * Writes lines for changes that have none: the call ended before it wrote its own, or there was no call. `before`:
 * changes so old that no call will write one. Returns their number.
 */
export async function sweepChanges(
  db: Db,
  { call, none, now }: { call: number; none: number; now: number },
): Promise<number> {
  const iso = (ms: number) => new Date(now - ms).toISOString()
  const { rows } = await sql<{ n: number }>`
    with loose as (
      select c.operation_id, date_trunc('milliseconds', min(c.logged_at)) as logged_at, min(c.account_id) as account_id, min(c.call) as call
      from operation_change c
      where c.logged_at >= (select coalesce(swept_to, '-infinity') from chain_head) - interval '1 hour'
        and c.logged_at < case c.call when '' then ${iso(none)}::timestamptz else ${iso(call)}::timestamptz end
        and not exists (select from operation_log l where l.operation_id = c.operation_id)
        and not exists (select from job j where j.operation_id = c.operation_id and j.status in ('waiting', 'running'))
      group by c.operation_id
    ), line as (
      insert into operation_log (operation_id, logged_at, account_id, account, organisation_id, address, module, operation,
        method, path, duration_ms, code, success, origin)
      select o.operation_id, o.logged_at, o.account_id, coalesce(a.account, ''), a.organisation_id, '', split_part(o.call, '.', 1),
        coalesce(substr(o.call, strpos(o.call, '.') + 1), ''), '', '', 0, 0, false, case o.call when '' then 'outside' else 'interrupted' end
      from loose o left join account a on a.id = o.account_id
      returning id, operation_id, logged_at, organisation_id
    ), fresh as (
      insert into operation_fresh (line_id, logged_at) select id, logged_at from line
    ), readers as (
      select l.id, l.logged_at, t.ancestor_id as reader from line l join organisation_tree t on t.descendant_id = l.organisation_id
      union select l.id, l.logged_at, o.id from line l, organisation o where o.kind = 'platform'
      union select l.id, l.logged_at, unnest(c.scope) from line l join operation_change c using (operation_id)
    ), seen as (
      insert into operation_scope (organisation_id, logged_at, line_id) select reader, logged_at, id from readers
    )
    select count(*)::int as n from line`.execute(db)
  // Changes of a running job are examined again when it has ended.
  await sql`update chain_head set swept_to = least(${iso(Math.max(call, none))}::timestamptz,
    (select min(created_at) from job where status in ('waiting', 'running')))`.execute(db)
  return rows[0]?.n ?? 0
}

export type StoredLink = Readonly<{
  n: bigint
  leaf: Buffer
  head: Buffer
  sealedBodyHash: Buffer
  lineId: string
  loggedAt: string
  sealedAt: string
  /** Null: the line is deleted. */
  entry: (Omit<ChainEntry, 'bodyHash'> & { bodyHash: Buffer | null }) | null
}>

/** Links in order, a portion at a time, with the present content of their lines. */
export async function listLinks(db: Db, after: bigint, limit: number): Promise<StoredLink[]> {
  const { rows } = await sql<{
    n: string
    leaf: Buffer
    head: Buffer
    sealed: Buffer
    lineId: string
    loggedAt: string
    sealedAt: string
    canonical: string | null
    changes: string
    bodyHash: Buffer | null
  }>`
    select s.n, s.leaf, s.head, s.body_hash as sealed, s.line_id, s.logged_at, s.sealed_at,
      case when l.id is not null then ${canonical} end as canonical, ${changes} as changes, ${bodyHash} as body_hash
    from operation_seal s left join operation_log l on l.id = s.line_id and l.logged_at = s.logged_at
    where s.n > ${String(after)} order by s.n limit ${limit}`.execute(db)
  return rows.map(({ canonical: line, changes: changed, bodyHash: hash, sealed, n, ...row }) => ({
    ...row,
    n: BigInt(n),
    sealedBodyHash: sealed,
    entry: line === null ? null : { canonical: line, changes: changed, bodyHash: hash },
  }))
}

/** The head after this many lines, as a day recorded it. */
export async function findDayHead(db: Db, n: bigint): Promise<Buffer | undefined> {
  const row = await db.selectFrom('chainDay').select('head').where('n', '=', String(n)).executeTakeFirst()
  return row?.head
}

/** The highest line number that any record in this database mentions, beside the links themselves. */
export async function countSpokenOf(db: Db): Promise<bigint> {
  const { rows } = await sql<{ n: string | null }>`
    select greatest((select max(n) from chain_day), (select max(n) from chain_checkpoint), (select max(n) from chain_head)) as n`.execute(
    db,
  )
  return BigInt(rows[0]?.n ?? '0')
}

/** Finds a line that is neither sealed nor waiting to be, and older than any that is just being written. */
export async function findUnsealed(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select l.id from operation_log l
    where not exists (select from operation_seal s where s.line_id = l.id)
      and not exists (select from operation_fresh f where f.line_id = l.id)
    order by l.id limit 1`.execute(db)
  return rows[0]?.id
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

export type CheckOutcome = 'held' | 'broken' | 'unchecked' | 'held-in-itself'
export type Check = Readonly<{ outcome: CheckOutcome; lines: bigint; fault: string | null; faultN: bigint | null }>

/** Only the newest check counts; a month of them shows since when. */
export async function insertCheck(db: Db, check: Check, at: number): Promise<void> {
  const { lines, faultN } = check
  await db
    .insertInto('chainCheck')
    .values({
      ...check,
      lines: String(lines),
      faultN: faultN === null ? null : String(faultN),
      checkedAt: new Date(at).toISOString(),
    })
    .execute()
  await sql`delete from chain_check where checked_at < ${new Date(at - 31 * 86_400_000).toISOString()}`.execute(db)
}

export async function findNewestCheck(db: Db) {
  return db
    .selectFrom('chainCheck')
    .selectAll()
    .orderBy('checkedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
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
  return rows[0]?.until ?? new Date(now - days * 86_400_000).toISOString()
}

/** Makes the rest of the transaction read one snapshot of the database. */
export async function readOneSnapshot(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(db)
}
