import { sql } from 'kysely'
import type { SavedFilterDraft, TableHabits } from '@brigade/contract/session/preference.model.ts'
import { iso } from '@brigade/contract/time.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { PreferenceTable } from './preference.tables.ts'

/** Serialises the saves of one account, so that limits hold. */
export async function lockAccount(trx: Transaction, accountId: string): Promise<void> {
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

export async function listHabits(db: Db, accountId: string): Promise<{ list: string; habits: unknown }[]> {
  return db.selectFrom('accountHabit').select(['list', 'habits']).where('accountId', '=', accountId).execute()
}

/** Counts the other lists for which the account has stored anything. */
export async function countOtherLists(
  db: Db,
  table: PreferenceTable,
  accountId: string,
  list: string,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((query) => query.fn.count<string>('list').distinct().as('count'))
    .where('accountId', '=', accountId)
    .where('list', '<>', list)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function writeHabits(
  db: Db,
  { accountId, list, habits, at }: { accountId: string; list: string; habits: TableHabits; at: number },
): Promise<void> {
  await db
    .insertInto('accountHabit')
    .values({ accountId, list, habits: JSON.stringify(habits), updatedAt: iso(at) })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'list'])
        .doUpdateSet((row) => ({ habits: row.ref('excluded.habits'), updatedAt: row.ref('excluded.updatedAt') })),
    )
    .execute()
}

type FilterRow = { id: string; list: string; name: string; query: unknown; createdAt: string }

/** Sorted by name, in an order that suits both languages. */
export async function listSavedFilters(db: Db, accountId: string, list: string): Promise<FilterRow[]> {
  return db
    .selectFrom('savedFilter')
    .select(['id', 'list', 'name', 'query', 'createdAt'])
    .where('accountId', '=', accountId)
    .where('list', '=', list)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

/** Stores the new query in the filter with this name, ignoring case; returns its id, or nothing if there is none. */
export async function replaceSavedFilter(
  db: Db,
  accountId: string,
  { list, name, query }: SavedFilterDraft,
): Promise<string | undefined> {
  const row = await db
    .updateTable('savedFilter')
    .set({ name, query: JSON.stringify(query) })
    .where('accountId', '=', accountId)
    .where('list', '=', list)
    .where(sql`lower(name)`, '=', sql`lower(${name}::text)`)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function countSavedFilters(db: Db, accountId: string, list: string): Promise<number> {
  const { count } = await db
    .selectFrom('savedFilter')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('accountId', '=', accountId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function addSavedFilter(
  db: Db,
  accountId: string,
  { list, name, query }: SavedFilterDraft,
  at: number,
): Promise<string> {
  const { id } = await db
    .insertInto('savedFilter')
    .values({ accountId, list, name, query: JSON.stringify(query), createdAt: iso(at) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns whether the account had such a filter. */
export async function removeSavedFilter(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('savedFilter')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
