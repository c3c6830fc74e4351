import type { Db } from '../../platform/db/database.ts'

/**
 * The position up to which a source's rows were announced; undefined while another worker holds it. Locked to the end
 * of the transaction.
 */
export async function lockSource(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('messageSource')
    .select('position')
    .where('name', '=', name)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.position
}

export async function moveSource(db: Db, name: string, position: string): Promise<void> {
  await db.updateTable('messageSource').set({ position }).where('name', '=', name).execute()
}
