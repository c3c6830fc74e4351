import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * A count is collected in temporary tables like those of the figures until it is complete. A *scope* is a measure at an
 * hour or a day: its staged rows replace all its stored rows. Only differences are written, because most recounted rows
 * are unchanged. They are found beforehand, so that the transaction which makes everything visible only writes.
 */
type Table = Readonly<{ key: readonly string[]; values: readonly string[] }>
const own = ['own', 'within']
const of = ['measure', 'organisation_id', 'product_id', 'place', 'part']
const tables = {
  hour: { key: ['hour', ...of], values: own },
  day: { key: ['day', ...of], values: own },
  share: {
    key: ['day', 'measure', 'organisation_id'],
    values: ['product_ids', 'places', 'tops', 'bases', 'own_tops', 'own_bases'],
  },
  active: { key: ['day', 'organisation_id'], values: ['places', 'daily', 'weekly', 'monthly'] },
  span: { key: ['day', 'days', 'measure', 'organisation_id'], values: ['places', 'parts', 'numbers'] },
} as const satisfies Record<string, Table>
export type Kind = keyof typeof tables
const kinds: readonly Kind[] = ['hour', 'day', 'share', 'active', 'span']

/** Stored at a run and never counted again, so nothing is compared. */
const taken = ['stock', 'leaf_stock', 'people'] as const
export type Taken = (typeof taken)[number]

const keptIn = (kind: Kind | Taken): RawBuilder<unknown> => sql.table(`statistic_${kind}`)
export const stagedIn = (kind: Kind | Taken): RawBuilder<unknown> => sql.table(`staged_${kind}`)
const differingIn = (kind: Kind) => sql.table(`differing_${kind}`)

const list = (names: readonly string[], prefix = '') => sql.join(names.map((name) => sql.ref(`${prefix}${name}`)))
const columnsOf = (kind: Kind) => [...tables[kind].key, ...tables[kind].values]
const orderOf = (kind: Kind) => list(tables[kind].key.filter((column) => column !== 'part'))
const same = (names: readonly string[], a: string, b: string) =>
  sql.join(
    names.map((name) => sql`${sql.ref(`${a}.${name}`)} = ${sql.ref(`${b}.${name}`)}`),
    sql` and `,
  )

/** `staged_own` has the rows of one source, portion after portion, before they are added up. */
export async function createStaging(db: Db): Promise<void> {
  for (const kind of [...kinds, ...taken])
    await sql`create temp table ${stagedIn(kind)} (like ${keptIn(kind)})`.execute(db)
  for (const kind of kinds)
    await sql`create temp table ${differingIn(kind)} as
      select null::tid as row, true as is_there, ${list(columnsOf(kind))} from ${stagedIn(kind)} limit 0`.execute(db)
  await sql`create temp table staged_scope (kind text, measure text, hour timestamptz, day date, is_fresh boolean not null default true)`.execute(
    db,
  )
  await sql`create temp table staged_own (organisation_id bigint, product_id bigint, place integer, part text, at timestamptz,
    value double precision, base double precision)`.execute(db)
}

/** Empties what a count has staged, for the next one on the same connection: making tables costs more than counting a day of few devices. */
export async function emptyStaging(db: Db): Promise<void> {
  const staged = [...[...kinds, ...taken].map(stagedIn), ...kinds.map(differingIn)]
  await sql`truncate ${sql.join([...staged, sql.table('staged_scope'), sql.table('staged_own')])}`.execute(db)
  await sql`drop table if exists staged_cell`.execute(db)
}

export type Scope = Readonly<{ measures: readonly string[]; hours?: readonly string[]; day?: string }>

/** Stages the rows (the columns of key and values, in that order) of a scope. */
export async function stage(db: Db, kind: Kind, scope: Scope, rows: RawBuilder<unknown>): Promise<void> {
  const at =
    scope.hours === undefined
      ? sql`(values (null::timestamptz, ${scope.day ?? null}::date)) as moment (hour, day)`
      : sql`(select hour, null::date as day from unnest(${scope.hours}::timestamptz[]) as hour) as moment`
  await sql`
    with scope as (
      insert into staged_scope (kind, measure, hour, day)
      select ${kind}, measure, moment.hour, moment.day from unnest(${scope.measures}::text[]) as measure cross join ${at}
    ) insert into ${stagedIn(kind)} (${list(columnsOf(kind))}) ${rows}`.execute(db)
}

/** Deletes staged rows of measures of a day, to count it once more. */
export async function unstage(db: Db, measures: readonly string[], day: string): Promise<void> {
  for (const kind of ['day', 'share'] as const)
    await sql`delete from ${stagedIn(kind)} where day = ${day}::date and measure = any(${measures}::text[])`.execute(db)
  await sql`delete from staged_scope where kind in ('day', 'share') and day = ${day}::date and measure = any(${measures}::text[])`.execute(
    db,
  )
}

/** A row is of a scope: its measure, at its hour or day. Active people have one measure. */
const isOf = (kind: Kind, row: string, scope: string) => {
  const at = kind === 'hour' ? 'hour' : 'day'
  const ofMeasure = kind === 'active' ? sql`` : sql`and ${same(['measure'], row, scope)}`
  return sql`${sql.ref(`${scope}.kind`)} = ${kind} and ${same([at], row, scope)} ${ofMeasure}`
}

