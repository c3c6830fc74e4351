import { broadcastsKept } from '@brigade/contract/product/broadcast/broadcast.model.ts'
import type { Broadcast, BroadcastDraft } from '@brigade/contract/product/broadcast/broadcast.model.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { isProduct, lockProduct } from '../product.store.ts'
import { insertBroadcast, listBroadcasts } from './broadcast.store.ts'

/** NOTIFY channel with which connectors learn of a broadcast to all devices of a product. */
export const broadcastChannel = 'broadcast'

/**
 * Inserts a broadcast and notifies the gateways. It reaches devices of every organisation, so only platform staff may
 * send one.
 */
export async function sendBroadcast(ctx: Ctx, draft: BroadcastDraft): Promise<Broadcast> {
  const { productId, topic, content, password } = draft
  await requirePlatformStaff(ctx)
  await requirePassword(ctx, password)
  const createdAt = new Date(ctx.clock.now()).toISOString()
  const { accountId, name: accountName } = ctx.caller
  return transaction(ctx.db, async (trx) => {
    if ((await lockProduct(trx, productId)) === undefined) refuse('product.unknown')
    const id = await insertBroadcast(trx, { productId, topic, content, accountId, createdAt }, broadcastsKept)
    await notifyOnCommit(trx, broadcastChannel, { broadcast: [id] })
    return { id, topic, content, createdAt, accountName, reached: 0 }
  })
}

export async function showBroadcasts({ db }: Pick<Ctx, 'db'>, productId: string): Promise<Broadcast[]> {
  if (!(await isProduct(db, productId))) refuse('product.unknown')
  const rows = await listBroadcasts(db, productId)
  return rows.map(({ accountName, ...row }) => ({ ...row, accountName: accountName ?? '' }))
}
