import type { Part, PartsDraft } from '@brigade/contract/system/parts/parts.model.ts'
import type { TextKey } from '@brigade/contract/catalogue.ts'
import { listSeenPictures } from '../../file/file.store.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  dropPartList,
  findOrganisationWithin,
  insertPartList,
  listKnownProducts,
  renewPartList,
  writeParts,
} from './parts.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'clock' | 'caller'>

/** Saves the list as a whole: a concurrent save is never overwritten. */
export async function saveParts(
  { db, clock, caller }: CallCtx,
  { organisationId: wanted = caller.organisationId, parts, updatedAt }: PartsDraft,
): Promise<{ updatedAt: string | null }> {
  return transaction(db, async (trx) => {
    const { id, kind } = (await findOrganisationWithin(trx, caller, wanted)) ?? refuse('customer.unknownOrganisation')
    if (kind === 'customer') refuse('parts.keepsNone')
    if (parts === null) {
      if (updatedAt !== null && !(await dropPartList(trx, id, updatedAt))) refuse('parts.changedMeanwhile')
      return { updatedAt: null }
    }
    await requireKnown(trx, caller, parts)
    const version = { by: caller.accountId, at: clock.now() }
    const saved =
      updatedAt === null
        ? await insertPartList(trx, id, version)
        : await renewPartList(trx, id, { ...version, updatedAt })
    if (saved === undefined) refuse('parts.changedMeanwhile')
    await writeParts(trx, id, parts)
    return { updatedAt: saved }
  })
}

/**
 * Checks that every picture is one of a spare part that the caller sees, and that every model exists. A refusal names
 * the field.
 */
async function requireKnown(trx: Transaction, caller: CallCtx['caller'], parts: readonly Part[]): Promise<void> {
  const pictures = parts.flatMap(({ imageFileId }) => imageFileId ?? [])
  const products = [...new Set(parts.flatMap(({ productIds }) => productIds))]
  const seen = await listSeenPictures(trx, caller, pictures, 'part')
  const known = await listKnownProducts(trx, products)
  const fields: Record<string, TextKey> = {}
  for (const [index, { imageFileId, productIds }] of parts.entries()) {
    if (imageFileId !== null && !seen.has(imageFileId)) fields[`parts.${index}.imageFileId`] = 'file.unknown'
    if (productIds.some((id) => !known.has(id))) fields[`parts.${index}.productIds`] = 'parts.unknownProduct'
  }
  if (Object.keys(fields).length > 0) refuse('field.refused', undefined, { fields })
}