/** Reads stored rows of measures, replaced by staged ones where they exist. */
export const withStaged = (kind: Kind, where: (row: string) => RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select * from ${stagedIn(kind)} as f where ${where('f')}
  union all
  select * from ${keptIn(kind)} as k where ${where('k')} and not exists (select from staged_scope s where ${isOf(kind, 'k', 's')})`

/** Marks the scopes with stored rows, and returns what has to be compared, day by day. */
export async function listCompared(db: Db): Promise<readonly Readonly<{ kind: Kind; day: string | null }>[]> {
  for (const table of ['staged_scope', ...kinds.map((kind) => `staged_${kind}`)])
    await sql`analyze ${sql.table(table)}`.execute(db)
  const isKept = kinds.map(
    (kind) => sql`(s.kind = ${kind} and exists (select from ${keptIn(kind)} k where ${isOf(kind, 'k', 's')}))`,
  )
  await sql`update staged_scope s set is_fresh = false where ${sql.join(isKept, sql` or `)}`.execute(db)
  const { rows } = await sql<{ kind: string; day: string | null }>`
    select distinct kind, day::text as day from staged_scope where not is_fresh order by 1, 2`.execute(db)
  return rows.flatMap(({ kind, day }) => kinds.filter((one) => one === kind).map((one) => ({ kind: one, day })))
}

/** Records how the staged rows of a kind and day differ from the stored ones. */
export async function compare(db: Db, { kind, day }: Readonly<{ kind: Kind; day: string | null }>): Promise<void> {
  const { key, values } = tables[kind]
  const at = day === null ? sql`` : sql`and s.day = ${day}::date`
  const ofScope = (row: string) => sql`staged_scope s on ${isOf(kind, row, 's')} and not s.is_fresh ${at}`
  await sql`
    insert into ${differingIn(kind)}
    select k.row, f.organisation_id is not null, ${sql.join(
      key.map((name) => sql`coalesce(${sql.ref(`f.${name}`)}, ${sql.ref(`k.${name}`)})`),
    )}, ${list(values, 'f.')}
    from (select ${list(columnsOf(kind), 'r.')} from ${stagedIn(kind)} r join ${ofScope('r')}) as f
    full join (select r.ctid as row, ${list(columnsOf(kind), 'r.')} from ${keptIn(kind)} r join ${ofScope('r')}) as k on ${same(key, 'k', 'f')}
    where (${list(values, 'k.')}) is distinct from (${list(values, 'f.')})`.execute(db)
}

/**
 * Writes the differences, and scopes without stored rows in the order of their index, so that its pages are written one
 * after another. Returns the number of written rows. Only counts write these tables, one at a time; a row that is no
 * longer where it was compared was moved by maintenance, and the count is repeated.
 */
export async function writeDifferences(db: Db, kind: Kind): Promise<number> {
  const { key, values } = tables[kind]
  const columns = list(columnsOf(kind))
  const isThere = sql`t.ctid = d.row and ${same(key, 't', 'd')}`
  const { rows } = await sql<{ found: number; expected: number; many: number }>`
    with gone as (
      delete from ${keptIn(kind)} t using ${differingIn(kind)} d where not d.is_there and ${isThere} returning 1
    ), changed as (
      update ${keptIn(kind)} t set ${sql.join(values.map((value) => sql`${sql.ref(value)} = ${sql.ref(`d.${value}`)}`))}
      from ${differingIn(kind)} d where d.is_there and ${isThere} returning 1
    ), added as (
      insert into ${keptIn(kind)} (${columns}) select ${columns} from (
        select ${columns} from ${differingIn(kind)} where row is null
        union all
        select ${list(columnsOf(kind), 'f.')} from ${stagedIn(kind)} f where exists (
          select from staged_scope s where ${isOf(kind, 'f', 's')} and s.is_fresh)
      ) as fresh order by ${orderOf(kind)} returning 1
    ), counted as (
      select (select count(*) from gone) as gone, (select count(*) from changed) as changed, (select count(*) from added) as added
    )
    select (gone + changed)::integer as found, (changed + added)::integer as many,
      (select count(*) from ${differingIn(kind)} where row is not null)::integer as expected from counted`.execute(db)
  const { found = 0, expected = 0, many = 0 } = rows[0] ?? {}
  if (found !== expected) throw new Error(`Rows of ${kind} were moved while they were compared`)
  return many
}

/** Writes the stocks of a run in the order of its index. */
export async function writeTaken(db: Db, kind: Taken, takenAt: string): Promise<number> {
  const order = kind === 'stock' ? sql`organisation_id, product_id, place` : sql`organisation_id`
  await sql`delete from ${keptIn(kind)} where taken_at = ${takenAt}::timestamptz`.execute(db)
  const { numAffectedRows } = await sql`
    insert into ${keptIn(kind)} select * from ${stagedIn(kind)} order by ${order}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
export const takenKinds = taken
export const comparedKinds = kinds
