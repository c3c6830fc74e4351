import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'

export type ImportedPerson = Readonly<{
  nickname: string
  phone: string
  email: string
  phoneKey: Buffer | null
  emailKey: Buffer | null
}>

/** Who has one of these addresses already. */
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

/** Somebody who has one of the addresses meanwhile is not added twice. Answers how many were added. */
export async function insertPeople(trx: Transaction, people: readonly ImportedPerson[], at: number): Promise<number> {
  if (people.length === 0) return 0
  const createdAt = new Date(at).toISOString()
  const rows = await trx
    .insertInto('appUser')
    .values(people.map((person) => ({ ...person, lastLoginAt: null, createdAt })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.length
}

/** Gives somebody who is there already the address that the row has and the person lacks. Nothing else of them changes. */
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
