import type { ProductConfig } from '@brigade/contract/product/config/config.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { countTold, findProductId, listConfigs } from './config.store.ts'

/** Beside the newest. */
export const earlierKept = 10

export async function showConfig(ctx: Ctx, productId: string): Promise<ProductConfig> {
  const id = (await findProductId(ctx.db, productId)) ?? refuse('product.unknown')
  const [newest, ...earlier] = (await listConfigs(ctx.db, id, earlierKept + 1)).map(
    ({ createdAt, accountName, ...config }) => ({ ...config, updatedAt: createdAt, accountName: accountName ?? '' }),
  )
  const { devices, current } = await countTold(ctx.db, ctx.caller, id, newest?.version ?? 0)
  return {
    productId: id,
    ...(newest ?? { version: 0, content: '', note: '', updatedAt: null, accountName: '' }),
    devices,
    current,
    earlier,
  }
}
