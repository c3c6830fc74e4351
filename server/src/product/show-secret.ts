import { requirePlatformStaff } from '../customer/data-scope.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { open, seal } from '../platform/secret/secret-box.ts'
import { requirePassword } from '../session/require-password.ts'
import { newProductSecret } from './product-identity.ts'
import { lockProduct, setProductSecret } from './product.store.ts'

/** Returns the secret in the clear to a caller who enters their own password. A product without a secret gets one. */
export async function showSecret(
  ctx: Ctx,
  { id, password }: Readonly<{ id: string; password: string }>,
): Promise<{ productSecret: string }> {
  await requirePlatformStaff(ctx)
  await requirePassword(ctx, password)
  const { secretKey } = ctx.settings
  return transaction(ctx.db, async (trx) => {
    // Locked, so that two first requests at the same time return the same secret.
    const product = await lockProduct(trx, id)
    if (product === undefined) return refuse('product.unknown')
    if (product.productSecret !== null) return { productSecret: open(secretKey, product.productSecret) }
    const productSecret = newProductSecret()
    await setProductSecret(trx, id, seal(secretKey, productSecret))
    return { productSecret }
  })
}
