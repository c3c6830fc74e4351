import { isDeepStrictEqual } from 'node:util'
import { compareModels } from '@brigade/contract/thing-model/compare-models.ts'
import type { FunctionChange, ModelDraft } from '@brigade/contract/thing-model/model-draft.model.ts'
import { missingIn } from '@brigade/contract/thing-model/modbus/missing-in-model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { requirePlatformStaff } from '../customer/data-scope.ts'
import type { Db } from '../platform/db/database.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { findDraft, findProduct, type StoredDraft } from './draft.store.ts'
import { findPublished, listVersions } from './thing-model.store.ts'

export type DraftCtx = Pick<Ctx, 'db' | 'clock' | 'caller'>
type Reader = Pick<Ctx, 'db' | 'caller'>

export const emptyModel: ThingModel = { properties: [], events: [], services: [] }

/** Only platform staff who may see thing models read drafts, in every call. */
export async function requireDraftReader(ctx: Reader): Promise<void> {
  if (!ctx.caller.operationCodes.has('thing-model:view')) refuse('session.notAuthorised')
  await requirePlatformStaff(ctx)
}

/** The model to continue editing: the draft, else the published version, else nothing. */
export async function currentDraft(
  db: Db,
  productId: string,
): Promise<{ model: ThingModel; stored: StoredDraft | undefined; published: ThingModel | undefined }> {
  const stored = await findDraft(db, productId)
  const published = (await findPublished(db, productId))?.model
  return { model: stored?.model ?? published ?? emptyModel, stored, published }
}

/** A model that was never published is not in use, so its first version breaks nothing. */
export function changesFrom(published: ThingModel | undefined, model: ThingModel): FunctionChange[] {
  const changes = compareModels(published ?? emptyModel, model).map((change) => ({
    ...change,
    breaking: published === undefined ? [] : [...change.breaking],
  }))
  return changes
}

/** The same content: jsonb keeps neither the order of keys nor those without a value. */
export const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(plain(a), plain(b))
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

export async function readDraft(ctx: Reader, productId: string): Promise<ModelDraft> {
  await requirePlatformStaff(ctx)
  const product = (await findProduct(ctx.db, productId)) ?? refuse('product.unknown')
  const { model, stored, published } = await currentDraft(ctx.db, productId)
  const [newest] = await listVersions(ctx.db, ctx.caller, productId)
  return {
    productId,
    updatedAt: stored?.updatedAt ?? null,
    updatedBy: stored?.updatedBy ?? '',
    published: newest ?? null,
    model,
    changes: changesFrom(published, model),
    missing: missingIn(model, product.protocol),
  }
}
