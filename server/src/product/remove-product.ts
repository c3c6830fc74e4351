import { requirePlatformStaff } from '../customer/data-scope.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { countRecipesFor, deleteProduct, hasDevices, lockProduct } from './product.store.ts'

/**
 * Deletes it with its thing models, templates and languages. Unreferenced pictures are removed at night
 * (file/tidy-files.ts).
 */
export async function removeProduct(
  { db, caller, locale }: Pick<Ctx, 'db' | 'caller' | 'locale'>,
  { id, productKey }: Readonly<{ id: string; productKey: string }>,
): Promise<null> {
  await requirePlatformStaff({ db, caller })
  await transaction(db, async (trx) => {
    const product = await lockProduct(trx, id)
    if (product === undefined) return refuse('product.unknown')
    if (productKey !== product.productKey) {
      refuse('product.keyMismatch', undefined, { fields: { productKey: 'product.keyMismatch' } })
    }
    const name = locale === 'zh' ? product.name : product.enName
    if (await hasDevices(trx, id)) refuse('product.hasDevices', { name })
    const recipes = await countRecipesFor(trx, id)
    if (recipes > 0) refuse('product.hasRecipes', { name, recipes })
    await deleteProduct(trx, id)
    await notifyOnCommit(trx, 'names', { product: [id] })
  })
  return null
}
