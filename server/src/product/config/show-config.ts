import type { ProductConfig } from '@brigade/contract/product/config/config.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { isProduct } from '../product.store.ts'
import { countNotified, listConfigs } from './config.store.ts'

/** Number of earlier versions that are kept. */
export const earlierKept = 10

export async function showConfig(ctx: Ctx, productId: string): Promise<ProductConfig> {
  if (!(await isProduct(ctx.db, productId))) refuse('product.unknown')
  const [newest, ...earlier] = (await listConfigs(ctx.db, productId, earlierKept + 1)).map(
    ({ createdAt, accountName, ...config }) => ({ ...config, updatedAt: createdAt, accountName: accountName ?? '' }),
  )
  const { devices, current } = await countNotified(ctx.db, ctx.caller, productId, newest?.version ?? 0)
  return {
    productId,
    ...(newest ?? { version: 0, content: '', note: '', updatedAt: null, accountName: '' }),
    devices,
    current,
    earlier,
  }
}
