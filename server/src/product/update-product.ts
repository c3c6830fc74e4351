import type { ProductChange } from '@brigade/contract/product/product.model.ts'
import { requirePlatformStaff } from '../customer/data-scope.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import type { TextKey } from '@brigade/contract/catalogue.ts'
import { refusingTakenNames, requireImage, requireSeries } from './product-reference.ts'
import { hasDevices, lockProduct, writeProduct } from './product.store.ts'

/**
 * A change that was made from an outdated version is refused. Fields that devices rely on stay once the product has a
 * device.
 */
export async function updateProduct(
  { db, clock, caller }: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  { id, updatedAt, ...fields }: ProductChange,
): Promise<null> {
  await requirePlatformStaff({ db, caller })
  const work = transaction(db, async (trx) => {
    const before = await lockProduct(trx, id)
    if (before === undefined) return refuse('product.unknown')
    if (Date.parse(before.updatedAt) !== Date.parse(updatedAt)) return refuse('product.changedMeanwhile')
    const { kind } = await requireSeries(trx, fields.seriesId)
    if (fields.imageFileId !== before.imageFileId) await requireImage(trx, fields.imageFileId)
    const fixed: Record<string, TextKey> = {}
    if (kind !== before.kind) fixed['seriesId'] = 'product.fixedWithDevices'
    if (fields.nodeType !== before.nodeType) fixed['nodeType'] = 'product.fixedWithDevices'
    if (fields.protocol !== before.protocol) fixed['protocol'] = 'product.fixedWithDevices'
    if (Object.keys(fixed).length > 0 && (await hasDevices(trx, id))) {
      refuse('product.fixedWithDevices', undefined, { fields: fixed })
    }
    await writeProduct(trx, id, { ...fields, kind }, clock.now())
    await notifyOnCommit(trx, 'names', { product: [id] })
    return null
  })
  return refusingTakenNames(db, { ...fields, id }, work)
}
