import { sql } from 'kysely'
import type { OldEntry } from '../../../platform/chain/chain.ts'
import type { Checkpoint } from '../../../platform/chain/checkpoint.ts'
import type { Db } from '../../../platform/db/database.ts'
import { bodyHash, canonical, changesOf, oldChanges } from './leaf.store.ts'

export type StoredLink = Readonly<{
  n: bigint
  format: number
  leaf: Buffer
  head: Buffer
  sealedBodyHash: Buffer
  /** Null: all changes of a line of the first format lie in its own month. */
  sealedChanges: string | null
  readers: string
  lineId: string
  loggedAt: string
  sealedAt: string
  /** The same time with microseconds, in the form of its leaf. */
  sealedText: string
  /** Null: the line is deleted. */
  entry: Present | null
}>
/** The parts of a line that the tables still have. */
type Present = Omit<OldEntry, 'bodyHash'> &
  Readonly<{
    bodyHash: Buffer | null
    /** Each reader that was sealed has its row. */
    hasReaders: boolean
    /** The body was deleted with a person, which the log itself has recorded. */
    isErased: boolean
  }>

type Row = Omit<StoredLink, 'n' | 'entry'> & Omit<Present, 'canonical'> & { n: string; canonical: string | null }

const isSealed = sql<boolean>`c.id <@ s.change_ids`

/** Links in order, a portion at a time, with the present content of their lines. */
export async function listLinks(db: Db, after: bigint, limit: number): Promise<StoredLink[]> {
  const { rows } = await sql<Row>`
    select s.n, s.format, s.leaf, s.head, s.body_hash as sealed_body_hash, s.changes as sealed_changes,
      array_to_string(s.readers, ',') as readers, s.line_id, s.logged_at, s.sealed_at,
      to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as sealed_text,
      case when l.id is not null then ${canonical} end as canonical,
      case s.format when 1 then ${oldChanges} else (select changes from (${changesOf(isSealed)}) as own) end as changes,
      ${bodyHash} as body_hash,
      (select count(*) from operation_scope o where o.organisation_id = any(s.readers) and o.logged_at = s.logged_at and o.line_id = s.line_id)
        = cardinality(s.readers) as has_readers,
      exists (select from operation_erased e where e.operation_id = l.operation_id)
        and exists (select from operation_change c where c.table_name = 'operation_erased' and c.row_id = l.operation_id::text) as is_erased
    from operation_seal s left join operation_log l on l.id = s.line_id and l.logged_at = s.logged_at
    where s.n > ${String(after)} order by s.n limit ${limit}`.execute(db)
  return rows.map(({ canonical: line, changes, bodyHash: hash, hasReaders, isErased, n, ...row }) => ({
    ...row,
    n: BigInt(n),
    entry: line === null ? null : { canonical: line, changes, bodyHash: hash, hasReaders, isErased },
  }))
}

/** The link at a place, without its line. */
export async function findLink(db: Db, n: bigint): Promise<Readonly<{ head: Buffer; sealedAt: string }> | undefined> {
  return db
    .selectFrom('operationSeal')
    .select(['head', 'sealedAt'])
    .where('n', '=', String(n))
    .limit(1)
    .executeTakeFirst()
}

/** The first and the last link that are there; undefined without any. */
export async function findEnds(db: Db): Promise<Readonly<{ first: bigint; last: bigint }> | undefined> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(n) as first, max(n) as last from operation_seal`.execute(db)
  const [row] = rows
  return row === undefined || row.first === null || row.last === null
    ? undefined
    : { first: BigInt(row.first), last: BigInt(row.last) }
}

export type Day = Readonly<{ day: string; n: bigint; head: Buffer }>

/** Lists the records of days for these places of the chain. */
export async function listDays(db: Db, after: bigint, upTo: bigint): Promise<Day[]> {
  const rows = await db
    .selectFrom('chainDay')
    .selectAll()
    .where('n', '>', String(after))
    .where('n', '<=', String(upTo))
    .orderBy('n')
    .execute()
  return rows.map((row) => ({ ...row, n: BigInt(row.n) }))
}

/** The last line of a day, as the day recorded it. */
export async function findDayEnd(db: Db, day: string): Promise<bigint | undefined> {
  const row = await db.selectFrom('chainDay').select('n').where('day', '=', day).executeTakeFirst()
  return row === undefined ? undefined : BigInt(row.n)
}

/** The first place of a checkpoint that was made at this time or later: everything after it was sealed later too. */
export async function findCheckpointSince(db: Db, time: string): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('chainCheckpoint')
    .select('n')
    .where('madeAt', '>=', time)
    .orderBy('n')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : BigInt(row.n)
}

/** Checkpoints as this database has them, in order. */
export async function listCheckpoints(
  db: Db,
  after: bigint,
  upTo: bigint | undefined,
  limit: number,
): Promise<Checkpoint[]> {
  const rows = await db
    .selectFrom('chainCheckpoint')
    .select(['n', 'head', 'previous', 'madeAt', 'signature'])
    .where('n', '>', String(after))
    .$if(upTo !== undefined, (query) => query.where('n', '<=', String(upTo)))
    .orderBy('n')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, n: BigInt(row.n) }))
}

/**
 * The chain's end by its head, its last link and that link's day, and the highest number that anything else here
 * mentions.
 */
export type Tail = Readonly<{
  headN: bigint
  head: Buffer
  lastN: bigint
  lastHead: Buffer | null
  dayN: bigint
  spokenOf: bigint
}>

/** Read in one statement, because lines may be sealed meanwhile. */
export async function readTail(db: Db): Promise<Tail> {
  const { rows } = await sql<{
    headN: string
    head: Buffer
    lastN: string | null
    lastHead: Buffer | null
    dayN: string | null
    spokenOf: string | null
  }>`
    select h.n as head_n, h.head, l.n as last_n, l.head as last_head, d.n as day_n,
      greatest((select max(n) from chain_day), (select max(n) from chain_checkpoint), (select max(up_to) from chain_part where of_table = 'chain')) as spoken_of
    from chain_head h left join lateral (select n, head, sealed_at from operation_seal order by n desc limit 1) as l on true
      left join chain_day d on d.day = (l.sealed_at at time zone 'UTC')::date`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('chain_head is empty')
  return {
    headN: BigInt(row.headN),
    head: row.head,
    lastN: BigInt(row.lastN ?? '0'),
    lastHead: row.lastHead,
    dayN: BigInt(row.dayN ?? '0'),
    spokenOf: BigInt(row.spokenOf ?? '0'),
  }
}

/** A line that waits to be sealed and is not there any more. */
export async function findLostFresh(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select f.line_id as id from operation_fresh f
    where not exists (select from operation_log l where l.id = f.line_id and l.logged_at = f.logged_at) order by 1 limit 1`.execute(
    db,
  )
  return rows[0]?.id
}
