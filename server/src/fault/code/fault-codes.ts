import type {
  FaultCodeDraft,
  FaultCodeRow,
  FaultCodeSearch,
  UndescribedCode,
} from '@brigade/contract/fault/code.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { findProperty, isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import { hasPicture } from '../../file/file.store.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { watchAgain } from '../watch/end.store.ts'
import {
  deleteCodes,
  findCodePage,
  insertCode,
  isCodeThere,
  isProductThere,
  listUndescribedCodes,
  renameOpen,
  updateCode,
} from './fault-code.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'clock' | 'caller'>
type Saving = CallCtx & Pick<Ctx, 'caches'>

export const listCodes = ({ db }: CallCtx, { query }: { query: FaultCodeSearch }): Promise<Page<FaultCodeRow>> =>
  findCodePage(db, query)

export const listUndescribed = ({ db, caller, clock }: CallCtx): Promise<UndescribedCode[]> =>
  listUndescribedCodes(db, caller, clock.now())

/** Codes belong to products, which are shared: only the platform's own staff describes them. */
export async function saveCode(ctx: Saving, { body }: { body: FaultCodeDraft }): Promise<{ id: string }> {
  await requirePlatformStaff(ctx)
  const { db, clock } = ctx
  const { id, updatedAt, imageFileId } = body
  if (imageFileId !== null && !(await hasPicture(db, imageFileId, 'code')))
    refuse('field.refused', undefined, { fields: { imageFileId: 'file.unknown' } })
  await requireProperty(ctx, body)
  if (id === null || updatedAt === null) {
    if (!(await isProductThere(db, body.productId)))
      refuse('field.refused', undefined, { fields: { productId: 'fault.unknownProduct' } })
    return transaction(db, async (trx) => {
      const added = (await insertCode(trx, body, clock.now())) ?? refuse('fault.codeTaken')
      await renameOpen(trx, [added])
      await watchAgain(trx, body)
      return { id: added }
    })
  }
  if (!(await isCodeThere(db, id))) refuse('fault.unknownCode')
  return transaction(db, async (trx) => {
    if (!(await updateCode(trx, body, { id, updatedAt, at: clock.now() }))) refuse('fault.codeChanged')
    await renameOpen(trx, [id])
    await watchAgain(trx, body)
    return { id }
  })
}

/** Checks the property that ends an alarm: with a property that the device never reports, it would never end. */
async function requireProperty(ctx: Saving, { productId, endsWhen }: FaultCodeDraft): Promise<void> {
  if (endsWhen === null) return
  const published = await publishedModel(ctx, productId)
  const type = published === undefined ? undefined : findProperty(published.model, endsWhen.identifier)?.dataType
  if (type === undefined || !(isNumberType(type) || type.type === 'bool' || type.type === 'enum'))
    refuse('field.refused', undefined, { fields: { 'endsWhen.identifier': 'fault.unknownProperty' } })
}

export async function removeCodes(ctx: CallCtx, { body }: { body: { ids: string[] } }): Promise<null> {
  await requirePlatformStaff(ctx)
  return transaction(ctx.db, async (trx) => {
    if ((await deleteCodes(trx, body.ids)) < new Set(body.ids).size) refuse('fault.unknownCode')
    return null
  })
}
