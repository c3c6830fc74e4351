import { randomBytes } from 'node:crypto'
import type { ProductConfig, ProductConfigDraft } from '@brigade/contract/product/config/config.model.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { lockProduct } from '../product.store.ts'
import { findConfig, insertConfig, removeConfigsUpTo } from './config.store.ts'
import { earlierKept, showConfig } from './show-config.ts'
import { pushTo } from './push-config.ts'

/** Saves a new version; refused when another save has happened since the version it was made from. */
export async function saveConfig(
  ctx: Ctx,
  { productId, version, content, note, push }: ProductConfigDraft,
): Promise<ProductConfig> {
  await transaction(ctx.db, async (trx) => {
    if ((await lockProduct(trx, productId)) === undefined) refuse('product.unknown')
    const newest = await findConfig(trx, productId)
    if ((newest?.version ?? 0) !== version) refuse('product.configMoved')
    const next = version + 1
    await insertConfig(trx, {
      productId,
      version: next,
      content,
      note,
      origin: ctx.origin,
      token: randomBytes(24).toString('base64url'),
      accountId: ctx.caller.accountId,
      createdAt: new Date(ctx.clock.now()).toISOString(),
    })
    await removeConfigsUpTo(trx, productId, next - earlierKept - 1)
    if (push) await pushTo(trx, productId)
  })
  return showConfig(ctx, productId)
}
