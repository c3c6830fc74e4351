import { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { AsWritten } from '@brigade/contract/thing-model/transfer/as-written.ts'
import { requirePlatformStaff } from '../customer/data-scope.ts'
import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { refuse } from '../platform/refusal.ts'
import { findDraft, lockProduct, writeDraft } from './draft.store.ts'
import { currentDraft, type DraftCtx } from './drafts.ts'
import { findNewestPublishedAt, findWritten } from './thing-model.store.ts'

export type Saved = { updatedAt: string }

/** Edits of one draft are serialised, each based on the previous one; so edits of two functions are both kept. */
export async function editDraft(
  ctx: DraftCtx,
  productId: string,
  change: (model: ThingModel) => ThingModel,
): Promise<Saved> {
  await requirePlatformStaff(ctx)
  return transaction(ctx.db, async (trx) => {
    if ((await lockProduct(trx, productId)) === undefined) refuse('product.unknown')
    const { model } = await currentDraft(trx, productId)
    return saveDraft(trx, {
      productId,
      model: valid(change(model)),
      written: await findWritten(trx, productId),
      accountId: ctx.caller.accountId,
      at: ctx.clock.now(),
    })
  })
}

/** Each part was validated at its input; together they may still be wrong, and then it is by an identifier. */
function valid(model: ThingModel): ThingModel {
  const checked = ThingModel.safeParse(model)
  if (checked.success) return checked.data
  const messages = new Set(checked.error.issues.map(({ message }) => message))
  const key = wholeProblems.find((one) => messages.has(one)) ?? 'field.invalid'
  return refuse('field.refused', undefined, { fields: { 'definition.identifier': key } })
}
const wholeProblems = ['thingModel.sameIdentifier', 'thingModel.unknownModule', 'thingModel.tooManyFunctions'] as const

/** `written`: entries of the model's original documents. Absent if there are none. */
export type DraftModel = Readonly<{
  productId: string
  model: ThingModel
  written?: AsWritten
  accountId: string | null
  at: number
}>

/** Writes a complete draft in the caller's transaction, which has locked the product (draft.store.ts). */
export async function saveDraft(db: Db, { productId, model, written = {}, accountId, at }: DraftModel): Promise<Saved> {
  const updatedAt = await nextStamp(db, productId, at)
  await writeDraft(db, { productId, model, written, updatedAt, updatedBy: accountId })
  return { updatedAt }
}

/** A caller who saw one draft must not publish or overwrite another, so no two have the same time, even if the clock is set back. */
async function nextStamp(db: Db, productId: string, at: number): Promise<string> {
  const draft = await findDraft(db, productId)
  const publishedAt = await findNewestPublishedAt(db, productId)
  const earlier = [draft?.updatedAt, publishedAt].flatMap((instant) => (instant ? [Date.parse(instant) + 1] : []))
  return new Date(Math.max(at, ...earlier)).toISOString()
}
