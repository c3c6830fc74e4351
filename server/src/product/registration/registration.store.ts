import type { DynamicRegistration } from '@brigade/contract/product/registration/registration.endpoints.ts'
import type { Db } from '../../platform/db/database.ts'

export async function findRegistration(db: Db, productId: string): Promise<DynamicRegistration | undefined> {
  const row = await db
    .selectFrom('product')
    .select('dynamicRegistration')
    .where('id', '=', productId)
    .executeTakeFirst()
  return row?.dynamicRegistration
}

/** False if there is no such product. */
export async function writeRegistration(
  db: Db,
  productId: string,
  dynamicRegistration: DynamicRegistration,
): Promise<boolean> {
  const row = await db
    .updateTable('product')
    .set({ dynamicRegistration })
    .where('id', '=', productId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
