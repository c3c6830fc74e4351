import type { Db } from '../../platform/db/database.ts'

type Token = Readonly<{ deviceId: string; clientId: string; tokenHash: Buffer; createdAt: string }>

/** A device has one token: the newest. */
export async function writeToken(db: Db, token: Token): Promise<void> {
  await db
    .insertInto('deviceToken')
    .values(token)
    .onConflict((conflict) => conflict.column('deviceId').doUpdateSet(token))
    .execute()
}

export async function findToken(db: Db, deviceId: string) {
  return db
    .selectFrom('deviceToken')
    .where('deviceId', '=', deviceId)
    .select(['clientId', 'tokenHash'])
    .executeTakeFirst()
}
