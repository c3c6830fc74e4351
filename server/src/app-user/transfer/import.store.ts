import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { spellingOf } from '../../system/area/spell-name.ts'

export type ImportedPerson = Readonly<{
  nickname: string
  phone: string
  email: string
  phoneKey: Buffer | null
  emailKey: Buffer | null
}>

/** Finds people who already have one of these addresses. */
export async function findByKeys(db: Db, keys: readonly Buffer[]) {
  if (keys.length === 0) return []
  return db
    .selectFrom('appUser')
    .where('removedAt', 'is', null)
    .where((where) =>
      where.or([
        where('phoneKey', '=', sql<Buffer>`any(${keys}::bytea[])`),
        where('emailKey', '=', sql<Buffer>`any(${keys}::bytea[])`),
      ]),
    )
    .select(['id', 'phoneKey', 'emailKey'])
    .execute()
}

/** Inserts people; one whose address was registered meanwhile is not added twice. Returns the number added. */
export async function insertPeople(trx: Transaction, people: readonly ImportedPerson[], at: number): Promise<number> {
  if (people.length === 0) return 0
  const createdAt = new Date(at).toISOString()
  const rows = await trx
    .insertInto('appUser')
    .values(
      people.map((person) => ({
        ...person,
        spelling: spellingOf(person.nickname, 'person'),
        lastLoginAt: null,
        createdAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.length
}

/** Adds the row's address to an existing person who lacks it, and changes nothing else. */
export async function completePerson(
  trx: Transaction,
  id: string,
  { phone, email, phoneKey, emailKey }: ImportedPerson,
): Promise<void> {
  if (phoneKey !== null)
    await trx
      .updateTable('appUser')
      .set({ phone, phoneKey })
      .where('id', '=', id)
      .where('phoneKey', 'is', null)
      .execute()
  if (emailKey !== null)
    await trx
      .updateTable('appUser')
      .set({ email, emailKey })
      .where('id', '=', id)
      .where('emailKey', 'is', null)
      .execute()
}
