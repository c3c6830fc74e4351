import { requirePlatformStaff } from '../customer/data-scope.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { open, seal } from '../platform/secret/secret-box.ts'
import { requirePassword } from '../session/require-password.ts'
import { newProductSecret } from './product-identity.ts'
import { lockProduct, setProductSecret } from './product.store.ts'

/** In the clear, for whoever says their own password. One that has none yet gets one. */
export async function showSecret(
  ctx: Ctx,
  { id, password }: Readonly<{ id: string; password: string }>,
): Promise<{ productSecret: string }> {
  await requirePlatformStaff(ctx)
  await requirePassword(ctx, password)
  const { secretKey } = ctx.settings
  return transaction(ctx.db, async (trx) => {
    // Locked: of two who ask at once for the first time, both are told the same.
    const product = await lockProduct(trx, id)
    if (product === undefined) return refuse('product.unknown')
    if (product.productSecret !== null) return { productSecret: open(secretKey, product.productSecret) }
    const productSecret = newProductSecret()
    await setProductSecret(trx, id, seal(secretKey, productSecret))
    return { productSecret }
  })
}
