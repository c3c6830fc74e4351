import type { TemplateContents, TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { lockProduct } from '../product.store.ts'
import { insertTemplate, listGuides, lockTemplate, writeDraft } from './template.store.ts'

export type TemplateSave<K extends TemplateKind> = Readonly<{
  productId: string
  content: TemplateContents[K]
  updatedAt: string | null
}>

/**
 * Saves the draft of one template. A change from an outdated version is refused, and so is a first draft when one
 * exists already.
 */
export async function saveTemplate<K extends TemplateKind>(
  ctx: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  kind: K,
  save: TemplateSave<K>,
): Promise<{ updatedAt: string }> {
  await requirePlatformStaff(ctx)
  return keepDraft(ctx.db, kind, save, { by: ctx.caller.accountId, at: ctx.clock.now() })
}

export async function keepDraft<K extends TemplateKind>(
  db: Db,
  kind: K,
  { productId, content, updatedAt }: TemplateSave<K>,
  stamp: Readonly<{ by: string | null; at: number }>,
): Promise<{ updatedAt: string }> {
  return transaction(db, async (trx) => {
    await requireGuides(trx, content)
    const before = await lockTemplate(trx, { productId, kind })
    if (before !== undefined) {
      if (updatedAt === null || Date.parse(before.updatedAt) !== Date.parse(updatedAt)) {
        return refuse('product.changedMeanwhile')
      }
      return { updatedAt: await writeDraft(trx, { productId, kind }, { content, ...stamp }) }
    }
    if ((await lockProduct(trx, productId)) === undefined) return refuse('product.unknown')
    if (updatedAt !== null) return refuse('product.changedMeanwhile')
    const made = await insertTemplate(trx, { productId, kind }, { content, ...stamp })
    return made === undefined ? refuse('product.changedMeanwhile') : { updatedAt: made }
  })
}

/** Pictures may have been deleted since they were chosen. */
async function requireGuides(db: Db, content: TemplateContents[TemplateKind]): Promise<void> {
  if (!('modes' in content)) return
  const chosen = content.modes.flatMap(({ steps }, mode) =>
    steps.flatMap(({ imageFileId }, step) =>
      imageFileId === undefined ? [] : [{ id: imageFileId, field: `content.modes.${mode}.steps.${step}.imageFileId` }],
    ),
  )
  if (chosen.length === 0) return
  const known = await listGuides(
    db,
    chosen.map(({ id }) => id),
  )
  const gone = chosen.filter(({ id }) => !known.has(id))
  if (gone.length === 0) return
  refuse('field.refused', undefined, {
    fields: Object.fromEntries(gone.map(({ field }) => [field, 'product.imageUnknown' as const])),
  })
}
