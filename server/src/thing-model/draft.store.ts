import type { NodeType, Protocol } from '@brigade/contract/product/product.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { AsWritten } from '@brigade/contract/thing-model/transfer/as-written.ts'
import type { Db } from '../platform/db/database.ts'

/** The product's columns that its thing model needs. */
export type ModelledProduct = Readonly<{ id: string; productKey: string; protocol: Protocol; nodeType: NodeType }>

const modelled = (db: Db, id: string) =>
  db.selectFrom('product').select(['id', 'productKey', 'protocol', 'nodeType']).where('id', '=', id)

export const findProduct = (db: Db, id: string): Promise<ModelledProduct | undefined> =>
  modelled(db, id).executeTakeFirst()

/**
 * Locks a product to the end of the transaction, so that changes and publications of its thing model are serialised.
 */
export const lockProduct = (db: Db, id: string): Promise<ModelledProduct | undefined> =>
  modelled(db, id).forNoKeyUpdate().executeTakeFirst()

export type StoredDraft = Readonly<{ model: ThingModel; updatedAt: string; updatedBy: string }>

export async function findDraft(db: Db, productId: string): Promise<StoredDraft | undefined> {
  const row = await db
    .selectFrom('thingModel')
    .leftJoin('account', 'account.id', 'thingModel.updatedBy')
    .select(['thingModel.model', 'thingModel.updatedAt', 'account.name as updatedBy'])
    .where('thingModel.productId', '=', productId)
    .where('thingModel.version', 'is', null)
    .executeTakeFirst()
  return row === undefined
    ? undefined
    : { model: row.model, updatedAt: row.updatedAt ?? '', updatedBy: row.updatedBy ?? '' }
}

export type DraftWriting = Readonly<{
  productId: string
  model: ThingModel
  written: AsWritten
  updatedAt: string
  updatedBy: string | null
}>

export async function writeDraft(db: Db, { productId, ...written }: DraftWriting): Promise<void> {
  await db
    .insertInto('thingModel')
    .values({ productId, version: null, publishedAt: null, ...written })
    .onConflict((conflict) => conflict.column('productId').where('version', 'is', null).doUpdateSet(written))
    .execute()
}

export async function removeDraft(db: Db, productId: string): Promise<void> {
  await db.deleteFrom('thingModel').where('productId', '=', productId).where('version', 'is', null).execute()
}
