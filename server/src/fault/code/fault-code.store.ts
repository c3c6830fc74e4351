import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { FaultCodeTable } from '../fault.tables.ts'

/** Those that a version of the program brought, and that have no code yet. */
export async function listProductsWithoutCodes(db: Db): Promise<{ id: string; kind: 'oven' | 'cooler' }[]> {
  return db
    .selectFrom('product')
    .innerJoin('productSeed', 'productSeed.productKey', 'product.productKey')
    .where('product.nodeType', '=', 'direct')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('faultCode').select('id').whereRef('faultCode.productId', '=', 'product.id'))),
    )
    .select(['product.id', 'product.kind'])
    .orderBy('product.id')
    .execute()
}

export async function insertFaultCodes(db: Db, rows: readonly Insertable<FaultCodeTable>[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('faultCode')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
