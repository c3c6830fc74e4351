import type { ProductCopy } from '@brigade/contract/product/product.model.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { currentDraft, emptyModel, isSame } from '../../thing-model/drafts.ts'
import { saveDraft } from '../../thing-model/edit-draft.ts'
import { findWritten } from '../../thing-model/thing-model.store.ts'
import { insertIdentified } from '../add-product.ts'
import { copyLanguages } from '../language/language.store.ts'
import { refusingTakenNames } from '../product-reference.ts'
import { lockProduct } from '../product.store.ts'
import { copyTemplates } from '../template/template.store.ts'

/** Makes a new product in the series of another, with its thing model, templates and languages as drafts. */
export async function copyProduct(
  given: Pick<Ctx, 'db' | 'clock' | 'caller' | 'settings'>,
  { id: sourceId, name, productKey, productSecret }: ProductCopy,
): Promise<{ id: string }> {
  await requirePlatformStaff(given)
  const { accountId } = given.caller
  const at = given.clock.now()
  const wanted = { seriesId: '0', name }
  const work = transaction(given.db, async (trx) => {
    const source = await lockProduct(trx, sourceId)
    if (source === undefined) return refuse('product.unknown')
    const { seriesId, kind, nodeType, networkType, protocol, imageFileId, note } = source
    wanted.seriesId = seriesId
    const fields = { seriesId, kind, nodeType, networkType, protocol, imageFileId, note, name }
    const id = await insertIdentified({ ...given, db: trx }, fields, { productKey, productSecret })
    const { model } = await currentDraft(trx, sourceId)
    const written = await findWritten(trx, sourceId)
    if (!isSame(model, emptyModel)) await saveDraft(trx, { productId: id, model, written, accountId, at })
    const copied = { from: sourceId, to: id, by: accountId, at }
    await copyTemplates(trx, copied)
    await copyLanguages(trx, copied)
    return { id }
  })
  return refusingTakenNames(given.db, wanted, work)
}
