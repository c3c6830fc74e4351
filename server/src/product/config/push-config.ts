import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findConfig } from './config.store.ts'

/** NOTIFY channel with which connectors learn that a configuration is to be pushed to devices of products. */
export const configChannel = 'config'

export async function pushTo(trx: Transaction, productId: string): Promise<void> {
  await notifyOnCommit(trx, configChannel, { product: [productId] })
}

/** Pushes the configuration to online devices; refused when a newer version was saved than the one the caller saw. */
export async function pushConfig(
  ctx: Ctx,
  { productId, version }: Readonly<{ productId: string; version: number }>,
): Promise<null> {
  await transaction(ctx.db, async (trx) => {
    const newest = (await findConfig(trx, productId)) ?? refuse('product.configMoved')
    if (newest.version !== version) refuse('product.configMoved')
    await pushTo(trx, productId)
  })
  return null
}
