import type { ReadyMadeKey } from '@brigade/contract/product/product.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { AsWritten } from '@brigade/contract/thing-model/transfer/as-written.ts'
import { requirePlatformStaff } from '../customer/data-scope.ts'
import { transaction } from '../platform/db/transaction.ts'
import { refuse } from '../platform/refusal.ts'
import { findDraft, lockProduct, removeDraft } from './draft.store.ts'
import type { DraftCtx } from './drafts.ts'
import { saveDraft, type Saved } from './edit-draft.ts'
import { readyMadeModels } from '@brigade/contract/thing-model/ready-made/ready-made-models.ts'
import { findPublished, findWritten } from './thing-model.store.ts'

export const startFromReadyMade = (
  ctx: DraftCtx,
  { productId, from }: Readonly<{ productId: string; from: ReadyMadeKey }>,
): Promise<Saved> => replaceDraft(ctx, productId, readyMadeModels[from])

export async function restoreVersion(
  ctx: DraftCtx,
  { productId, version }: Readonly<{ productId: string; version: number }>,
): Promise<Saved> {
  await requirePlatformStaff(ctx)
  const { model } = (await findPublished(ctx.db, productId, version)) ?? refuse('thingModel.unpublished')
  return replaceDraft(ctx, productId, model, await findWritten(ctx.db, productId, version))
}

async function replaceDraft(
  ctx: DraftCtx,
  productId: string,
  model: ThingModel,
  written: AsWritten = {},
): Promise<Saved> {
  await requirePlatformStaff(ctx)
  return transaction(ctx.db, async (trx) => {
    if ((await lockProduct(trx, productId)) === undefined) refuse('product.unknown')
    return saveDraft(trx, { productId, model, written, accountId: ctx.caller.accountId, at: ctx.clock.now() })
  })
}

export async function discardDraft(ctx: DraftCtx, productId: string): Promise<null> {
  await requirePlatformStaff(ctx)
  return transaction(ctx.db, async (trx) => {
    if ((await lockProduct(trx, productId)) === undefined) refuse('product.unknown')
    if ((await findDraft(trx, productId)) === undefined) refuse('thingModel.noDraft')
    await removeDraft(trx, productId)
    return null
  })
}
