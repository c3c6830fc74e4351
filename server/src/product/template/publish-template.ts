import type { TemplateFault, TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import { readTemplate, templateFaults } from '@brigade/contract/product/template/template.rules.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findProduct } from '../../thing-model/draft.store.ts'
import { emptyModel } from '../../thing-model/drafts.ts'
import { findPublished } from '../../thing-model/thing-model.store.ts'
import { lockTemplate, publishDraft } from './template.store.ts'

type Publish = Readonly<{ productId: string; updatedAt: string }>

const faultKeys = {
  missing: 'product.functionMissing',
  notWritable: 'product.functionReadOnly',
  wrongType: 'product.functionType',
  outOfRange: 'product.functionRange',
} as const satisfies Record<TemplateFault['reason'], string>

/**
 * Publishes the draft that the caller saw to the app, unless it refers to functions that the published thing model
 * lacks.
 */
export async function publishTemplate(
  ctx: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  kind: TemplateKind,
  publish: Publish,
): Promise<null> {
  await requirePlatformStaff(ctx)
  return bringOut(ctx.db, kind, publish, { by: ctx.caller.accountId, at: ctx.clock.now() })
}

export async function bringOut(
  db: Db,
  kind: TemplateKind,
  { productId, updatedAt }: Publish,
  stamp: Readonly<{ by: string | null; at: number }>,
): Promise<null> {
  return transaction(db, async (trx) => {
    const before = await lockTemplate(trx, { productId, kind })
    if (before === undefined && (await findProduct(trx, productId)) === undefined) refuse('product.unknown')
    const content = readTemplate(kind, before?.draft)
    if (before === undefined || content === undefined) return refuse('product.nothingToPublish')
    if (Date.parse(before.updatedAt) !== Date.parse(updatedAt)) return refuse('product.changedMeanwhile')
    const published = await findPublished(trx, productId)
    const faults = templateFaults(kind, content, published?.model ?? emptyModel)
    if (faults.length > 0) {
      const fields = Object.fromEntries(faults.map(({ path, reason }) => [path, faultKeys[reason]]))
      return refuse('product.templateFaults', { count: faults.length }, { fields })
    }
    await publishDraft(trx, { productId, kind }, stamp)
    return null
  })
}
