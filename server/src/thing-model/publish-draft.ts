import type { Missing, Publish } from '@brigade/contract/thing-model/model-draft.model.ts'
import { missingIn } from '@brigade/contract/thing-model/modbus/missing-in-model.ts'
import type { TextKey } from '@brigade/contract/catalogue.ts'
import { requirePlatformStaff } from '../customer/data-scope.ts'
import { transaction } from '../platform/db/transaction.ts'
import { violates } from '../platform/db/violation.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { findDraft, lockProduct, removeDraft } from './draft.store.ts'
import { changesFrom, isSame, type DraftCtx } from './drafts.ts'
import { publishThingModel } from './publish-thing-model.ts'
import { publishedModelCache } from './published-models.ts'
import { findPublished, findWritten } from './thing-model.store.ts'

/** The text of each reason, which the console shows at its place. */
const missingText = {
  empty: 'thingModel.missingEmpty',
  register: 'thingModel.missingRegister',
  registerOverlap: 'thingModel.missingRegisterOverlap',
  registerWritable: 'thingModel.missingRegisterWritable',
  registerType: 'thingModel.missingRegisterType',
  registerUnused: 'thingModel.missingRegisterUnused',
} as const satisfies Record<Missing['reason'], string>

/** Makes the draft the newest version, if it is the one that the person saw and has no errors. */
export async function publishDraft(
  ctx: DraftCtx & Pick<Ctx, 'caches'>,
  request: Publish,
): Promise<{ version: number }> {
  await requirePlatformStaff(ctx)
  const { productId, name, note } = request
  const work = transaction(ctx.db, async (trx) => {
    const product = (await lockProduct(trx, productId)) ?? refuse('product.unknown')
    const draft = (await findDraft(trx, productId)) ?? refuse('thingModel.noDraft')
    if (Date.parse(draft.updatedAt) !== Date.parse(request.draftUpdatedAt)) refuse('thingModel.changedMeanwhile')
    const { model } = draft
    const before = await findPublished(trx, productId)
    if (isSame(before?.model, model)) refuse('thingModel.nothingChanged')
    const missing = missingIn(model, product.protocol)
    if (missing.length > 0) {
      const fields = Object.fromEntries(
        missing.map(({ path, reason }): [string, TextKey] => [path, missingText[reason]]),
      )
      refuse('thingModel.incomplete', undefined, { fields })
    }
    const count = changesFrom(before?.model, model).filter(({ breaking }) => breaking.length > 0).length
    if (count > 0 && !request.acceptBreaking) refuse('thingModel.breakingUnaccepted', { count })
    const at = Math.max(ctx.clock.now(), Date.parse(draft.updatedAt))
    const version = await publishThingModel(trx, {
      productId,
      model,
      written: await findWritten(trx, productId, null),
      name,
      note,
      publishedBy: ctx.caller.accountId,
      at,
    })
    await removeDraft(trx, productId)
    return { version }
  })
  try {
    return await work
  } catch (error) {
    if (violates(error, 'thing_model_version_name'))
      return refuse('thingModel.versionTaken', undefined, { fields: { name: 'thingModel.versionTaken' } })
    throw error
  } finally {
    // A notification reaches the other processes. The publisher may read here before it arrives in this one.
    ctx.caches.forget([publishedModelCache])
  }
}
