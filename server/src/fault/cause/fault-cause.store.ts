import type {
  FaultCauseChange,
  FaultCauseDraft,
  FaultCauseOption,
  FaultCauseRow,
  FaultCauseSearch,
} from '@brigade/contract/fault/cause.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { nextVersion } from '../../platform/db/next-version.ts'
import { readPage } from '../../platform/db/page.ts'
import { isLike } from '../../platform/db/search.ts'

type Seeded = Readonly<{ key: string; name: Words }>

/** Adds those that a version brought and that were never here, behind the others. */
export async function insertSeeded(db: Db, causes: readonly Seeded[], at: number): Promise<void> {
  await sql`
    insert into fault_cause (key, name, en_name, position, updated_at)
    select key, name, en_name, (select coalesce(max(position), 0) from fault_cause) + place, ${iso(at)}::timestamptz
    from unnest(${causes.map(({ key }) => key)}::text[], ${causes.map(({ name }) => name.zh)}::text[],
      ${causes.map(({ name }) => name.en)}::text[]) with ordinality as seeded (key, name, en_name, place)
    where not exists (select from fault_cause c where c.key = seeded.key)
    on conflict do nothing`.execute(db)
}

const present = (db: Db) => db.selectFrom('faultCause').where('removedAt', 'is', null)
const isUsed = sql<boolean>`exists (select from fault_record r where r.cause_id = fault_cause.id)`

type Stored = Readonly<{ name: string; enName: string }>
const named = <S extends Stored>({ name, enName, ...row }: S) => ({ ...row, name: { en: enName, zh: name } })

export async function findCausePage(db: Db, search: FaultCauseSearch) {
  let found = present(db)
  if (search.keyword)
    found = found.where(isLike(sql`search_fold(fault_cause.name || ' ' || fault_cause.en_name)`, search.keyword))
  if (search.enabled !== undefined) found = found.where('enabled', '=', search.enabled)
  const direction = search.sort === '-position' ? 'desc' : 'asc'
  const { list, ...page } = await readPage(db, search, {
    ordered: found
      .select(['id', 'name', 'enName', 'enabled', 'position', 'updatedAt', isUsed.as('isUsed')])
      .orderBy('position', direction)
      .orderBy('id', direction),
    counted: found.select('id'),
  })
  return { ...page, list: list.map((row): FaultCauseRow => named(row)) }
}

export async function listCauseOptions(db: Db): Promise<FaultCauseOption[]> {
  const rows = await present(db).select(['id', 'name', 'enName', 'enabled']).orderBy('position').orderBy('id').execute()
  return rows.map((row) => named(row))
}

export type ChosenCause = Readonly<{ id: string; name: Words }>

/** A cause that may be chosen, which nobody retires or removes before the transaction ends. */
export async function holdCause(trx: Transaction, id: string): Promise<ChosenCause | undefined> {
  const row = await present(trx)
    .where('enabled', '=', true)
    .where('id', '=', id)
    .select(['id', 'name', 'enName'])
    .forShare()
    .executeTakeFirst()
  return row && named(row)
}

/** The causes that may be chosen, with the key of those that a version brought. */
export const listChosen = (db: Db) =>
  present(db).where('enabled', '=', true).select(['id', 'key']).orderBy('position').orderBy('id').execute()

/** Changes of the list are made one after another: its names, its order and the last one in use depend on all of it. */
export const lockCauses = (trx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('fault_cause', 0))`.execute(trx)

export async function readCauses(trx: Transaction) {
  return present(trx).select(['id', 'name', 'enName', 'enabled', 'updatedAt']).orderBy('id').execute()
}

const columnsOf = ({ name, enabled }: FaultCauseDraft) => ({ name: name.zh, enName: name.en, enabled })

export async function insertCause(trx: Transaction, draft: FaultCauseDraft, at: number): Promise<string> {
  const { id } = await trx
    .insertInto('faultCause')
    .values({
      ...columnsOf(draft),
      position: sql<number>`(select coalesce(max(position), 0) + 1 from fault_cause where removed_at is null)`,
      updatedAt: iso(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function writeCause(
  trx: Transaction,
  { id, position, ...draft }: FaultCauseChange,
  at: number,
): Promise<void> {
  await trx
    .updateTable('faultCause')
    .set({ ...columnsOf(draft), updatedAt: nextVersion('faultCause', at) })
    .where('id', '=', id)
    .execute()
  if (position !== undefined) await moveCause(trx, id, position)
}

/** Puts one at a place among those that are there; the others move up or down by one. */
const moveCause = (trx: Transaction, id: string, position: number) =>
  sql`
    with ordered as (
      select c.id, row_number() over (
        order by case when c.id = ${id}::bigint then ${position}::numeric - case when c.position < ${position} then -0.5 else 0.5 end
          else c.position end, c.id) as place
      from fault_cause c where c.removed_at is null)
    update fault_cause c set position = ordered.place from ordered
    where ordered.id = c.id and c.position <> ordered.place`.execute(trx)

/**
 * The first of these with which a record was closed. They are locked first: a closing that has chosen one of them ends
 * before it is looked for, and a later one does not find it any more.
 */
export async function findUsed(trx: Transaction, ids: readonly string[]): Promise<ChosenCause | undefined> {
  await present(trx).where('id', 'in', ids).select('id').orderBy('id').forUpdate().execute()
  const row = await present(trx)
    .where('id', 'in', ids)
    .where(isUsed)
    .select(['id', 'name', 'enName'])
    .orderBy('id')
    .executeTakeFirst()
  return row && named(row)
}

export async function markRemoved(trx: Transaction, ids: readonly string[], at: number): Promise<void> {
  await trx
    .updateTable('faultCause')
    .set({ removedAt: iso(at) })
    .where('id', 'in', ids)
    .execute()
}

/** The filter of a list, for closed records. */
export const isClosedFor = (cause: string): RawBuilder<boolean> =>
  cause === 'none' ? sql<boolean>`f.cause_id is null` : sql<boolean>`f.cause_id = ${cause}::bigint`
